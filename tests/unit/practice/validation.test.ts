import { describe, expect, it } from 'vitest'
import { paths } from '../../support/conformance/contract'
import { createMobile, errorOf, startService } from '../../support/conformance/service'
import { cardBody, credentials, mobileBody, post } from '../../support/practice/service'

const key = { 'x-idempotency-key': 'one' }
const customer = (changes: object) => ({
  customer: { firstname: 'Asha', lastname: 'Mushi', ...changes },
})

const details = (amount: number, currency: string) => mobileBody({ details: { amount, currency } })
const badNumber = 'phone_number must be a phone number in international format'

const badMobile: [string, unknown, string][] = [
  ['details that are a text', mobileBody({ details: 'x' }), 'details must be an object'],
  ['an endless amount', details(1e300, 'TZS'), 'details.amount must be a positive integer'],
  ['a currency of two letters', details(1, 'TZ'), 'details.currency must be three capital letters'],
  ['a short number', mobileBody({ phone_number: '2557' }), badNumber],
  ['a long number', mobileBody({ phone_number: '2557123456789012' }), badNumber],
  ['a blank last name', mobileBody(customer({ lastname: ' ' })), 'customer.lastname must not be'],
  ['a webhook of another scheme', mobileBody({ webhook_url: 'ftp://a.example' }), 'webhook_url'],
  ['an unknown inner field', mobileBody(customer({ age: 5 })), 'customer.age is not a field'],
]

describe('validation (§4, §7)', () => {
  it.each(badMobile)('refuses a mobile request with %s', async (_, body, message) => {
    const service = await startService()
    const answer = await post(service, paths.mobileCreate, body, key)
    expect(errorOf(answer)).toMatchObject({ code: 400, error_code: 'validation_error' })
    expect(errorOf(answer).message).toContain(message)
    expect(service.control.payments()).toEqual([])
  })

  it('names every fault at once', async () => {
    const service = await startService()
    const answer = await post(service, paths.mobileCreate, {}, key)
    for (const field of ['payment_type', 'details', 'phone_number', 'customer'])
      expect(errorOf(answer).message).toContain(`${field} `)
  })

  const { mobileCreate, cardCreate } = paths

  it.each([
    ['a + before the number', mobileCreate, mobileBody({ phone_number: '+255712345678' })],
    ['a webhook for mobile', mobileCreate, mobileBody({ webhook_url: 'http://a.example/x' })],
    ['a webhook on this computer', cardCreate, cardBody({ webhook_url: 'http://127.0.0.1:9/x' })],
  ])('accepts %s', async (_, path, body) => {
    const service = await startService()
    expect((await post(service, path, body, key)).status).toBe(200)
  })

  it.each([
    ['one with a blank', 'a b', 'visible characters'],
    ['one of 256 characters', 'k'.repeat(256), 'visible characters'],
  ])('wants a sound idempotency key: refuses %s', async (_, value, message) => {
    const service = await startService()
    for (const [path, body] of [
      [paths.mobileCreate, mobileBody()],
      [paths.cardCreate, cardBody()],
    ] as const) {
      const error = errorOf(await post(service, path, body, { 'x-idempotency-key': value }))
      expect(error).toMatchObject({ code: 400, message: expect.stringContaining(message) })
    }
  })

  it('refuses a body that is not UTF-8', async () => {
    const service = await startService()
    const response = await fetch(service.address + paths.mobileCreate, {
      method: 'POST',
      headers: { ...credentials, 'content-type': 'application/json', ...key },
      body: Buffer.from(JSON.stringify(mobileBody(customer({ city: 'é' }))), 'latin1'),
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('not UTF-8')
  })

  it('takes JSON that names its characters', async () => {
    const service = await startService()
    const charset = { ...key, 'content-type': 'application/json; charset=utf-8' }
    expect((await post(service, paths.mobileCreate, mobileBody(), charset)).status).toBe(200)
  })

  it('answers, rather than breaks off, when the body is too large', async () => {
    const service = await startService()
    const big = mobileBody(customer({ city: 'x'.repeat(2_000_000) }))
    // More than once: whether a sender sees a reset or the answer is a matter of luck.
    for (const _ of Array.from({ length: 20 })) {
      const error = errorOf(await post(service, paths.mobileCreate, big, key))
      expect(error).toMatchObject({ code: 413, error_code: 'payload_too_large' })
    }
  })

  it.each(['/', '/service/merchant/payments', '/other/merchant/card/pay', `${paths.cardCreate}/`])(
    'has nothing at %s',
    async path => {
      const answer = await post(await startService(), path, {})
      expect(errorOf(answer)).toMatchObject({ code: 404, error_code: 'not_found' })
    },
  )

  it('serves its operations under the prefix that it was given', async () => {
    const service = await startService({ pathPrefix: 'api.v2' })
    const path = paths.mobileCreate.replace('service', 'api.v2')
    expect((await post(service, path, mobileBody(), key)).status).toBe(200)
    expect((await createMobile(service, 'two')).status).toBe(404)
  })

  it.each(['', 'a/b', 'checkout', 'a b', ':x'])(
    'does not start with the prefix "%s"',
    async pathPrefix => {
      await expect(startService({ pathPrefix })).rejects.toThrow('path prefix')
    },
  )
})
