import { describe, expect, it } from 'vitest'
import { readCardStatus, readMobileStatus } from '../../../electron/main/service/status-read'
import { cardStatus } from './support/answers'

const readers = [
  ['mobile', readMobileStatus],
  ['card', readCardStatus],
] as const

describe.each(readers)('a %s status answer', (_channel, read) => {
  it('says nothing without a payment status', () => {
    for (const status of [undefined, null, '', ' ', 7, true, {}, 'x'.repeat(65), 'pa\nid'])
      expect(read({ reference: 'r', status })).toMatchObject({
        ok: false,
        reason: 'no-payment-status',
      })
  })

  it('keeps the status word as it came', () => {
    for (const status of ['pending', 'PAID', ' Paid ', 'imelipwa', 'x'.repeat(64)])
      expect(read({ status })).toMatchObject({ ok: true, value: { status } })
  })

  it('has a usable reference or none', () => {
    expect(read({ status: 'paid' })).toMatchObject({ value: { reference: null } })
    expect(read({ status: 'paid', reference: 'r' })).toMatchObject({ value: { reference: 'r' } })
    for (const reference of ['', 7, {}]) expect(read({ status: 'paid', reference }).ok).toBe(false)
  })

  it('has the provider’s word made fit for display', () => {
    expect(read({ status: 'paid', provider_status: '00\n approved' })).toMatchObject({
      value: { providerStatus: '00 approved' },
    })
  })
})

describe('a card status answer (§2.1, §4.4)', () => {
  it('is read whole', () => {
    expect(readCardStatus({ ...cardStatus, provider_status: 'AUTHORIZED', more: 1 })).toEqual({
      ok: true,
      value: {
        status: 'pending',
        reference: 'ref-card-1',
        money: { kind: 'read', amount: { currency: 'TZS', value: 5000 } },
        providerStatus: 'AUTHORIZED',
        createdAt: Date.UTC(2025, 5, 1, 10, 0),
        updatedAt: Date.UTC(2025, 5, 1, 10, 1, 0, 250),
      },
    })
  })

  it('may hold nothing but the status', () => {
    expect(readCardStatus({ status: 'paid', provider_status: null })).toEqual({
      ok: true,
      value: {
        status: 'paid',
        reference: null,
        money: { kind: 'absent' },
        providerStatus: null,
        createdAt: null,
        updatedAt: null,
      },
    })
  })

  it.each([
    ['amount', 5000],
    ['amount', { currency: 'TZS', value: '5000' }],
    ['amount', []],
    ['provider_status', 7],
    ['created_at', 'yesterday'],
    ['updated_at', 1748772300],
    ['payment_type', 'mobile'],
    ['object', 'refund'],
  ])('is not believed with %s = %j', (field, value) => {
    expect(readCardStatus({ ...cardStatus, [field]: value })).toMatchObject({
      ok: false,
      reason: 'wrong-fields',
    })
  })
})

describe('a mobile status answer (§4.2: its fields are not shown)', () => {
  const moneyOf = (fields: object) => readMobileStatus({ status: 'paid', ...fields })

  it.each([
    [{ amount: { currency: 'TZS', value: 5000 } }, 'TZS', 5000],
    [{ amount: { currency: 'TZS', value: '5000' } }, 'TZS', 5000],
    [{ amount: { value: 5000 }, currency: 'KES' }, 'KES', 5000],
    [{ amount: { currency: 'TZS', value: 5000 }, currency: 'TZS' }, 'TZS', 5000],
    [{ currency: 'KES' }, 'KES', null],
    [{ amount: { currency: 'K'.repeat(99), value: 5000 } }, 'K'.repeat(64), 5000],
    [{ amount: 5000, currency: 'TZS' }, 'TZS', 5000],
    [{ amount: '5000.00' }, null, 5000],
    [{ amount: '5000.5' }, null, 5000.5],
    [{ amount: -5000 }, null, -5000],
  ])('names money in %j', (fields, currency, value) => {
    expect(moneyOf(fields)).toMatchObject({
      value: { money: { kind: 'read', amount: { currency, value } } },
    })
  })

  it.each([
    '5,000',
    'TZS 5000',
    '1e3',
    '',
    true,
    [5000],
    {},
    { value: 'x' },
    { value: 5000, currency: 7 },
    { total: 5000 },
  ])('names money that cannot be compared in %j', amount => {
    expect(moneyOf({ amount })).toMatchObject({
      ok: true,
      value: { money: { kind: 'unreadable' } },
    })
  })

  it('names money that cannot be compared where two currencies differ, or one is no text', () => {
    const twoCurrencies = { amount: { currency: 'TZS', value: 5000 }, currency: 'KES' }
    for (const fields of [twoCurrencies, { currency: 7 }, { amount: 5000, currency: {} }])
      expect(moneyOf(fields)).toMatchObject({ value: { money: { kind: 'unreadable' } } })
  })

  it.each([
    ['["…"]', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['{"":"…"}', `${'{"":'.repeat(50_000)}0${'}'.repeat(50_000)}`],
  ])('shows %s of what is nested without end', (raw, text) => {
    const amount: unknown = JSON.parse(text)
    expect(moneyOf({ amount })).toMatchObject({ value: { money: { kind: 'unreadable', raw } } })
  })

  it('shows what it cannot read, bounded', () => {
    expect(moneyOf({ amount: 'x\u0000'.repeat(400) })).toMatchObject({
      value: { money: { raw: expect.stringMatching(/^"x\\u0000x.{1,190}…$/) } },
    })
  })

  it('names no money when there is none', () => {
    expect(moneyOf({})).toMatchObject({ value: { money: { kind: 'absent' } } })
    expect(moneyOf({ amount: null })).toMatchObject({ value: { money: { kind: 'absent' } } })
  })

  it('is believed although what only informs cannot be read', () => {
    const odd = { created_at: 'yesterday', updated_at: 7, provider_status: {} }
    expect(moneyOf(odd)).toMatchObject({
      ok: true,
      value: { createdAt: null, updatedAt: null, providerStatus: null },
    })
  })
})
