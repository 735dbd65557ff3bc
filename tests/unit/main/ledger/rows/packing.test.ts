import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LedgerDamaged, readJson, readPacked } from '../../../../../electron/main/ledger/rows/codec'
import { pack, packedMark, unpack } from '../../../../../electron/main/ledger/rows/packing'
import { packingDictionary } from '../../../../../electron/main/ledger/rows/packing-dictionary'
import { saleIn } from '../../../../support/payments/sales'

const text = JSON.stringify(saleIn('settled'))

describe('packed bytes', () => {
  it('are a fifth of a sale, and the same text again', () => {
    const packed = pack(text)
    expect(packed[0]).toBe(packedMark)
    expect(packed.length).toBeLessThan(text.length / 5)
    expect(readPacked(packed)).toBe(text)
  })

  it.each(['', '{}', '{"name":"Ngũgĩ wa Thiong’o"}'])('are the same text again: %s', plain => {
    expect(readPacked(pack(plain))).toBe(plain)
  })

  it('are read where they were never packed', () => {
    expect(readPacked(Buffer.from(text))).toBe(text)
    expect(unpack(Buffer.alloc(0))).toEqual(Buffer.alloc(0))
  })

  it('that are damaged or cut off are damage, nothing else', () => {
    const packed = pack(text)
    expect(() => readJson(packed.subarray(0, packed.length - 9))).toThrow(LedgerDamaged)
    expect(() => readJson(Buffer.from([packedMark]))).toThrow(LedgerDamaged)
    expect(() => readJson(Buffer.from([packedMark, 0xff, 0xff]))).toThrow(LedgerDamaged)
  })

  it('are always read with the dictionary that wrote the first of them', () => {
    const hash = createHash('sha256').update(packingDictionary).digest('hex')
    expect(hash).toBe('5f31930c384760945af093c25ebdb93f42c4746ed835b22b6060a8edbade6b7b')
    const first = 'tSNYt5iZmxkYmxkYgvI6AA=='
    expect(readPacked(Buffer.from(first, 'base64'))).toBe(
      '{"type":"attempt-started","at":1767603601000}',
    )
  })
})
