import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainAmount, readAmount } from '../../../shared/amount'
import { groupDigits } from '../../../shared/money'
import { typedAmounts } from '../../support/typed-amounts'

const amountOf = (text: string, ...currencies: string[]) => {
  const read = readAmount(text, ...currencies)
  return 'value' in read ? read.value : null
}

describe('an amount as a person types it', () => {
  it.each(typedAmounts)('%j is %j', (text, value) => {
    expect(amountOf(text, 'TZS')).toBe(value)
  })

  it('may name no other currency than its own', () => {
    expect(amountOf('15 USD', 'TZS')).toBeNull()
    expect(amountOf('TZS 15,000')).toBeNull()
    expect(amountOf('XAF 15 000', 'XAF')).toBe(15_000)
    expect(amountOf('Ksh 15,000', 'KES')).toBe(15_000)
    expect(amountOf('Ksh 15,000', 'TZS')).toBeNull()
    expect(amountOf('TZS 15,000', 'KES', 'TZS')).toBe(15_000)
  })

  it('is written as a number pad writes it', () => {
    expect(plainAmount('TZS 15 000.00/=', 'TZS')).toBe('15,000')
    expect(plainAmount('1500 + 2 x 750')).toBe('1,500+2×750')
    expect(plainAmount('15k')).toBeNull()
  })
})

const largest = 999_999_999_999n

/** What is typed, and what stands between it; `x` and letters among it, hidden characters and three scripts. */
const pieces = [
  ...'00112233445566778899',
  ...['000', '500', '1500', '15,000', '1 500', '.0', '.00', '٣', '٠٠٠', '３', '０００'],
  ...[',', ',', '.', ' ', ' ', '\u00a0', '\u202f', "'", '’', '/', '=', '/=', '/-', '-', '_'],
  ...['TZS', 'Tsh', 'TZS ', ' TZS', 'sh', 'k', 'laki', 'e', 'E+', 'O', 'l', '²', '½', '①'],
  ...['\t', '\n', '\u200e', '\u202a', '\u2066', '\u00ad', '+', '×', 'x', '*'],
]
const typed = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 10 })
  .map(all => all.join(''))

const scripts = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '０１２３４５６７８９']
const seen = /[\u200e\u202a\u2066\u00ad]/g

/** The text's own digits in their order, and every other character that is seen. */
function spelledOut(text: string): string {
  return [...text.replace(seen, '')]
    .map(letter => {
      const script = scripts.find(each => each.includes(letter))
      return script ? String([...script].indexOf(letter)) : letter
    })
    .join('')
}

/** What a lone number has to look like to be an amount: by its digits and the gaps between them. */
function gapsOf(text: string): { digits: string; gaps: string[] } {
  const whole = text.replace(/\.0{1,2}(?=\D*$)/, '')
  const digits = whole.match(/\d/g)?.join('') ?? ''
  const gaps = [...whole.matchAll(/(?<=\d)\D+(?=\d)/g)].map(([gap]) => gap)
  return { digits, gaps }
}

describe('of a hundred thousand texts', () => {
  it('what is read has the digits of the text in their order, and one kind of mark in groups of three', () => {
    let read = 0
    fc.assert(
      fc.property(typed, text => {
        const value = amountOf(text, 'TZS')
        const spelled = spelledOut(text)
        if (value === null || /[+×x*]/.test(spelled)) return
        read += 1
        const { digits, gaps } = gapsOf(spelled)
        expect(digits.replace(/^0+/, '')).toBe(String(value))
        expect(new Set(gaps.map(gap => gap.replace(/[\u00a0\u202f]/, ' '))).size).toBeLessThan(2)
        if (gaps.length === 0) return
        expect([1, 2, 3]).toContain(((digits.length - 1) % 3) + 1)
        const rest = spelled.slice(spelled.search(/\d/))
        expect(rest).toMatch(/^\d{1,3}(?:\D\d{3})+(?!\d)/)
      }),
      { numRuns: 100_000 },
    )
    // The property is about something: thousands of the texts are amounts.
    expect(read).toBeGreaterThan(5_000)
  })
})

const number = fc.oneof(
  fc.integer({ min: 0, max: 9 }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.integer({ min: 0, max: 999_999_999_999 }),
)
const sum = fc.array(fc.array(number, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 6,
})

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
    expect(readAmount(text)).toEqual({ value })
  })

  it.each([
    ['', 'amount-missing'],
    ['\u200e', 'amount-missing'],
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
    ['15k', 'sum-unreadable'],
    ['alert(1)', 'sum-unreadable'],
    ['999,999,999,999+1', 'amount-too-large'],
    ['999999999999×999999999999', 'amount-too-large'],
    ['1000000×1000000×0', 'amount-too-large'],
    ['9999999999999', 'amount-too-large'],
  ])('%j gives %s', (text, problem) => {
    expect(readAmount(text)).toEqual({ problem })
  })

  it('is worked out as by hand, products first, grouped or not', () => {
    fc.assert(
      fc.property(sum, fc.boolean(), (terms, grouped) => {
        const write = (value: number) => (grouped ? groupDigits(value) : String(value))
        const text = terms.map(factors => factors.map(write).join('×')).join('+')
        expect(readAmount(text)).toEqual(expected(terms))
      }),
      { numRuns: 2_000 },
    )
  })
})
