import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Accepted, readAccepted } from '../../../../electron/main/service/accepted'
import { cardCreated, enveloped, flat, mobileCreated } from '../../../support/service/answers'

const noMoney = { currency: null, value: null }

/** What is read of a payment that names nothing but its reference. */
const bare: Accepted = {
  reference: 'r',
  status: 'pending',
  money: noMoney,
  expiresAt: null,
  checkoutUrl: null,
  checkoutFault: 'missing',
  apiVersion: null,
  unread: [],
}

describe('a create answer (§2.1, §4.1, §4.3)', () => {
  it('is read whole: mobile', () => {
    expect(readAccepted(enveloped(mobileCreated))).toEqual({
      ok: true,
      value: {
        reference: 'ref-mobile-1',
        status: 'pending',
        money: { currency: 'TZS', value: 5000 },
        expiresAt: Date.UTC(2025, 5, 1, 10, 5),
        checkoutUrl: null,
        checkoutFault: 'missing',
        apiVersion: '2025-01-01',
        unread: [],
      },
    })
  })

  it('is read whole: card', () => {
    expect(readAccepted(enveloped(cardCreated))).toEqual({
      ok: true,
      value: {
        reference: 'ref-card-1',
        status: 'pending',
        money: { currency: 'TZS', value: 5000 },
        expiresAt: Date.UTC(2025, 5, 1, 7, 30),
        checkoutUrl: 'https://checkout.example/s/1',
        checkoutFault: null,
        apiVersion: null,
        unread: [],
      },
    })
  })

  it('needs nothing but a reference in the envelope, and may hold more', () => {
    for (const payment of [{ reference: 'r' }, { reference: 'r', amount: null, news: { a: 1 } }])
      expect(readAccepted(enveloped(payment))).toEqual({ ok: true, value: bare })
  })

  it.each(['reference', 'reference_id', 'referenceId'])('names its reference as %s', name => {
    expect(readAccepted(enveloped({ [name]: 'r' }))).toEqual({ ok: true, value: bare })
  })

  it('that names several references is known by the contract’s own name', () => {
    const payment = { referenceId: 'c', reference_id: 'b', reference: 'a' }
    expect(readAccepted(enveloped(payment))).toMatchObject({ value: { reference: 'a' } })
    const { reference: _, ...others } = payment
    expect(readAccepted(enveloped(others))).toMatchObject({ value: { reference: 'b' } })
  })

  it('may number its payments', () => {
    expect(readAccepted(enveloped({ reference: 70_012 }))).toMatchObject({
      value: { reference: '70012', unread: [] },
    })
  })

  it.each([undefined, null, '', '  ', 1.5, 2 ** 53, true, {}, 'a\nb', 'x'.repeat(513)])(
    'cannot be followed with the reference %j',
    reference => {
      expect(readAccepted(enveloped({ ...mobileCreated, reference }))).toEqual({
        ok: false,
        reason: 'no-reference',
      })
    },
  )

  it('takes the next name where the first one cannot be read, and says so', () => {
    const payment = { reference: {}, reference_id: 'b' }
    expect(readAccepted(enveloped(payment))).toMatchObject({
      value: { reference: 'b', unread: ['reference'] },
    })
  })
})

describe('a flat create answer', () => {
  it('is read like an enveloped one', () => {
    expect(readAccepted(flat(mobileCreated))).toEqual(readAccepted(enveloped(mobileCreated)))
  })

  it('needs a status: any JSON may have a field that is called reference', () => {
    for (const status of [undefined, null, '', 7, {}])
      expect(readAccepted(flat({ ...mobileCreated, status }))).toEqual({
        ok: false,
        reason: 'not-the-envelope',
      })
  })

  it('needs a reference', () => {
    expect(readAccepted(flat({ status: 'PENDING' }))).toEqual({ ok: false, reason: 'no-reference' })
  })

  it('may show the payment as it stands by now: the word is kept as it came', () => {
    const payment = { status: 'COMPLETED', reference_id: 'r', amount: '5000.00', currency: 'TZS' }
    expect(readAccepted(flat(payment))).toEqual({
      ok: true,
      value: { ...bare, status: 'COMPLETED', money: { currency: 'TZS', value: 5000 } },
    })
  })
})

describe('an odd field of a create answer costs nothing (money rule 14)', () => {
  it.each<[string, unknown]>([
    ['status', ''],
    ['status', 1],
    ['status', 'x'.repeat(201)],
    ['status', 'pend\u0007ing'],
    ['object', 'refund'],
    ['object', 7],
    ['amount', true],
    ['amount', []],
    ['amount', '5,000'],
    ['amount', {}],
    ['amount', { currency: 'TZS', value: 'x' }],
    ['amount', { currency: 7, value: 5000 }],
    ['currency', {}],
    ['expires_at', 'tomorrow'],
    ['expires_at', '2025-02-30T10:05:00Z'],
    ['expires_at', '1960-01-01T00:00:00Z'],
    ['expires_at', { date: '2025-06-01' }],
    ['expires_at', 7],
    ['api_version', {}],
    ['api_version', '\u200b'],
    ['checkout_url', 'javascript:alert(1)'],
  ])('%s = %j is left out, and its name is kept', (name, value) => {
    expect(readAccepted(enveloped({ ...mobileCreated, [name]: value }))).toMatchObject({
      ok: true,
      value: { reference: 'ref-mobile-1', status: 'pending', unread: [name] },
    })
  })

  it.each<[string, unknown, Partial<Accepted>]>([
    ['status', null, { status: 'pending' }],
    ['object', 'PAYMENT', {}],
    ['payment_type', 'card', {}],
    ['payment_type', 7, {}],
    ['amount', 5000, { money: { currency: null, value: 5000 } }],
    ['amount', '5000', { money: { currency: null, value: 5000 } }],
    ['amount', { currency: 'tzs', value: '5000.00' }, { money: { currency: 'tzs', value: 5000 } }],
    ['amount', { value: 5000 }, { money: { currency: null, value: 5000 } }],
    ['amount', { currency: 'TZS', value: 50.5 }, { money: { currency: 'TZS', value: 50.5 } }],
    ['expires_at', 1_748_772_300, { expiresAt: Date.UTC(2025, 5, 1, 10, 5) }],
    ['expires_at', 1_748_772_300_000, { expiresAt: Date.UTC(2025, 5, 1, 10, 5) }],
    ['expires_at', '2025-06-01 10:05:00', { expiresAt: Date.UTC(2025, 5, 1, 10, 5) }],
    [
      'expires_at',
      '2025-06-01T10:05:00.063993853Z',
      { expiresAt: Date.UTC(2025, 5, 1, 10, 5, 0, 63) },
    ],
    ['expires_at', null, { expiresAt: null }],
    ['api_version', 2025, { apiVersion: '2025' }],
    ['api_version', 'x'.repeat(99), { apiVersion: `${'x'.repeat(63)}…` }],
  ])('%s = %j is read', (name, value, read) => {
    expect(readAccepted(enveloped({ ...mobileCreated, [name]: value }))).toMatchObject({
      ok: true,
      value: { reference: 'ref-mobile-1', unread: [], ...read },
    })
  })

  it('all of them together cost nothing either', () => {
    const odd = { object: 1, amount: [], currency: 7, expires_at: 'x', api_version: {}, status: {} }
    expect(readAccepted(enveloped({ ...odd, reference: 'r', checkout_url: 5 }))).toEqual({
      ok: true,
      value: {
        ...bare,
        checkoutFault: 'not-safe',
        unread: [
          'status',
          'object',
          'amount',
          'currency',
          'expires_at',
          'checkout_url',
          'api_version',
        ],
      },
    })
  })

  it('its value is named nowhere', () => {
    const read = readAccepted(enveloped({ ...cardCreated, checkout_url: 'ftp://hidden.example' }))
    expect(JSON.stringify(read)).not.toContain('hidden')
  })
})

describe('a checkout_url', () => {
  const checkoutOf = (checkout_url: unknown) =>
    readAccepted(enveloped({ ...cardCreated, checkout_url }))

  it('may lead to this computer over http: the practice service does', () => {
    const url = 'http://127.0.0.1:4000/checkout/1'
    expect(checkoutOf(url)).toMatchObject({ value: { checkoutUrl: url, checkoutFault: null } })
  })

  it.each([undefined, null, ''])('is missing: %j', url => {
    expect(checkoutOf(url)).toMatchObject({
      ok: true,
      value: { checkoutUrl: null, checkoutFault: 'missing', unread: [] },
    })
  })

  it.each([
    7,
    'checkout/1',
    'http://checkout.example/s/1',
    'https:o/checkout.example/s/1',
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'https://bank.example@evil.example/',
    'https://checkout.example/ s',
  ])('is not shown, and the payment goes on: %j', url => {
    expect(checkoutOf(url)).toMatchObject({
      ok: true,
      value: {
        reference: 'ref-card-1',
        checkoutUrl: null,
        checkoutFault: 'not-safe',
        unread: ['checkout_url'],
      },
    })
  })

  it('of 2,048 characters still fits in a QR code, and a longer one does not', () => {
    const begin = 'https://checkout.example/'
    const url = begin + 'x'.repeat(2_048 - begin.length)
    expect(checkoutOf(url)).toMatchObject({ value: { checkoutUrl: url, checkoutFault: null } })
    expect(checkoutOf(`${url}x`)).toMatchObject({
      ok: true,
      value: {
        reference: 'ref-card-1',
        checkoutUrl: null,
        checkoutFault: 'too-long',
        unread: ['checkout_url'],
      },
    })
  })

  it('is parsed only when it is short: a long host name takes seconds', () => {
    const parse = vi.spyOn(URL, 'canParse')
    onTestFinished(() => parse.mockRestore())
    expect(checkoutOf(`https://${'漢'.repeat(2_048)}/`).ok).toBe(true)
    expect(parse).not.toHaveBeenCalled()
  })
})
