import { describe, expect, it } from 'vitest'
import { createFieldReader } from '../../../../electron/main/service/field-reader'
import { type MoneyRead, readMoney } from '../../../../electron/main/service/money-read'

function moneyOf(payment: Record<string, unknown>): MoneyRead & { unread: readonly string[] } {
  const fields = createFieldReader(payment)
  const money = readMoney(payment, fields)
  return { ...money, unread: fields.unread() }
}

const read = (currency: string | null, value: number | null) => ({ currency, value, unread: [] })

describe('money of an answer', () => {
  it.each<[Record<string, unknown>, string | null, number | null]>([
    [{ amount: { currency: 'TZS', value: 5000 } }, 'TZS', 5000],
    [{ amount: { currency: 'TZS', value: '5000' } }, 'TZS', 5000],
    [{ amount: { currency: 'TZS', value: '5000.00' } }, 'TZS', 5000],
    [{ amount: { currency: 'tzs', value: 5000.0 } }, 'tzs', 5000],
    [{ amount: { value: 5000 }, currency: 'KES' }, 'KES', 5000],
    [{ amount: { currency: null, value: 5000 }, currency: 'KES' }, 'KES', 5000],
    [{ amount: 5000, currency: 'TZS' }, 'TZS', 5000],
    [{ amount: '1000.00', currency: 'TZS' }, 'TZS', 1000],
    [{ amount: ' 5000 ' }, null, 5000],
    [{ amount: '5000.5' }, null, 5000.5],
    [{ amount: '0' }, null, 0],
    [{ amount: -5000 }, null, -5000],
    [{ amount: '-5000' }, null, -5000],
    [{ currency: 'KES' }, 'KES', null],
    [{ amount: { currency: 'TZS', value: null } }, 'TZS', null],
    [{ amount: null }, null, null],
    [{}, null, null],
  ])('is read from %j', (payment, currency, value) => {
    expect(moneyOf(payment)).toEqual(read(currency, value))
  })

  it.each([
    'x',
    '',
    '5,000',
    '5 000',
    'TZS 5000',
    '1e3',
    '0x10',
    '.5',
    '5.',
    '1234567890123456',
    true,
    [5000],
    {},
    { total: 5000 },
    { value: 'x' },
    { value: {} },
    { value: Number.POSITIVE_INFINITY },
  ])('has no readable value in %j: it is noted and left out', amount => {
    expect(moneyOf({ amount, currency: 'TZS' })).toEqual({
      currency: 'TZS',
      value: null,
      unread: ['amount'],
    })
  })

  it.each([7, {}, true, '', ' '])('has no readable currency in %j', currency => {
    expect(moneyOf({ amount: 5000, currency })).toEqual({
      currency: null,
      value: 5000,
      unread: ['currency'],
    })
    expect(moneyOf({ amount: { value: 5000, currency } })).toEqual({
      currency: null,
      value: 5000,
      unread: ['amount'],
    })
  })
})

describe('two currencies of an answer', () => {
  it('that agree, in any case of letters, are one', () => {
    const payment = { amount: { currency: 'TZS', value: 5000 }, currency: 'tzs' }
    expect(moneyOf(payment)).toEqual(read('TZS', 5000))
  })

  it('that differ are named together, so that they equal no sale’s currency', () => {
    const payment = { amount: { currency: 'TZS', value: 5000 }, currency: 'KES' }
    expect(moneyOf(payment)).toEqual(read('TZS, KES', 5000))
  })

  it('of which one cannot be read are the other one', () => {
    const payment = { amount: { currency: 'TZS', value: 5000 }, currency: 7 }
    expect(moneyOf(payment)).toEqual({ currency: 'TZS', value: 5000, unread: ['currency'] })
  })
})

describe('a currency', () => {
  it('that is too long is cut, and equals no sale’s currency', () => {
    expect(moneyOf({ currency: 'K'.repeat(99) }).currency).toBe(`${'K'.repeat(63)}…`)
  })

  it('has nothing hidden in it', () => {
    expect(moneyOf({ currency: 'T\u200bZS' }).currency).toBe('T ZS')
  })
})
