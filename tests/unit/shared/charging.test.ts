import { describe, expect, it } from 'vitest'
import { itemOfCode, needsReadBack, networkHint } from '../../../shared/charging'
import { chargingSettingsSchema, defaultCharging } from '../../../shared/settings/charging'

const charging = { ...defaultCharging, readBackFrom: { TZS: 500_000, KES: 20_000 } }

describe('reading back before sending', () => {
  it.each([
    ['TZS', 499_999, false],
    ['TZS', 500_000, true],
    ['KES', 20_000, true],
    ['KES', 19_999, false],
    ['UGX', 999_999_999_999, false],
  ])('%s %i: %s, and it can be off', (currency, value, expected) => {
    expect(needsReadBack({ currency, value }, charging)).toBe(expected)
    expect(needsReadBack({ currency, value }, { ...charging, readBackFrom: {} })).toBe(false)
  })
})

describe('a network’s name', () => {
  const networks = [
    { prefix: '25575', name: 'One' },
    { prefix: '255754', name: 'Two' },
  ]

  it('is the owner’s word for the longest beginning, or nothing', () => {
    expect(networkHint('255754001212', networks)).toBe('Two')
    expect(networkHint('255755001212', networks)).toBe('One')
    expect(networkHint('255684001212', networks)).toBeNull()
  })

  it('is not known from the start: the contract names none (money rule 13)', () => {
    expect(defaultCharging.networks).toEqual([])
    expect(networkHint('255754001212', defaultCharging.networks)).toBeNull()
  })
})

const soda = { name: 'Soda', price: 1_500, code: '1' }

describe('a scanned code', () => {
  it('is one item, and no code is none', () => {
    const items = [soda, { name: 'Bread', price: 2_000, code: '' }]
    expect(itemOfCode('1', items)).toBe(soda)
    expect(itemOfCode('', items)).toBeNull()
    expect(itemOfCode('2', items)).toBeNull()
  })

  it.each([
    ['96385074', '00000096385074'],
    ['0012345678905', '12345678905'],
  ])('of digits is a number of 14: %s is %s', (code, scanned) => {
    const items = [{ ...soda, code }]
    expect(itemOfCode(scanned, items)).toBe(items[0])
    expect(itemOfCode(`1${scanned}`, items)).toBeNull()
  })

  it('with a letter is read as it is', () => {
    expect(itemOfCode('00A1', [{ ...soda, code: 'A1' }])).toBeNull()
  })
})

describe('the settings', () => {
  it.each([
    { items: [{ name: '', price: 500, code: '' }] },
    { items: [{ name: 'Soda', price: 0, code: '' }] },
    { items: [{ name: 'Soda', price: 1.5, code: '' }] },
    { items: [{ name: 'Soda', price: 500, code: 'a b' }] },
    { items: [soda, { ...soda, code: '2' }] },
    { items: [soda, { ...soda, name: 'Bread' }] },
    { items: [soda, { ...soda, name: 'Bread', code: '0001' }] },
    { items: Array.from({ length: 61 }, (_, n) => ({ ...soda, name: `${n}`, code: '' })) },
    { readBackFrom: { shillings: 5 } },
    { readBackFrom: { TZS: 0 } },
    { networks: [{ prefix: '0754', name: 'One' }] },
    { networks: [{ prefix: '255754', name: ' ' }] },
  ])('refuse %j', change => {
    expect(chargingSettingsSchema.safeParse({ ...defaultCharging, ...change }).success).toBe(false)
    expect(chargingSettingsSchema.safeParse(defaultCharging).success).toBe(true)
  })
})
