import { describe, expect, it } from 'vitest'
import { SeveralValues } from '../../../../electron/main/service/json'
import { readAmount, readCurrency } from '../../../../electron/main/service/money-read'

describe('an amount', () => {
  it.each<[unknown, number]>([
    [5000, 5000],
    [5000.0, 5000],
    [50.5, 50.5],
    [0, 0],
    [-5000, -5000],
    ['5000', 5000],
    [' 5000\n', 5000],
    ['5000.00', 5000],
    ['5000.5', 5000.5],
    ['0', 0],
    ['-5000', -5000],
    ['-5,000.00', -5000],
    ['123456789012345', 123_456_789_012_345],
    ['5,000', 5000],
    ['15,000.00', 15_000],
    ['1,234,567', 1_234_567],
    ['1 234 567.50', 1_234_567.5],
    ['15\u00a0000', 15_000],
    ['15\u202f000', 15_000],
    ["15'000", 15_000],
    ['15’000', 15_000],
    [[5000], 5000],
    [{ value: [5000] }, 5000],
  ])('is read from %j', (amount, value) => {
    const text = String(amount).trim()
    expect(readAmount(amount)).toEqual({
      amounts: [{ value, text: expect.any(String) }],
      currencies: [],
    })
    if (typeof amount !== 'object' && !/\s/.test(text))
      expect(readAmount(amount).amounts[0]?.text).toBe(text)
  })

  it.each<[unknown, string]>([
    ['TZS 15000', 'TZS'],
    ['TZS15,000', 'TZS'],
    ['tzs. 15,000', 'TZS'],
    ['15000 TZS', 'TZS'],
    ['15,000.00 Tsh.', 'TZS'],
    ['Tshs. 15,000/=', 'TZS'],
    ['15,000/=', 'SHS'],
    ['15000/-', 'SHS'],
    ['15,000 shs', 'SHS'],
    ['Ksh 15,000', 'KES'],
    ['USD 15000', 'USD'],
    [{ value: 15_000, currency: 'TZS' }, 'TZS'],
    [{ value: '15,000.00', currency: 'Tsh' }, 'TZS'],
    [{ amount: '15000', currency: 'tzs' }, 'TZS'],
  ])('names its currency: %j', (amount, currency) => {
    expect(readAmount(amount)).toMatchObject({
      amounts: [{ value: 15_000 }],
      currencies: [currency],
    })
  })

  it('may name two currencies, and both count', () => {
    const amount = { value: 'KES 15000', currency: 'TZS' }
    expect(readAmount(amount).currencies).toEqual(['TZS', 'KES'])
  })

  it.each([
    ['a point that may be a comma', '15.000'],
    ['points as separators', '1.500.000'],
    ['a comma for the point', '15,00'],
    ['points and a comma', '15.000,00'],
    ['separators that differ', '1,234 567'],
    ['groups of two', '15,00,000'],
    ['too many digits', '1234567890123456'],
    ['an exponent', '1e3'],
    ['another base', '0x10'],
    ['no digit before the point', '.5'],
    ['no digit after it', '5.'],
    ['a plus', '+5000'],
    ['a sum', '5000 + 100'],
    ['words', 'about 5000 shillings'],
    ['digits of another script', '١٥٠٠'],
    ['something hidden', '15\u200b000'],
    ['no end', Number.POSITIVE_INFINITY],
    ['a list of two', [5000, 5000]],
    ['a name of its own', { total: 5000 }],
    ['an object too deep', { value: { value: 5000 } }],
  ])('with digits that cannot be read without doubt is named, and equals none: %s', (_, amount) => {
    const { text, value } = readAmount(amount).amounts[0] ?? {}
    expect({ value, text }).toEqual({ value: null, text: expect.stringMatching(/./) })
    expect(readAmount({ value: amount, currency: 'TZS' })).toMatchObject({
      amounts: [{ value: null }],
      currencies: ['TZS'],
    })
  })

  it.each([undefined, null, true, '', ' ', '-', 'all', [], {}, { value: null }, { value: 'x' }])(
    'is none in %j: it costs nothing',
    amount => expect(readAmount(amount)).toEqual({ amounts: [], currencies: [] }),
  )

  it('keeps its currency without a value', () => {
    expect(readAmount({ currency: 'TZS', value: null })).toEqual({
      amounts: [],
      currencies: ['TZS'],
    })
  })

  it('counts each value that stands under its name', () => {
    const amount = {
      value: new SeveralValues([5000, 1]),
      currency: new SeveralValues([null, 'KES']),
    }
    expect(readAmount(amount)).toMatchObject({
      amounts: [{ value: 5000 }, { value: 1 }],
      currencies: ['KES'],
    })
  })

  it('is kept in a text that is fit to be shown', () => {
    expect(readAmount(`1\u202e${'2'.repeat(99)}`).amounts[0]?.text).toMatch(/^1 2{61}…$/)
  })
})

describe('a currency', () => {
  it.each([
    ['TZS', 'TZS'],
    [' tzs ', 'TZS'],
    ['Tsh', 'TZS'],
    ['TSHS.', 'TZS'],
    ['Tsh/=', 'TZS'],
    ['Ksh', 'KES'],
    ['Kshs', 'KES'],
    ['UShs', 'UGX'],
    ['usd', 'USD'],
    ['shillings', 'SHILLINGS'],
  ])('%j is %s', (text, code) => expect(readCurrency(text)).toBe(code))

  it.each([undefined, null, 7, true, {}, '', ' ', '\u200b'])('is none in %j', value => {
    expect(readCurrency(value)).toBeNull()
  })

  it('that is too long is cut, and equals no sale’s currency', () => {
    expect(readCurrency('K'.repeat(99))).toBe(`${'K'.repeat(63)}…`)
  })

  it('has nothing hidden in it, and equals none where something was', () => {
    expect(readCurrency('T\u200bZS')).toBe('T ZS')
  })
})
