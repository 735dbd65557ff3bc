import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdsCardNumber, isCardNumber } from '../../../shared/card-number'

/** Numbers that the networks publish for tests: no account stands behind them. */
const published = [
  '4111111111111111',
  '4222222222222',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '30569309025904',
  '3530111333300000',
  '6011111111111117',
  '6200000000000005',
  '5060990580000217499',
]

/** The digits with the one check digit that makes them a card's number, worked out by trying. */
function withCheckDigit(digits: string): string {
  const weigh = (digit: number, at: number) =>
    at % 2 === 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]
  const sum = (text: string) =>
    [...text].reverse().reduce((total, digit, at) => total + (weigh(Number(digit), at) ?? 0), 0)
  const right = [...'0123456789'].find(last => sum(digits + last) % 10 === 0)
  return digits + right
}

const digitsOf = (min: number, max: number) =>
  fc.stringMatching(new RegExp(`^\\d{${min},${max}}$`)).filter(text => !text.startsWith('0'))

/** Any number with a right check digit, in the lengths that cards have. */
const anyCard = digitsOf(12, 18).map(withCheckDigit)
const visa = digitsOf(15, 15).map(digits => withCheckDigit(`4${digits.slice(1)}`))
const separator = fc.constantFrom('', '', ' ', '-', '.', '  ', '\u00a0', '\u2009', '–')
const words = fc.stringMatching(/^[a-zA-Z ,:()/]{0,20}$/)

describe('a card number', () => {
  it.each(published)('%s is one, whatever stands around it', number => {
    const fours = number.replace(/(\d{4})(?=\d)/g, '$1 ')
    const fullWidth = number.replace(/\d/g, digit => String.fromCharCode(0xff10 + Number(digit)))
    const dashed = fours.replaceAll(' ', '-')
    for (const text of [number, fours, dashed, fullWidth, `card ${number}, thanks`, `no:${fours}.`])
      expect(holdsCardNumber(text), text).toBe(true)
    expect(holdsCardNumber(`${fours} 12/27 123`), 'with its expiry').toBe(true)
    expect(holdsCardNumber(`${number} 1227`), 'with its expiry, unseparated').toBe(true)
    expect(isCardNumber(Number(number))).toBe(Number.isSafeInteger(Number(number)))
  })

  it('is found in one piece among any words', () => {
    fc.assert(
      fc.property(anyCard, words, words, (number, before, after) => {
        expect(holdsCardNumber(before + number + after)).toBe(true)
      }),
    )
  })

  it('is found however its digits are grouped', () => {
    const gaps = fc.array(separator, { minLength: 15, maxLength: 15 })
    fc.assert(
      fc.property(visa, gaps, words, (number, between, before) => {
        const typed = [...number].map((digit, at) => digit + (between[at] ?? '')).join('')
        expect(holdsCardNumber(`${before}${typed}`)).toBe(true)
      }),
    )
  })

  it('is none with one digit changed', () => {
    fc.assert(
      fc.property(visa, fc.nat(15), fc.integer({ min: 1, max: 9 }), (number, at, more) => {
        const other = String((Number(number[at]) + more) % 10)
        expect(holdsCardNumber(number.slice(0, at) + other + number.slice(at + 1))).toBe(false)
      }),
    )
  })

  it.each([
    '0754 001 212',
    '+255 754 001 212',
    '0754001212 0755123456',
    '255754001212',
    '15,000 TZS',
    '**** **** **** 1111',
    'Plot 411, Sokoine Road 1111',
    '21.11.2026 15:45',
    '0192f000-0000-7000-8000-000000000001',
    '994120034567',
    '4111111111111112',
    '41111111111111111111111',
    '',
  ])('is not in %j', text => {
    expect(holdsCardNumber(text)).toBe(false)
  })

  it('is in no id', () => {
    fc.assert(
      fc.property(fc.uuid(), id => {
        expect(holdsCardNumber(`payment ${id}`)).toBe(false)
      }),
    )
  })

  it('is no amount of a shop, and no moment', () => {
    expect(isCardNumber(999_999_999_999)).toBe(false)
    fc.assert(
      fc.property(fc.integer({ min: 1_600_000_000_000, max: 1_999_999_999_999 }), moment => {
        expect(isCardNumber(moment)).toBe(false)
      }),
    )
  })
})

describe('where a phone number is typed', () => {
  it('every number that a phone can have passes, written with its country code', () => {
    fc.assert(
      fc.property(digitsOf(7, 15), fc.constantFrom('+', '00', ' +'), (digits, prefix) => {
        expect(holdsCardNumber(prefix + digits, { mayBePhone: true })).toBe(false)
      }),
    )
  })

  it.each(published)('%s is refused', number => {
    expect(holdsCardNumber(number, { mayBePhone: true })).toBe(true)
  })

  it('no country code lets a number pass that is too long for a phone', () => {
    expect(holdsCardNumber('+4111111111111111', { mayBePhone: true })).toBe(true)
  })
})
