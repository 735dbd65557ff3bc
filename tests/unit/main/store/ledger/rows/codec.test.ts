import { describe, expect, it } from 'vitest'
import {
  LedgerDamaged,
  readPacked,
  readSale,
  SaleCodec,
} from '../../../../../../electron/main/store/ledger/rows/codec'
import { phaseSchema } from '../../../../../../shared/payment/sale'
import { saleIn } from '../../../../../support/payments/sales'

describe('a sale that is kept next to its bytes', () => {
  it.each(phaseSchema.options)('is what its bytes say: %s', phase => {
    const codec = new SaleCodec()
    const bytes = codec.encode(saleIn(phase))
    expect(codec.read(bytes)).toStrictEqual(readSale(bytes))
    // The same again, from a codec that has only read them.
    const reader = new SaleCodec()
    expect(reader.read(bytes)).toStrictEqual(readSale(bytes))
    expect(reader.read(Buffer.from(bytes))).toBe(reader.read(bytes))
  })

  it('is read again where its bytes have changed behind its back', () => {
    const codec = new SaleCodec()
    const bytes = codec.encode(saleIn('pending'))
    const text = readPacked(bytes)
    const other = Buffer.from(text.replace('"phase":"pending"', '"phase":"expired"'))
    expect(codec.read(other).phase).toBe('expired')
    expect(() => codec.read(Buffer.from(text.replace('"pending"', '"nothing"')))).toThrow(
      LedgerDamaged,
    )
    expect(codec.read(bytes).phase).toBe('pending')
  })

  it('cannot be changed by who has it in hand', () => {
    const codec = new SaleCodec()
    const sale = saleIn('pending')
    const kept = codec.read(codec.encode(sale))
    expect(Object.isFrozen(kept) && Object.isFrozen(kept.customer)).toBe(true)
    // Nor is the sale frozen that somebody else derived.
    expect(Object.isFrozen(sale)).toBe(false)
  })
})
