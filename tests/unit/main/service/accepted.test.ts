import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Accepted, readAccepted } from '../../../../electron/main/service/accepted'
import {
  cardCreated,
  envelope,
  mobileCreated,
  noFacts,
  readBody,
} from '../../../support/service/answers'

const read = (body: unknown) => readBody(body, readAccepted(true))
const readData = (data: unknown) => read(envelope(data))

/** What is read of a payment that names nothing but its reference. */
const bare: Accepted = {
  reference: 'r',
  status: 'pending',
  facts: {
    ...noFacts,
    isEnvelope: true,
    references: ['r'],
    hasStatus: true,
  },
  expiresAt: null,
  checkoutUrl: null,
  checkoutFault: 'missing',
  apiVersion: null,
  unread: [],
}

describe('a create answer (§2.1, §4.1, §4.3)', () => {
  it('needs nothing but a reference in the envelope, and may hold more', () => {
    for (const payment of [{ reference: 'r' }, { reference: 'r', amount: null, news: { a: 1 } }])
      expect(readData(payment)).toEqual({ ok: true, value: bare })
  })

  it('needs no status in an envelope, and no envelope with a status', () => {
    const read = { ok: true, value: { reference: 'r', status: 'pending' } }
    expect(readBody({ code: 200, data: { reference: 'r' } }, readAccepted(true))).toMatchObject(
      read,
    )
    expect(readBody({ reference: 'r', status: 'pending' }, readAccepted(true))).toMatchObject(read)
  })

  it('that names several references is known by the contract’s own name and place', () => {
    const payment = { reference_id: 'b', reference: 'a', transaction: { reference: 'c' } }
    const body = { ...envelope(payment), reference: 'd' }
    expect(read(body)).toMatchObject({
      value: { reference: 'a', facts: { references: ['a', 'b', 'c'] } },
    })
  })
})

describe('a flat create answer', () => {
  const refused = { ok: false, reason: 'not-the-envelope' }

  it('needs a status: any JSON may have a field that is called reference', () => {
    for (const status of [undefined, null, '', 7, {}])
      expect(read({ ...mobileCreated, status })).toEqual(refused)
  })

  it('needs a reference', () => {
    expect(read({ status: 'PENDING' })).toEqual(refused)
  })
})

describe('an odd field of a create answer costs nothing (money rule 14)', () => {
  it.each<[string, ...unknown[]]>([
    ['status', '', 1, {}],
    ['object', 'refund', 7],
    ['amount', true, [], {}, '15.000', 'much', { currency: 'TZS', value: 'x' }],
    ['currency', {}],
    ['expires_at', 7, 'tomorrow', { date: '2025-06-01' }],
    ['expires_at', '2025-02-30T10:05:00Z', '1960-01-01T00:00:00Z'],
    ['api_version', {}, '\u200b'],
    ['checkout_url', 'javascript:alert(1)'],
  ])('%s is left out, and its name is kept', (name, ...odd) => {
    const read = { reference: 'ref-mobile-1', status: 'pending', unread: [name] }
    for (const value of odd)
      expect(readData({ ...mobileCreated, [name]: value }), JSON.stringify(value)).toMatchObject({
        ok: true,
        value: read,
      })
  })

  const money = (value: number, ...currencies: string[]) => ({
    facts: { amounts: [expect.objectContaining({ value })], currencies },
  })

  const expiresAt = Date.UTC(2025, 5, 1, 10, 5)

  it.each<[string, unknown, object]>([
    ['status', ' Pending ', { status: 'Pending' }],
    ['status', null, { status: 'pending' }],
    ['object', 'PAYMENT', {}],
    ['payment_type', 'card', {}],
    ['payment_type', 7, {}],
    ['amount', 5000, money(5000)],
    ['amount', '5,000.00', money(5000)],
    ['amount', { currency: 'Tsh', value: '5000.00' }, money(5000, 'TZS')],
    ['amount', { currency: 7, value: 5000 }, money(5000)],
    ['amount', 'TZS 5,000', money(5000, 'TZS')],
    ['amount', { value: 5000 }, money(5000)],
    ['amount', { currency: 'TZS', value: 50.5 }, money(50.5, 'TZS')],
    ['expires_at', 1_748_772_300, { expiresAt }],
    ['expires_at', 1_748_772_300_000, { expiresAt }],
    ['expires_at', '2025-06-01 10:05:00', { expiresAt }],
    ['expires_at', '2025-06-01T10:05:00.063993853Z', { expiresAt: expiresAt + 63 }],
    ['expires_at', null, { expiresAt: null }],
    ['api_version', 2025, { apiVersion: '2025' }],
    ['api_version', 'x'.repeat(99), { apiVersion: `${'x'.repeat(63)}…` }],
  ])('%s = %j is read', (name, value, read) => {
    expect(readData({ ...mobileCreated, [name]: value })).toMatchObject({
      ok: true,
      value: { reference: 'ref-mobile-1', unread: [], ...read },
    })
  })

  it('all of them together cost nothing either', () => {
    const odd = { object: 1, amount: [], currency: 7, expires_at: 'x', api_version: {}, status: {} }
    const names = ['status', 'object', 'currency', 'amount', 'expires_at', 'checkout_url']
    const unread = [...names, 'api_version']
    expect(readData({ ...odd, reference: 'r', checkout_url: 5 })).toEqual({
      ok: true,
      value: { ...bare, checkoutFault: 'not-safe', unread },
    })
  })

  it('its value is named nowhere', () => {
    const read = readData({ ...cardCreated, checkout_url: 'ftp://hidden.example' })
    expect(JSON.stringify(read)).not.toContain('hidden')
  })
})

describe('a checkout_url', () => {
  const checkoutOf = (checkout_url: unknown) => readData({ ...cardCreated, checkout_url })

  it('may lead to this computer over http: the practice service does', () => {
    const url = 'http://127.0.0.1:4000/checkout/1'
    expect(checkoutOf(url)).toMatchObject({ value: { checkoutUrl: url, checkoutFault: null } })
  })

  it.each(['http://127.0.0.1:4000/checkout/1', 'http://127.0.0.1/?next=https://pay.example'])(
    'does not lead to this computer where the service is elsewhere: %s',
    checkout_url => {
      const data = { ...cardCreated, checkout_url }
      expect(readBody(envelope(data), readAccepted(false))).toMatchObject({
        value: { checkoutUrl: null, checkoutFault: 'not-safe' },
      })
    },
  )

  it.each([' ', '\n', '\ufeff', '\u200b', '\r\n\t'])('is taken without %j at its ends', end => {
    const { checkout_url, reference } = cardCreated
    const ends = { checkout_url: end + checkout_url + end, reference: reference + end }
    expect(readData({ ...cardCreated, ...ends })).toMatchObject({
      value: { checkoutUrl: checkout_url, reference },
    })
  })

  it('that can be shown is, whatever the envelope has under the same name', () => {
    const body = { ...envelope(cardCreated), checkout_url: 'ftp://checkout.example' }
    expect(read(body)).toMatchObject({
      value: { checkoutUrl: cardCreated.checkout_url, checkoutFault: null, unread: [] },
    })
  })

  it.each([undefined, null, ''])('is missing: %j', url => {
    const value = { checkoutUrl: null, checkoutFault: 'missing', unread: [] }
    expect(checkoutOf(url)).toMatchObject({ ok: true, value })
  })

  const nothing = { reference: 'ref-card-1', checkoutUrl: null }
  const notShown = (checkoutFault: string) => ({
    ok: true,
    value: { ...nothing, checkoutFault, unread: ['checkout_url'] },
  })

  it.each([
    ['no address', 7, 'checkout/1', 'https:o/checkout.example/s/1', 'https://checkout.example/ s'],
    ['not encrypted', 'http://checkout.example/s/1'],
    ['of another kind', 'javascript:alert(1)', 'data:text/html,hello', 'file:///etc/passwd'],
    ['one that hides its host', 'https://bank.example@evil.example/'],
  ])('that is %s is not shown, and the payment goes on', (_what, ...urls) => {
    for (const url of urls) expect(checkoutOf(url), String(url)).toMatchObject(notShown('not-safe'))
  })

  it('of 2,048 characters still fits in a QR code, and a longer one does not', () => {
    const begin = 'https://checkout.example/'
    const url = begin + 'x'.repeat(2_048 - begin.length)
    expect(checkoutOf(url)).toMatchObject({ value: { checkoutUrl: url, checkoutFault: null } })
    expect(checkoutOf(`${url}x`)).toMatchObject(notShown('too-long'))
  })

  it('is parsed only when it is short: a long host name takes seconds', () => {
    const parse = vi.spyOn(URL, 'canParse')
    onTestFinished(() => parse.mockRestore())
    expect(checkoutOf(`https://${'漢'.repeat(2_048)}/`).ok).toBe(true)
    expect(parse).not.toHaveBeenCalled()
  })
})
