import { createHash, randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LedgerDamaged,
  PaymentCodec,
  readJson,
  readPacked,
  readPayment,
} from '../../../../../../electron/main/store/ledger/rows/codec'
import {
  pack,
  packedMark,
  packingDictionary,
  unpack,
} from '../../../../../../electron/main/store/ledger/rows/packing'
import { phaseSchema } from '../../../../../../shared/payment/payment'
import { paymentIn } from '../../../../../support/payments/payments'

const text = JSON.stringify(paymentIn('settled'))

describe('packed bytes', () => {
  it('are a fifth of a payment, and the same text again', () => {
    const packed = pack(text)
    expect(packed[0]).toBe(packedMark)
    expect(packed.length).toBeLessThan(text.length / 5)
    expect(readPacked(packed)).toBe(text)
  })

  it.each(['', '{}', '{"name":"Ngũgĩ wa Thiong’o"}'])('are the same text again: %s', plain =>
    expect(readPacked(pack(plain))).toBe(plain),
  )

  it('take no letter for each digit of an id, a hash or a time', () => {
    const of = (value: string) => pack(`${text}${value}`).length - pack(text).length
    expect(of(randomUUID())).toBeLessThan(24)
    expect(of(randomBytes(32).toString('hex'))).toBeLessThan(42)
    expect(of('1772344962997')).toBeLessThan(10)
  })

  it('are the same text again, whatever stands beside ids, hashes and times', () => {
    const piece = fc.oneof(
      fc.uuid(),
      fc.uuid().map(id => id.toUpperCase()),
      fc.stringMatching(/^[0-9a-f]{60,70}$/),
      fc.stringMatching(/^[0-9]{11,15}$/),
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        const plain = text + pieces.join('')
        expect(readPacked(pack(plain))).toBe(plain)
      }),
    )
  })

  it('are read where they were never packed', () => {
    expect(readPacked(Buffer.from(text))).toBe(text)
    expect(unpack(Buffer.alloc(0))).toEqual(Buffer.alloc(0))
  })

  it('that are damaged or cut off are damage, nothing else', () => {
    const packed = pack(text)
    const cutOff = packed.subarray(0, packed.length - 9)
    for (const bytes of [cutOff, Buffer.from([packedMark]), Buffer.from([packedMark, 0xff, 0xff])])
      expect(() => readJson(bytes)).toThrow(LedgerDamaged)
  })

  it('are always read with the dictionary that wrote the first of them', () => {
    const hash = createHash('sha256').update(packingDictionary).digest('hex')
    expect(hash).toBe('9a7735323136703ba38f824b9f9c624e93a0bcea694a4582b13669e32276380d')
    const first = 'tSNYp8zuTarLqAUA'
    const event = '{"type":"attempt-started","at":1767603601000}'
    expect(readPacked(Buffer.from(first, 'base64'))).toBe(event)
  })
})

describe('a payment that is kept next to its bytes', () => {
  it.each(phaseSchema.options)('is what its bytes say: %s', phase => {
    const [writer, reader] = [new PaymentCodec(), new PaymentCodec()]
    const bytes = writer.encode(paymentIn(phase))
    for (const codec of [writer, reader])
      expect(codec.read(bytes)).toStrictEqual(readPayment(bytes))
    expect(reader.read(Buffer.from(bytes))).toBe(reader.read(bytes))
  })

  it('is read again where its bytes have changed behind its back', () => {
    const codec = new PaymentCodec()
    const bytes = codec.encode(paymentIn('pending'))
    const text = readPacked(bytes)
    const other = Buffer.from(text.replace('"phase":"pending"', '"phase":"expired"'))
    expect(codec.read(other).phase).toBe('expired')
    const damaged = Buffer.from(text.replace('"pending"', '"nothing"'))
    expect(() => codec.read(damaged)).toThrow(LedgerDamaged)
    expect(codec.read(bytes).phase).toBe('pending')
  })

  it('cannot be changed by who has it in hand', () => {
    const codec = new PaymentCodec()
    const payment = paymentIn('pending')
    const kept = codec.read(codec.encode(payment))
    expect(Object.isFrozen(kept) && Object.isFrozen(kept.customer)).toBe(true)
    // Nor is the payment frozen that somebody else derived.
    expect(Object.isFrozen(payment)).toBe(false)
  })
})
