import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readCardAccepted, readMobileAccepted } from '../../../electron/main/service/accepted'
import { cardCreated, mobileCreated } from './support/answers'

describe('a mobile create answer (§2.1, §4.1)', () => {
  it('is read whole', () => {
    expect(readMobileAccepted(mobileCreated)).toEqual({
      ok: true,
      value: {
        reference: 'ref-mobile-1',
        status: 'pending',
        amount: { currency: 'TZS', value: 5000 },
        expiresAt: Date.UTC(2025, 5, 1, 10, 5),
        checkoutUrl: null,
        apiVersion: '2025-01-01',
      },
    })
  })

  it('may lack all but reference and status, and may hold more', () => {
    const bare = { reference: 'r', status: 'pending', amount: null, news: { a: 1 } }
    expect(readMobileAccepted(bare)).toEqual({
      ok: true,
      value: {
        reference: 'r',
        status: 'pending',
        amount: null,
        expiresAt: null,
        checkoutUrl: null,
        apiVersion: null,
      },
    })
  })

  it.each([undefined, null, '', '  ', 7, 'a\nb', 'x'.repeat(201)])(
    'cannot be followed with the reference %j',
    reference => {
      expect(readMobileAccepted({ ...mobileCreated, reference })).toMatchObject({
        ok: false,
        reason: 'no-reference',
      })
    },
  )

  it.each([undefined, null, '', 1, true, 'x'.repeat(65), 'pend\u0007ing'])(
    'has no payment status in %j',
    status => {
      expect(readMobileAccepted({ ...mobileCreated, status })).toMatchObject({
        ok: false,
        reason: 'no-payment-status',
      })
    },
  )

  it.each([
    ['amount', '5000', 'amount'],
    ['amount', { currency: 'TZS', value: '5000' }, 'amount.value'],
    ['amount', { currency: 'TZS', value: 50.5 }, 'amount.value'],
    ['amount', { value: 5000 }, 'amount.currency'],
    ['expires_at', 1748772300, 'expires_at'],
    ['api_version', 2025, 'api_version'],
    ['payment_type', 'card', 'payment_type'],
    ['object', 'refund', 'object'],
  ])(
    'is not believed with %s = %j; the field is named, its value is not',
    (field, value, detail) => {
      expect(readMobileAccepted({ ...mobileCreated, [field]: value })).toEqual({
        ok: false,
        reason: 'wrong-fields',
        detail,
      })
    },
  )

  it.each(['tomorrow', '2025-06-01T10:05:00', '2025-02-30T10:05:00Z', '1960-01-01T00:00:00Z'])(
    'is followed all the same with expires_at = %j, which names no moment',
    expires_at => {
      expect(readMobileAccepted({ ...mobileCreated, expires_at })).toMatchObject({
        ok: true,
        value: { reference: mobileCreated.reference, expiresAt: null },
      })
    },
  )
})

describe('a card create answer (§2.1, §4.3)', () => {
  it('is read whole', () => {
    expect(readCardAccepted(cardCreated)).toEqual({
      ok: true,
      value: {
        reference: 'ref-card-1',
        status: 'pending',
        amount: { currency: 'TZS', value: 5000 },
        expiresAt: Date.UTC(2025, 5, 1, 7, 30),
        checkoutUrl: 'https://checkout.example/s/1',
        apiVersion: null,
      },
    })
  })

  it('needs nothing but a reference: it starts as pending', () => {
    expect(readCardAccepted({ reference: 'r' })).toMatchObject({
      ok: true,
      value: { reference: 'r', status: 'pending', checkoutUrl: null, expiresAt: null },
    })
    expect(readCardAccepted({})).toMatchObject({ ok: false, reason: 'no-reference' })
    expect(readCardAccepted({ reference: 'r', status: 1 })).toMatchObject({
      reason: 'no-payment-status',
    })
  })

  it('has a checkout_url parsed only when it is short: a long host name takes seconds', () => {
    const parse = vi.spyOn(URL, 'canParse')
    onTestFinished(() => parse.mockRestore())
    const checkout_url = `https://${'漢'.repeat(2048)}/`
    expect(readCardAccepted({ ...cardCreated, checkout_url }).ok).toBe(false)
    expect(parse).not.toHaveBeenCalled()
  })

  it('may lead to this computer over http: the practice service does', () => {
    const checkout_url = 'http://127.0.0.1:4000/checkout/1'
    expect(readCardAccepted({ ...cardCreated, checkout_url })).toMatchObject({
      value: { checkoutUrl: checkout_url },
    })
  })

  it.each([
    '',
    7,
    'checkout/1',
    'http://checkout.example/s/1',
    'https:o/checkout.example/s/1',
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'https://bank.example@evil.example/',
    'https://checkout.example/ s',
    `https://checkout.example/${'x'.repeat(2048)}`,
  ])('is not believed with the checkout_url %j', checkout_url => {
    expect(readCardAccepted({ ...cardCreated, checkout_url })).toEqual({
      ok: false,
      reason: 'wrong-fields',
      detail: 'checkout_url',
    })
  })

  it.each([
    ['amount', 5000],
    ['expires_at', 5000],
    ['payment_type', 'mobile'],
  ])('is not believed with %s = %j', (field, value) => {
    expect(readCardAccepted({ ...cardCreated, [field]: value })).toMatchObject({
      reason: 'wrong-fields',
    })
  })
})
