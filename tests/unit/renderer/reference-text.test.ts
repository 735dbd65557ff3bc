import { describe, expect, it } from 'vitest'
import { isUnfoundReference, referenceIn } from '../../../renderer/features/history/filter'

describe('what was typed or scanned', () => {
  it.each(['REF-1', ' 7f3c-99 ', '10293847', 'kp_01/2026', 'R'.repeat(512)])(
    'can be a reference: %j',
    text => {
      expect(referenceIn(text)).toBe(text.trim())
    },
  )

  it.each(['', '  ', '754', 'Asha Mushi', 'REF\u200b-001', 'R'.repeat(513)])(
    'can be none: %j',
    text => {
      expect(referenceIn(text)).toBeNull()
    },
  )

  it.each(['4500', '42,500', '1,500,000', 'Mushi'])('is an amount or a name: %j', text => {
    expect(referenceIn(text)).toBeNull()
  })
})

describe('a reference next to sales that were found', () => {
  const sale = (reference: string | null) => ({ reference })

  it('is offered where a found one only begins with it', () => {
    expect(isUnfoundReference('REF-12', [sale('REF-123'), sale(null)])).toBe(true)
  })

  it('is not offered where it is one of them, however it was typed', () => {
    for (const typed of ['REF-12', 'ref12', 'Ref/12'])
      expect(isUnfoundReference(typed, [sale('REF-123'), sale('REF-12')]), typed).toBe(false)
  })

  it('is not offered for digits or letters alone: they found a number, an amount or a name', () => {
    expect(isUnfoundReference('0754001', [sale('R-1')])).toBe(false)
    expect(isUnfoundReference('Mushi', [sale('R-1')])).toBe(false)
  })
})
