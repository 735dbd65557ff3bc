import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../../electron/main/service/json'
import { readStatus, type StatusRead } from '../../../../electron/main/service/status-read'
import { cardStatus, envelope, readBody } from '../../../support/service/answers'

const reader = readStatus('ref-card-1')
const read = (body: unknown) => readBody(body, reader)
const readData = (data: unknown) => read(envelope(data))
const call = { word: 'success', of: 'call' } as const

/** What is read of a payment that names nothing but its status. */
const bare: StatusRead = {
  facts: {
    isEnvelope: true,
    references: [],
    words: [{ word: 'paid', of: 'payment' }, call],
    hints: [],
    amounts: [],
    currencies: [],
  },
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
        facts: {
          isEnvelope: true,
          references: ['ref-card-1'],
          words: [{ word: 'pending', of: 'payment' }, call],
          hints: [],
          amounts: [{ value: 5000, text: '5000' }],
          currencies: ['TZS'],
        },
        providerStatus: 'AUTHORIZED',
        createdAt: Date.UTC(2025, 5, 1, 10, 0),
        updatedAt: Date.UTC(2025, 5, 1, 10, 1, 0, 250),
        unread: [],
      },
    })
  })

  it('needs nothing but the status', () => {
    for (const payment of [{ status: 'paid' }, { status: 'paid', provider_status: null }])
      expect(readData(payment)).toEqual({ ok: true, value: bare })
  })

  it.each([undefined, null, '', ' ', 7, true, {}, ['paid', 'paid']])(
    'says nothing without a payment status: %j',
    status => {
      expect(readData({ reference: 'ref-card-1', status })).toEqual({
        ok: false,
        reason: 'no-payment-status',
      })
    },
  )

  it('says nothing where the word is the call’s, or in a part that the till does not know', () => {
    for (const body of [
      envelope({ reference: 'ref-card-1' }),
      { status: 'COMPLETED', data: { reference: 'ref-card-1' } },
      envelope({ result: { status: 'paid' } }),
    ])
      expect(read(body)).toEqual({ ok: false, reason: 'no-payment-status' })
  })

  it.each(['pending', 'PAID', ' Paid ', 'imelipwa', 'x'.repeat(200), 'pa\nid'])(
    'is read with any status word: %j',
    status => {
      const facts = { words: [{ word: expect.stringMatching(/./), of: 'payment' }, call] }
      expect(readData({ status })).toMatchObject({ ok: true, value: { facts } })
    },
  )

  it('is read whatever reference it names: whether that is ours is judged later', () => {
    expect(readData({ status: 'paid', reference: 'other' })).toMatchObject({
      ok: true,
      value: { facts: { references: ['other'] } },
    })
  })

  it('has the provider’s word made fit for display', () => {
    expect(readData({ status: 'paid', provider_status: '00\n approved' })).toMatchObject({
      value: { providerStatus: '00 approved' },
    })
  })
})

describe('a flat status answer', () => {
  it('is read with our own reference in it', () => {
    expect(read(flatStatus)).toEqual({
      ok: true,
      value: {
        facts: {
          isEnvelope: false,
          references: ['ref-card-1'],
          words: [{ word: 'COMPLETED', of: 'payment' }],
          hints: [],
          amounts: [{ value: 5000, text: '5000.00' }],
          currencies: ['TZS'],
        },
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
      const others = { reference: 'x', referenceId: 'z' }
      expect(read({ ...rest, ...others, [name]: 'ref-card-1' })).toMatchObject({ ok: true })
    },
  )

  it('may name our reference as a number, exactly', () => {
    const asked = '1234567890123456789'
    const body = (text: string) => parsed(`{"status":"PAID","reference":${text}}`)
    expect(readBody(body(asked), readStatus(asked))).toMatchObject({ ok: true })
    expect(readBody(body('7'), readStatus('7'))).toMatchObject({ ok: true })
    expect(readBody(body('1234567890123456788'), readStatus(asked))).toMatchObject({
      reason: 'other-payment',
    })
  })

  it.each([undefined, null, '', 'ref-card-2', 'REF-CARD-1', 'ref-card-1 ', {}, ['ref-card-2']])(
    'is not believed with the reference %j',
    reference_id => {
      expect(read({ ...flatStatus, reference_id })).toEqual({ ok: false, reason: 'other-payment' })
    },
  )

  it('is not believed where our reference is in another field', () => {
    const { reference_id: reference, ...rest } = flatStatus
    for (const name of ['transactionId', 'order_reference', 'message'])
      expect(read({ ...rest, [name]: reference }).ok).toBe(false)
  })

  it('says nothing without a status', () => {
    for (const status of [undefined, null, '', 200, true])
      expect(read({ ...flatStatus, status })).toEqual({ ok: false, reason: 'no-payment-status' })
    expect(read({ message: 'hello' })).toEqual({ ok: false, reason: 'not-the-envelope' })
  })

  it.each(['payment', 'transaction'])('may hold its payment in an object %s', name => {
    const body = { status: 'success', [name]: flatStatus }
    expect(read(body)).toMatchObject({ ok: true, value: { facts: { references: ['ref-card-1'] } } })
    const other = { status: 'success', [name]: { ...flatStatus, reference_id: 'ref-card-2' } }
    expect(read(other)).toEqual({ ok: false, reason: 'other-payment' })
  })
})

describe('an odd field of a status answer costs nothing (money rule 14)', () => {
  it.each<[string, unknown]>([
    ['reference', {}],
    ['reference', ''],
    ['object', 'refund'],
    ['amount', true],
    ['amount', []],
    ['amount', '15.000'],
    ['amount', { total: 5000 }],
    ['currency', 7],
    ['provider_status', {}],
    ['provider_status', true],
    ['created_at', 'yesterday'],
    ['created_at', '2026-13-05T09:00:00Z'],
    ['created_at', 7],
    ['updated_at', {}],
  ])('%s = %j is left out, and its name is kept', (name, value) => {
    expect(readData({ ...cardStatus, status: 'paid', [name]: value })).toMatchObject({
      ok: true,
      value: { facts: { words: [{ word: 'paid' }, call] }, unread: [name] },
    })
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

function parsed(text: string): unknown {
  const read = parseJson(Buffer.from(text))
  return read.ok ? read.json : null
}
