import { describe, expect, it } from 'vitest'
import { readStatus, type StatusRead } from '../../../../electron/main/service/status-read'
import { cardStatus, enveloped, flat } from '../../../support/service/answers'

const read = readStatus('ref-card-1')

/** What is read of a payment that names nothing but its status. */
const bare: StatusRead = {
  status: 'paid',
  reference: null,
  money: { currency: null, value: null },
  providerStatus: null,
  createdAt: null,
  updatedAt: null,
  unread: [],
}

/** A mobile status answer of a service with exactly the contract's operations. */
const flatStatus = {
  message: 'Payment status retrieved',
  transactionId: 'T-9',
  displayId: 'D-9',
  method: 'MOBILE',
  status: 'COMPLETED',
  reference_id: 'ref-card-1',
  amount: '5000.00',
  currency: 'TZS',
  created_at: '2026-01-01T10:30:00.000Z',
}

describe('an enveloped status answer (§2.1, §4.2, §4.4)', () => {
  it('is read whole', () => {
    const payment = { ...cardStatus, provider_status: 'AUTHORIZED', more: 1 }
    expect(read(enveloped(payment))).toEqual({
      ok: true,
      value: {
        status: 'pending',
        reference: 'ref-card-1',
        money: { currency: 'TZS', value: 5000 },
        providerStatus: 'AUTHORIZED',
        createdAt: Date.UTC(2025, 5, 1, 10, 0),
        updatedAt: Date.UTC(2025, 5, 1, 10, 1, 0, 250),
        unread: [],
      },
    })
  })

  it('needs nothing but the status', () => {
    for (const payment of [{ status: 'paid' }, { status: 'paid', provider_status: null }])
      expect(read(enveloped(payment))).toEqual({ ok: true, value: bare })
  })

  it('says nothing without a payment status', () => {
    for (const status of [undefined, null, '', ' ', 7, true, {}, 'x'.repeat(201), 'pa\nid'])
      expect(read(enveloped({ reference: 'ref-card-1', status }))).toEqual({
        ok: false,
        reason: 'no-payment-status',
      })
  })

  it('keeps the status word as it came', () => {
    for (const status of ['pending', 'PAID', ' Paid ', 'imelipwa', 'x'.repeat(200)])
      expect(read(enveloped({ status }))).toMatchObject({ ok: true, value: { status } })
  })

  it.each(['reference', 'reference_id', 'referenceId'])('names its reference as %s', name => {
    expect(read(enveloped({ status: 'paid', [name]: 'other' }))).toMatchObject({
      value: { reference: 'other' },
    })
  })

  it('names the reference that was asked for where it is among several', () => {
    const payment = { status: 'paid', reference: 'operator-7', reference_id: 'ref-card-1' }
    expect(read(enveloped(payment))).toMatchObject({ value: { reference: 'ref-card-1' } })
  })

  it('may number its payments', () => {
    expect(readStatus('7')(enveloped({ status: 'paid', reference: 7 }))).toMatchObject({
      value: { reference: '7', unread: [] },
    })
  })

  it('has the provider’s word made fit for display', () => {
    expect(read(enveloped({ status: 'paid', provider_status: '00\n approved' }))).toMatchObject({
      value: { providerStatus: '00 approved' },
    })
  })
})

describe('a flat status answer', () => {
  it('is read with our own reference in it', () => {
    expect(read(flat(flatStatus))).toEqual({
      ok: true,
      value: {
        status: 'COMPLETED',
        reference: 'ref-card-1',
        money: { currency: 'TZS', value: 5000 },
        providerStatus: null,
        createdAt: Date.UTC(2026, 0, 1, 10, 30),
        updatedAt: null,
        unread: [],
      },
    })
  })

  it.each(['reference', 'reference_id', 'referenceId'])(
    'may name our reference as %s, next to others',
    name => {
      const { reference_id: _, ...rest } = flatStatus
      const others = { reference: 'x', reference_id: 'y', referenceId: 'z' }
      expect(read(flat({ ...rest, ...others, [name]: 'ref-card-1' }))).toMatchObject({
        value: { reference: 'ref-card-1' },
      })
    },
  )

  it.each([undefined, null, '', 'ref-card-2', 'REF-CARD-1', 'ref-card-1 ', {}, ['ref-card-1']])(
    'is not believed with the reference %j',
    reference_id => {
      expect(read(flat({ ...flatStatus, reference_id }))).toEqual({
        ok: false,
        reason: 'other-payment',
      })
    },
  )

  it('is not believed where our reference stands in another field', () => {
    const { reference_id: reference, ...rest } = flatStatus
    for (const name of ['transactionId', 'order_reference', 'message'])
      expect(read(flat({ ...rest, [name]: reference })).ok).toBe(false)
  })

  it('says nothing without a status', () => {
    for (const status of [undefined, null, '', 200, true])
      expect(read(flat({ ...flatStatus, status }))).toEqual({
        ok: false,
        reason: 'not-the-envelope',
      })
  })
})

describe('an odd field of a status answer costs nothing (money rule 14)', () => {
  it.each<[string, unknown]>([
    ['reference', {}],
    ['reference', ''],
    ['object', 'refund'],
    ['amount', true],
    ['amount', []],
    ['amount', 'TZS 5000'],
    ['amount', { total: 5000 }],
    ['currency', 7],
    ['provider_status', {}],
    ['provider_status', true],
    ['created_at', 'yesterday'],
    ['created_at', '2026-13-05T09:00:00Z'],
    ['created_at', 7],
    ['updated_at', {}],
  ])('%s = %j is left out, and its name is kept', (name, value) => {
    expect(read(enveloped({ ...cardStatus, status: 'paid', [name]: value }))).toMatchObject({
      ok: true,
      value: { status: 'paid', unread: [name] },
    })
  })

  it.each<[string, unknown, Partial<StatusRead>]>([
    ['object', 'Payment', {}],
    ['payment_type', 'mobile', {}],
    ['amount', 5000, { money: { currency: null, value: 5000 } }],
    ['amount', { currency: 'tzs', value: '5000' }, { money: { currency: 'tzs', value: 5000 } }],
    ['provider_status', 7, { providerStatus: '7' }],
    ['created_at', '2026-01-05 09:00:00', { createdAt: Date.UTC(2026, 0, 5, 9) }],
    ['updated_at', 1_767_603_600, { updatedAt: Date.UTC(2026, 0, 5, 9) }],
  ])('%s = %j is read', (name, value, expected) => {
    expect(read(enveloped({ ...cardStatus, [name]: value }))).toMatchObject({
      ok: true,
      value: { status: 'pending', unread: [], ...expected },
    })
  })
})
