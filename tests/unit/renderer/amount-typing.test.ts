import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSum } from '../../../renderer/typing/amount-sum'
import { pressKey, readAmount, readTotal, typeAmount } from '../../../renderer/typing/amount-typing'
import { groupDigits } from '../../../shared/money'

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

describe('a sum', () => {
  it.each([
    ['1500+2×750', 3_000],
    ['2×750+1,500', 3_000],
    ['2×3×4', 24],
    ['1+2+3', 6],
    ['0×750+5', 5],
    ['15,000.00+1', 15_001],
  ])('%s is %i', (text, value) => {
    expect(readSum(text)).toEqual({ value })
  })

  it.each([
    ['', 'amount-missing'],
    ['0', 'amount-zero'],
    ['0×750', 'amount-zero'],
    ['1500+', 'sum-incomplete'],
    ['+1500', 'sum-incomplete'],
    ['2××3', 'sum-incomplete'],
    ['×', 'sum-incomplete'],
    ['1500.50+2', 'amount-not-whole'],
    ['1,50+2', 'amount-not-whole'],
    ['1500-200', 'sum-unreadable'],
    ['1500/2', 'sum-unreadable'],
    ['(1+2)×3', 'sum-unreadable'],
    ['1e5', 'sum-unreadable'],
    ['alert(1)', 'sum-unreadable'],
    ['1_000', 'sum-unreadable'],
    ['٣+٤', 'sum-unreadable'],
    ['999,999,999,999+1', 'amount-too-large'],
    ['999999999999×999999999999', 'amount-too-large'],
    ['1000000×1000000×0', 'amount-too-large'],
    ['9999999999999', 'amount-too-large'],
  ])('%s is told: %s', (text, problem) => {
    expect(readSum(text)).toEqual({ problem })
  })

  it('is worked out as by hand, products first, grouped or not', () => {
    fc.assert(
      fc.property(sum, fc.boolean(), (terms, grouped) => {
        const write = (value: number) => (grouped ? groupDigits(value) : String(value))
        const text = terms.map(factors => factors.map(write).join('×')).join('+')
        expect(readSum(text)).toEqual(expected(terms))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is a whole amount within bounds or none, whatever is typed', () => {
    const keys = fc.array(fc.constantFrom(...'0123456789,.+×*xX-/= ()eT'), { maxLength: 20 })
    fc.assert(
      fc.property(keys, typed => {
        const read = readAmount(typed.join(''))
        if ('problem' in read) return
        expect(Number.isSafeInteger(read.value)).toBe(true)
        expect(read.value).toBeGreaterThan(0)
        expect(BigInt(read.value) <= largest).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})

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
    const edit = /\d/.test(key) ? 'keys' : 'other'
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
    const pasted = typeAmount('', { text, caret: text.length }, 'other').text
    for (const shown of [type(text), pasted])
      expect(readAmount(shown)).toEqual({ problem: 'amount-not-whole' })
  })

  const written = ['TZS 15,000', 'XAF 15000', '15000 XAF', '15 000', '15000/=', '15,000/-']
  it.each([...written, '15,000.00'])('understands %s', text => {
    const pasted = typeAmount('', { text, caret: 0 }, 'other').text
    expect(readAmount(pasted)).toEqual({ value: 15_000 })
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

  it('are charged with no amount that cannot be read, and with none that is too large', () => {
    expect(readTotal('1.5', lines)).toEqual({ problem: 'amount-not-whole' })
    expect(readTotal('999,999,999,999', lines)).toEqual({ problem: 'amount-too-large' })
  })
})
