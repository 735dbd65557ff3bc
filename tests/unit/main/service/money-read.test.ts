import { describe, expect, it } from 'vitest'
import { SeveralValues } from '../../../../electron/main/service/json'
import { readAmount, readCurrency } from '../../../../electron/main/service/money-read'
import { expectEach } from '../../../support/expect-each'

describe('an amount', () => {
  it.each<[number, ...unknown[]]>([
    [5000, 5000, '5000', ' 5000\n', '5000.00', '5,000', [5000], { value: [5000] }],
    [50.5, 50.5, '50.5', '50.50'],
    [0, 0, '0'],
    [-5000, -5000, '-5000', '-5,000.00'],
    [123_456_789_012_345, '123456789012345'],
    [15_000, '15,000.00', '15\u00a0000', '15\u202f000', "15'000", '15’000'],
    [1_234_567, '1,234,567'],
    [1_234_567.5, '1 234 567.50'],
  ])('of %d is read', (value, ...amounts) => {
    for (const amount of amounts) {
      const text = String(amount).trim()
      expect(readAmount(amount), text).toEqual({
        amounts: [{ value, text: expect.any(String) }],
        currencies: [],
      })
      if (typeof amount !== 'object' && !/\s/.test(text))
        expect(readAmount(amount).amounts[0]?.text).toBe(text)
    }
  })

  it.each<[string, ...unknown[]]>([
    ['TZS', 'TZS 15000', 'TZS15,000', 'tzs. 15,000', '15000 TZS', '15,000.00 Tsh.'],
    ['TZS', 'Tshs. 15,000/=', { value: 15_000, currency: 'TZS' }],
    ['TZS', { value: '15,000.00', currency: 'Tsh' }, { amount: '15000', currency: 'tzs' }],
    ['SHS', '15,000/=', '15000/-', '15,000 shs'],
    ['KES', 'Ksh 15,000'],
    ['USD', 'USD 15000'],
  ])('names its currency: %s', (currency, ...amounts) => {
    const read = { amounts: [{ value: 15_000 }], currencies: [currency] }
    for (const amount of amounts) expect(readAmount(amount)).toMatchObject(read)
  })

  it('may name two currencies, and both count', () => {
    const amount = { value: 'KES 15000', currency: 'TZS' }
    expect(readAmount(amount).currencies).toEqual(['TZS', 'KES'])
  })

  it.each<[string, ...unknown[]]>([
    ['points', '15.000', '1.500.000'],
    ['a comma for the point', '15,00', '15.000,00'],
    ['odd groups', '1,234 567', '15,00,000'],
    ['too many digits', '1234567890123456', Number.POSITIVE_INFINITY],
    ['another notation', '1e3', '0x10', '+5000'],
    ['no digit at the point', '.5', '5.'],
    ['more than a number', '5000 + 100', 'about 5000 shillings'],
    ['signs that may be others', '١٥٠٠', '15\u200b000'],
    ['another structure', [5000, 5000], { total: 5000 }, { value: { value: 5000 } }],
  ])('with digits that cannot be read without doubt is named, and equals none: %s', (_, ...odd) => {
    for (const amount of odd) {
      const { text, value } = readAmount(amount).amounts[0] ?? {}
      expect({ value, text }).toEqual({ value: null, text: expect.stringMatching(/./) })
      const unread = { amounts: [{ value: null }], currencies: ['TZS'] }
      expect(readAmount({ value: amount, currency: 'TZS' })).toMatchObject(unread)
    }
  })

  it.each([undefined, null, true, '', ' ', '-', 'all', [], {}, { value: null }, { value: 'x' }])(
    'is none in %j: it costs nothing',
    amount => expect(readAmount(amount)).toEqual({ amounts: [], currencies: [] }),
  )

  it('keeps its currency without a value', () => {
    const read = readAmount({ currency: 'TZS', value: null })
    expect(read).toEqual({ amounts: [], currencies: ['TZS'] })
  })

  it('counts each value that stands under its name', () => {
    const [value, currency] = [new SeveralValues([5000, 1]), new SeveralValues([null, 'KES'])]
    const both = { amounts: [{ value: 5000 }, { value: 1 }], currencies: ['KES'] }
    expect(readAmount({ value, currency })).toMatchObject(both)
  })

  it('is kept in a text that is fit to be shown', () => {
    expect(readAmount(`1\u202e${'2'.repeat(99)}`).amounts[0]?.text).toMatch(/^1 2{61}…$/)
  })
})

describe('a currency', () => {
  it.each<[string, ...unknown[]]>([
    ['TZS', 'TZS', ' tzs ', 'Tsh', 'TSHS.', 'Tsh/='],
    ['KES', 'Ksh', 'Kshs'],
    ['UGX', 'UShs'],
    ['USD', 'usd'],
    ['TZS', 834, '834'],
    ['KES', 404, 'KES.'],
    ['UGX', 800],
    ['SHILLINGS', 'shillings'],
  ])('%s is read', (code, ...texts) => {
    expectEach(texts, readCurrency, code)
  })

  it.each([undefined, null, 7, 99, 1_000, true, {}, '', ' ', '\u200b'])('is none in %j', value => {
    expect(readCurrency(value)).toBeNull()
  })

  it('that is too long is cut, and equals no payment’s currency', () => {
    expect(readCurrency('K'.repeat(99))).toBe(`${'K'.repeat(63)}…`)
  })

  it('has nothing hidden in it, and equals none where something was', () => {
    expect(readCurrency('T\u200bZS')).toBe('T ZS')
  })
})
