import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  likelyNotes,
  pressKey,
  readTotal,
  typeAmount,
  typedDiscount,
} from '../../../renderer/typing/amount-typing'
import { readAmount } from '../../../shared/amount'
import { typedAmounts } from '../../support/typed-amounts'

const number = fc.oneof(
  fc.integer({ min: 0, max: 9 }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: 0, max: 999_999_999_999 }),
)
const product = fc.array(number, { minLength: 1, maxLength: 4 })
const sum = fc.array(product, { minLength: 1, maxLength: 6 })
const largest = 999_999_999_999n

/** By whole numbers of any size: no step on the way may be too large. */
function expected(terms: readonly (readonly number[])[]) {
  let total = 0n
  for (const factors of terms) {
    let value = 1n
    for (const factor of factors) {
      value *= BigInt(factor)
      if (value > largest) return { problem: 'amount-too-large' }
    }
    total += value
    if (total > largest) return { problem: 'amount-too-large' }
  }
  return total === 0n ? { problem: 'amount-zero' } : { value: Number(total) }
}

describe('typing a sum', () => {
  const keysOf = (terms: readonly (readonly number[])[], times: string) =>
    terms.map(factors => factors.join(times)).join('+')

  function typeKeys(keys: string): string {
    return [...keys].reduce((shown, key) => {
      const text = shown + key
      return typeAmount(shown, { text, caret: text.length }, 'keys').text
    }, '')
  }

  it('groups each number, with the operators of any keyboard', () => {
    expect(typeKeys('1500+2*750')).toBe('1,500+2×750')
    expect(typeKeys('2x12500')).toBe('2×12,500')
    expect(typeKeys('1500+*2')).toBe('1,500×2')
  })

  it('comes to what was meant, key by key', () => {
    fc.assert(
      fc.property(sum, fc.constantFrom('*', 'x', 'X', '×'), (terms, times) => {
        const typed = typeKeys(keysOf(terms, times))
        expect(readAmount(typed)).toEqual(expected(terms))
        expect(readAmount(keysOf(terms, times))).toEqual(expected(terms))
      }),
    )
  })

  it('leaves the caret where it was among the keys, whatever is typed or deleted', () => {
    const start = sum.map(terms => typeKeys(keysOf(terms, '×')))
    const edit = fc.record({ at: fc.nat(), key: fc.constantFrom(...'123456789+×', '') })
    const keysBehind = (text: string, caret: number) => text.slice(caret).replaceAll(',', '').length
    fc.assert(
      fc.property(start, edit, (text, { at, key }) => {
        const caret = at % (text.length + 1)
        if (key === '' && caret === 0) return
        // An operator next to another replaces it: the keys behind the caret become fewer.
        const [before, behind] = [text.slice(0, caret - (key === '' ? 1 : 0)), text.slice(caret)]
        if (/[+×]/.test(key) && /^[+×]/.test(behind)) return
        if (key === '' && /[+×]$/.test(before) && /^[+×]/.test(behind)) return
        const typed = { text: before + key + behind, caret: before.length + key.length }
        const next = typeAmount(text, typed, key === '' ? 'deletion' : 'keys')
        if (/(^|[+×])0[\d,]|\d{13}/.test(typed.text.replaceAll(',', ''))) return
        expect(keysBehind(next.text, next.caret)).toBe(behind.replaceAll(',', '').length)
      }),
      { numRuns: 2_000 },
    )
  })

  it('steps over a comma in the direction of the key', () => {
    const typed = { text: '15000', caret: 2 }
    const text = '15,000'
    expect(typeAmount(text, typed, 'deletion')).toEqual({ text, caret: 2 })
    expect(typeAmount(text, typed, 'deletion-forward')).toEqual({ text, caret: 3 })
  })
})

/** Types text a character at a time at the end of the field, as a person does. */
function type(text: string): string {
  let shown = ''
  for (const key of text) {
    const typed = shown + key
    const edit = /[\d+*×xX]/.test(key) ? 'keys' : 'other'
    shown = typeAmount(shown, { text: typed, caret: typed.length }, edit).text
  }
  return shown
}

describe('typing an amount', () => {
  it.each([
    ['15000', '15,000'],
    ['1250000', '1,250,000'],
    ['15,000', '15,000'],
    ['007', '7'],
  ])('groups the digits as they come: %s', (typed, shown) => {
    expect(type(typed)).toBe(shown)
  })

  it('keeps the caret where the person is', () => {
    const deleted = typeAmount('15,000', { text: '15,00', caret: 4 }, 'deletion')
    expect(deleted).toEqual({ text: '1,500', caret: 4 })
    const inserted = typeAmount('1,500', { text: '1,5700', caret: 4 }, 'keys')
    expect(inserted).toEqual({ text: '15,700', caret: 4 })
  })

  it.each(['1500.50', '1500,50', '1.500', '12.5'])('never turns %s into another amount', text => {
    const pasted = typeAmount('', { text, caret: text.length }, 'paste').text
    for (const shown of [type(text), pasted])
      expect(readAmount(shown)).toEqual({ problem: 'amount-not-whole' })
  })

  const texts = typedAmounts.map(([text]) => text)

  it.each(texts)('leaves %j the same amount, pasted or typed key by key', text => {
    const before = readAmount(text, 'TZS')
    const pasted = typeAmount('', { text, caret: text.length }, 'paste', 'TZS').text
    expect(readAmount(pasted, 'TZS')).toEqual(before)
    if ('value' in before) expect(pasted).toMatch(/^[\d,+×]+$/)
    else expect(pasted).toBe(text)
    // A comma in its right place is ours: what is typed after it goes on.
    if (text !== '15,0000') expect(readAmount(type(text), 'TZS')).toEqual(before)
  })

  it('keeps the zeros of cents that are typed on', () => {
    expect(['1500.0', '1500.00', '1500.000'].map(text => readAmount(type(text)))).toEqual([
      { value: 1_500 },
      { value: 1_500 },
      { problem: 'amount-not-whole' },
    ])
  })
})

describe('the number pad', () => {
  it('types, adds up, multiplies and takes back', () => {
    const pressed = (['1', '5', '00', '+', '2', '×', '750'] as const).reduce(pressKey, '')
    expect(pressed).toBe('1,500+2×750')
    for (const [shown, key, next] of [
      ['5', '000', '5,000'],
      ['5,000', 'back', '500'],
      ['', '000', '0'],
      ['999,999,999,999', '9', '999,999,999,999'],
      ['', '+', ''],
      ['1,500+', '×', '1,500×'],
      ['1,500+', 'back', '1,500'],
      ['1,500+2', 'clear', ''],
    ] as const)
      expect(pressKey(shown, key), `${shown} ${key}`).toBe(next)
  })

  it('takes a discount off, on the screen and on a keyboard', () => {
    const pressed = (['1', '05', '00', '+', '−', '5', '00'] as never[]).reduce(pressKey, '')
    expect(pressed).toBe('10,500−500')
    const typed = (discounts: boolean) => {
      const text = '10,500-'
      return typeAmount('10,500', { text, caret: text.length }, 'keys', 'TZS', discounts).text
    }
    expect([true, false].map(typed)).toEqual(['10,500−', '10,500-'])
  })

  it('makes no other amount of one with cents', () => {
    expect(readAmount(pressKey('1500.50', '0'))).toEqual({ problem: 'amount-not-whole' })
    expect(pressKey('1500.50', 'back')).toBe('1500.5')
  })
})

describe('items', () => {
  const lines = [
    { name: 'Soda', quantity: 2, price: 1_500 },
    { name: 'Bread', quantity: 1, price: 2_000 },
  ]

  it('come to a sum without an amount, and with one on top', () => {
    expect(readTotal('', [])).toEqual({ problem: 'amount-missing' })
    for (const [amount, value] of [
      ['', 5_000],
      ['2,500', 7_500],
      ['2×750', 6_500],
    ] as const)
      expect(readTotal(amount, lines)).toEqual({ value })
  })

  it.each([
    ['10,500−500', [], 10_000],
    ['10,500−500+2×750−1,000', [], 10_500],
    ['−500', lines, 4_500],
    ['−2×250', lines, 4_500],
    ['2,500−500+', lines, 'sum-incomplete'],
    ['10,500−', [], 'sum-incomplete'],
    ['10,500−1.5', [], 'amount-not-whole'],
    ['−500', [], 'amount-missing'],
    ['500−500', [], 'amount-zero'],
    ['−5,001', lines, 'amount-zero'],
    // Only the key writes the minus sign: a pasted phone number stays one.
    ['0754-001-212', lines, 'sum-unreadable'],
  ] as const)('less a discount: %s', (text, sold, comes) => {
    const read = typeof comes === 'number' ? { value: comes } : { problem: comes }
    expect(readTotal(text, sold)).toEqual(read)
  })

  it('tell a discount from what is typed beside it', () => {
    expect(typedDiscount('10,500−500+2×750−1,000')).toBe(1_500)
    expect(typedDiscount('10,500+500')).toBe(0)
  })

  it('are charged with no amount that cannot be read, and with none that is too large', () => {
    expect(readTotal('1.5', lines)).toEqual({ problem: 'amount-not-whole' })
    expect(readTotal('999,999,999,999', lines)).toEqual({ problem: 'amount-too-large' })
  })
})

describe('what a customer probably gives in cash', () => {
  it.each([
    [2_500, 'TZS', [2_500, 5_000, 10_000]],
    [4_500, 'TZS', [4_500, 5_000, 10_000]],
    [7_500, 'TZS', [7_500, 10_000, 20_000]],
    [12_300, 'TZS', [12_300, 15_000, 20_000]],
    [10_000, 'TZS', [10_000, 20_000, 30_000]],
    [31_200, 'TZS', [31_200, 35_000, 40_000]],
    [120, 'KES', [120, 500, 1_000]],
    [999_999_999_999, 'TZS', [999_999_999_999, 1_000_000_000_000, 1_000_000_010_000]],
  ])('for %i %s: %j', (amount, currency, notes) => {
    expect(likelyNotes(amount, currency)).toEqual(notes)
  })
})
