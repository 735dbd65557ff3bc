import { describe, expect, it } from 'vitest'
import { readStatus, type StatusRead } from '../../../../electron/main/service/status-read'
import { cardStatus, envelope, noFacts, readBody } from '../../../support/service/answers'

const reader = readStatus('ref-card-1')
const read = (body: unknown) => readBody(body, reader)
const readData = (data: unknown) => read(envelope(data))

/** What is read of a payment that names nothing but its status. */
const bare: StatusRead = {
  facts: { ...noFacts, isEnvelope: true, hasStatus: true, words: ['paid'] },
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
    expect(readData(payment)).toEqual({
      ok: true,
      value: {
        ...bare,
        facts: {
          isEnvelope: true,
          references: ['ref-card-1'],
          hasStatus: true,
          words: ['pending'],
          mentions: [{ kind: 'text', name: 'provider_status', value: 'AUTHORIZED' }],
          amounts: [{ value: 5000, text: '5000' }],
          currencies: ['TZS'],
        },
        providerStatus: 'AUTHORIZED',
        createdAt: Date.UTC(2025, 5, 1, 10, 0),
        updatedAt: Date.UTC(2025, 5, 1, 10, 1, 0, 250),
      },
    })
  })

  it('needs nothing but the status', () => {
    for (const payment of [{ status: 'paid' }, { status: 'paid', provider_status: null }])
      expect(readData(payment)).toEqual({ ok: true, value: bare })
  })

  it('has the provider’s word made fit for display', () => {
    const read = readData({ status: 'paid', provider_status: '00\n approved' })
    expect(read).toMatchObject({ value: { providerStatus: '00 approved' } })
  })
})

describe('a flat status answer', () => {
  it('is read with our own reference in it', () => {
    expect(read(flatStatus)).toEqual({
      ok: true,
      value: {
        ...bare,
        facts: {
          ...noFacts,
          references: ['ref-card-1'],
          hasStatus: true,
          words: ['COMPLETED'],
          mentions: [{ kind: 'text', name: 'message', value: 'Payment status retrieved' }],
          amounts: [{ value: 5000, text: '5000.00' }],
          currencies: ['TZS'],
        },
        createdAt: Date.UTC(2026, 0, 1, 10, 30),
      },
    })
  })

  it('says nothing without a status', () => {
    for (const status of [undefined, null, '', 200, true])
      expect(read({ ...flatStatus, status })).toEqual({ ok: false, reason: 'no-payment-status' })
    expect(read({ message: 'hello' })).toEqual({ ok: false, reason: 'not-the-envelope' })
  })
})

describe('an odd field of a status answer costs nothing (money rule 14)', () => {
  it.each<[string, ...unknown[]]>([
    ['reference', {}, ''],
    ['object', 'refund'],
    ['amount', true, [], '15.000', { total: 5000 }],
    ['currency', 7],
    ['provider_status', {}, true],
    ['created_at', 'yesterday', '2026-13-05T09:00:00Z', 7],
    ['updated_at', {}],
  ])('%s is left out, and its name is kept', (name, ...odd) => {
    const read = { facts: { words: ['paid'] }, unread: [name] }
    for (const value of odd) {
      const payment = { ...cardStatus, status: 'paid', [name]: value }
      expect(readData(payment), JSON.stringify(value)).toMatchObject({ ok: true, value: read })
    }
  })

  it.each<[string, unknown, object]>([
    ['object', 'Payment', {}],
    ['payment_type', 'mobile', {}],
    ['amount', 5000, { facts: { amounts: [{ value: 5000 }], currencies: [] } }],
    ['amount', { currency: 'tzs', value: '5000' }, { facts: { currencies: ['TZS'] } }],
    ['provider_status', 7, { providerStatus: '7' }],
    ['created_at', '2026-01-05 09:00:00', { createdAt: Date.UTC(2026, 0, 5, 9) }],
    ['updated_at', 1_767_603_600, { updatedAt: Date.UTC(2026, 0, 5, 9) }],
  ])('%s = %j is read', (name, value, expected) => {
    expect(readData({ ...cardStatus, [name]: value })).toMatchObject({
      ok: true,
      value: { unread: [], ...expected },
    })
  })
})
