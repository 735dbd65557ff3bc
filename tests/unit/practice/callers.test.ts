import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { paths } from '../../support/conformance/contract'
import {
  apiKey,
  apiSecret,
  createMobile,
  errorOf,
  type RawAnswer,
  readMobile,
  startService,
} from '../../support/conformance/service'
import {
  cardBody,
  createCard,
  mobileBody,
  openMobile,
  post,
  startOnClock,
  textOf,
} from '../../support/practice/service'
import { type PracticeService, startPracticeService } from '../../support/practice/start'

const start = Date.UTC(2026, 0, 1, 8)
const other = { apiKey: 'other-key', apiSecret, account: 'other', environment: 'sandbox' } as const
const extraKeys = [other]
const asOther = { 'x-api-key': other.apiKey }
const withKey = { 'x-idempotency-key': 'one' }

describe('authentication (§5)', () => {
  it.each([
    ['a malformed secret', { 'x-api-secret': 'short' }, 'x-api-secret is malformed'],
    ['an endless key', { 'x-api-key': 'k'.repeat(201) }, 'x-api-key is malformed'],
  ])('rejects %s on every operation', async (_, headers, message) => {
    const service = await startService()
    for (const path of Object.values(paths)) {
      const answer = await post(service, path, {}, headers)
      expect(errorOf(answer)).toMatchObject({ code: 401, error_code: 'unauthorized' })
      expect(errorOf(answer).message).toContain(message)
    }
  })

  it('rejects sandbox keys in production, and accepts its own', async () => {
    const service = await startService({ environment: 'production', extraKeys })
    expect((await createMobile(service, 'one')).status).toBe(200)
    const answer = await post(service, paths.mobileCreate, mobileBody(), { ...withKey, ...asOther })
    expect(errorOf(answer).message).toContain('sandbox environment; this is production')
  })

  it('makes up credentials of its own when none are given', async () => {
    const service = await startPracticeService()
    onTestFinished(() => service.stop())
    const keys = { 'x-api-key': service.apiKey, 'x-api-secret': service.apiSecret }
    expect(service.apiKey).not.toBe(apiKey)
    const answer = await post(service, paths.mobileCreate, mobileBody(), { ...keys, ...withKey })
    expect(answer.status).toBe(200)
  })

  it('says nothing about a payment to another account, or to a caller it does not know', async () => {
    const service = await startService({ extraKeys })
    const referenceId = await openMobile(service, 'one')
    const answer = await post(service, paths.mobileStatus, { referenceId }, asOther)
    expect(errorOf(answer).message).toContain('no mobile payment with this reference')
    const reference = textOf(await createCard(service, 'two'), 'reference')
    const refused = await post(service, paths.cardStatus, { reference }, { 'x-api-secret': null })
    expect(refused.text).not.toContain(reference)
  })
})

describe('a used idempotency key (§4.3 rule 4, §8)', () => {
  it.each([
    ['the same body written otherwise', paths.mobileCreate, `${JSON.stringify(mobileBody())} `],
    ['the other channel', paths.cardCreate, cardBody()],
    ['the very same body at the other endpoint', paths.cardCreate, mobileBody()],
  ])('is refused with %s', async (_, path, body) => {
    const service = await startService()
    await createMobile(service, 'one')
    const answer = await post(service, path, body, withKey)
    expect(errorOf(answer)).toMatchObject({ code: 409, error_code: 'idempotency_conflict' })
    expect(service.control.payments()).toHaveLength(1)
  })

  it('is free for another account', async () => {
    const service = await startService({ extraKeys })
    const mine = await createMobile(service, 'one')
    const theirs = await post(service, paths.mobileCreate, mobileBody(), { ...withKey, ...asOther })
    expect(textOf(theirs, 'reference')).not.toBe(textOf(mine, 'reference'))
  })
})

const limitsOf = ({ headers }: RawAnswer) =>
  ['limit', 'remaining', 'reset'].map(name => headers[`x-ratelimit-${name}`] ?? null)

describe('rate limits (§7, §8)', () => {
  it('count down, refuse with 429 and Retry-After, and start again', async () => {
    const { clock, service } = await startOnClock(
      { rateLimit: { limit: 2, windowSeconds: 10 } },
      start,
    )
    const reference = await openMobile(service, 'one')
    clock.pass(4000)
    expect(limitsOf(await readMobile(service, reference))).toEqual(['2', '0', '6'])
    const refused = await createMobile(service, 'two')
    expect(errorOf(refused).code).toBe(429)
    expect(refused.headers['retry-after']).toBe('6')
    expect(limitsOf(refused)).toEqual(['2', '0', '6'])
    clock.pass(6000)
    expect(limitsOf(await createMobile(service, 'two'))).toEqual(['2', '1', '10'])
    service.control.setRateLimit({ limit: 1, windowSeconds: 60 })
    expect(limitsOf(await createMobile(service, 'two'))).toEqual(['1', '0', '60'])
  })

  it.each([
    ['epoch-seconds', String((start + 10_000) / 1000)],
    ['epoch-milliseconds', String(start + 10_000)],
    ['date', 'Thu, 01 Jan 2026 08:00:10 GMT'],
  ] as const)('can say the reset as %s', async (resetAs, expected) => {
    const rateLimit = { limit: 5, windowSeconds: 10, resetAs }
    const { service } = await startOnClock({ rateLimit }, start)
    expect(limitsOf(await createMobile(service, 'one'))[2]).toBe(expected)
  })

  it('count each account for itself, and strangers not at all', async () => {
    const service = await startService({ rateLimit: { limit: 1, windowSeconds: 10 }, extraKeys })
    const statuses: number[] = []
    for (const key of ['stranger-key', apiKey, apiKey, other.apiKey])
      statuses.push((await post(service, paths.mobileCreate, {}, { 'x-api-key': key })).status)
    expect(statuses).toEqual([401, 400, 429, 400])
  })
})

/** Sends a request with this `Host`, as a browser does for a name that leads to this computer. */
function statusFor({ address }: PracticeService, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${address}/checkout/x`, { headers: { host } }, answer => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject).end()
  })
}

it('a name that a web site pointed at this computer is not answered (DNS rebinding)', async () => {
  const service = await startService()
  const evil = ['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil']
  for (const host of evil) expect(await statusFor(service, host), host).toBe(421)
  expect(service.control.requests()).toEqual([])
  for (const host of ['127.0.0.1', 'localhost', 'localhost:4010'])
    expect(await statusFor(service, host), host).toBe(404)
})

describe('the log of requests', () => {
  it('keeps no headers and no body of a caller without keys', async () => {
    const service = await startService()
    const headers = { 'x-api-secret': 'another-secret', 'x-note': 'n'.repeat(1_000) }
    await post(service, paths.mobileCreate, mobileBody(), headers)
    await post(service, `/checkout/${'x'.repeat(2_000)}`, 'decision=pay')
    const [refused, unknown] = service.control.requests()
    expect(refused).toMatchObject({ path: paths.mobileCreate, status: 401, headers: {}, body: '' })
    expect(unknown).toMatchObject({ status: 404, headers: {}, body: '' })
    expect(unknown?.path).toHaveLength(512)
  })

  it('keeps those of a caller with keys, and never more than 8 MiB', async () => {
    const service = await startService()
    const note = 'n'.repeat(60_000)
    for (let number = 0; number < 160; number += 1)
      await createMobile(service, `key-${number}`, { note })
    const kept = service.control.requests()
    const bytes = kept.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)
    expect(bytes).toBeLessThanOrEqual(8 * 1024 * 1024)
    expect(bytes).toBeGreaterThan(7 * 1024 * 1024)
    expect(kept.at(-1)?.headers['x-idempotency-key']).toBe('key-159')
  })
})
