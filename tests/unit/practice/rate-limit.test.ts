import { describe, expect, it } from 'vitest'
import {
  apiSecret,
  createMobile,
  errorOf,
  openMobile,
  paths,
  post,
  readMobile,
  type ServiceResponse,
  startService,
} from '../../support/practice/service'
import { createVirtualClock } from '../../support/practice/virtual-clock'

const start = Date.UTC(2026, 0, 1, 8)

const limitsOf = ({ headers }: ServiceResponse) =>
  ['limit', 'remaining', 'reset'].map(name => headers.get(`x-ratelimit-${name}`))

describe('rate limits (§7, §8)', () => {
  it('counts down, refuses with 429 and Retry-After, and starts again', async () => {
    const clock = createVirtualClock(start)
    const service = await startService({ clock, rateLimit: { limit: 2, windowSeconds: 10 } })
    const reference = await openMobile(service, 'one')
    clock.pass(4000)
    expect(limitsOf(await readMobile(service, reference))).toEqual(['2', '0', '6'])
    const refused = await createMobile(service, 'two')
    expect(refused.status).toBe(429)
    expect(errorOf(refused).code).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('6')
    expect(limitsOf(refused)).toEqual(['2', '0', '6'])
    clock.pass(6000)
    expect(limitsOf(await createMobile(service, 'two'))).toEqual(['2', '1', '10'])
    expect(service.control.payments()).toHaveLength(2)
  })

  it.each([
    ['epoch-seconds', String((start + 10_000) / 1000)],
    ['epoch-milliseconds', String(start + 10_000)],
    ['date', 'Thu, 01 Jan 2026 08:00:10 GMT'],
  ] as const)('can say the reset as %s', async (resetAs, expected) => {
    const clock = createVirtualClock(start)
    const rateLimit = { limit: 5, windowSeconds: 10, resetAs }
    const service = await startService({ clock, rateLimit })
    expect(limitsOf(await createMobile(service, 'one'))[2]).toBe(expected)
  })

  it('starts again when the limit is changed', async () => {
    const service = await startService({ rateLimit: { limit: 1, windowSeconds: 60 } })
    await createMobile(service, 'one')
    expect((await createMobile(service, 'two')).status).toBe(429)
    service.control.setRateLimit({ limit: 1, windowSeconds: 60 })
    expect((await createMobile(service, 'two')).status).toBe(200)
  })

  it('counts each account for itself, and strangers not at all', async () => {
    const other = { apiKey: 'other-key', apiSecret, account: 'other' }
    const service = await startService({
      rateLimit: { limit: 1, windowSeconds: 10 },
      extraKeys: [{ ...other, environment: 'sandbox' }],
    })
    const as = (apiKey: string) => post(service, paths.mobileCreate, {}, { 'x-api-key': apiKey })
    expect((await as('stranger-key')).status).toBe(401)
    expect((await as('test-api-key')).status).toBe(400)
    expect((await as('test-api-key')).status).toBe(429)
    expect((await as('other-key')).status).toBe(400)
  })
})
