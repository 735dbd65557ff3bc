import { describe, expect, it } from 'vitest'
import { mobileCreated, paths } from '../support/conformance/contract'
import {
  envelope,
  errorBody,
  json,
  startHttpService,
  undated,
} from '../support/conformance/scripted'
import {
  createCard,
  createMobile,
  dataOf,
  errorOf,
  type RawAnswer,
  readMobile,
  referenceOf,
  startService,
} from '../support/conformance/service'
import { openTill, openTillAt } from '../support/conformance/till'
import { cardDraft, mobileDraft } from '../support/payments/payments'
import { clientFor } from '../support/service/till-end'

const minute = 60_000
const hour = 60 * minute
const names = ['limit', 'remaining', 'reset'] as const
const limitsOf = ({ headers }: RawAnswer) => names.map(name => headers[`x-ratelimit-${name}`])

const now = Date.UTC(2026, 0, 5, 9)
const date = new Date(now).toUTCString()

/** What the till's client understands of headers that came with this answer. */
async function understood(status: number, headers: Record<string, string>) {
  const endpoint = await startHttpService(response => {
    response.sendDate = false
    const body = status === 200 ? envelope({ status: 'pending' }) : errorBody(status, 'code', 'no')
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  })
  // The till's own clock is a day off: a moment is measured from the service's `Date`, or from its clock as learnt.
  const clock = { wall: () => now - 24 * 60 * minute, after: () => () => undefined }
  const facts = { clock, serviceNow: () => now }
  const answer = await clientFor(endpoint.address, facts).readCardPayment('R-1')
  return 'limits' in answer ? answer.limits : expect.fail(answer.class)
}

describe('X-RateLimit headers: the service', () => {
  // Proves 8 ¶1 a; unsaid: Limits in numbers, and the window
  it('sends none while no limit applies', async () => {
    const answer = await createMobile(await startService(), 'one')
    expect(limitsOf(answer)).toEqual([undefined, undefined, undefined])
  })

  // Proves 8 ¶1 a; 8 ¶1 b
  it('counts the window down, on successes and on errors alike', async () => {
    const service = await startService({ rateLimit: { limit: 3, windowSeconds: 60 } })
    expect(limitsOf(await createMobile(service, 'one'))).toEqual(['3', '2', '60'])
    expect(limitsOf(await readMobile(service, '')).slice(0, 2)).toEqual(['3', '1'])
    await readMobile(service, '')
    const refused = await createMobile(service, 'two')
    expect(errorOf(refused).code).toBe(429)
    expect(limitsOf(refused).slice(0, 2)).toEqual(['3', '0'])
    expect(service.control.payments()).toHaveLength(1)
  })

  // Proves 8 ¶1 c
  it.each([
    ['seconds', /^\d{1,2}$/],
    ['epoch-seconds', /^\d{10}$/],
    ['epoch-milliseconds', /^\d{13}$/],
    ['date', /GMT$/],
  ] as const)('can say the reset as %s', async (resetAs, form) => {
    const rateLimit = { limit: 3, windowSeconds: 60, resetAs }
    const answer = await createMobile(await startService({ rateLimit }), 'one')
    expect(answer.headers['x-ratelimit-reset']).toMatch(form)
  })
})

describe('X-RateLimit headers: the till', () => {
  // Proves 8 ¶1 b; unsaid: Limits in numbers, and the window
  it('reads the limit and what is left of it, on any answer', async () => {
    const headers = { 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': '0' }
    for (const status of [200, 400, 401, 403, 429, 500])
      expect(await understood(status, headers)).toMatchObject({ limit: 100, remaining: 0 })
  })

  // Proves 8 ¶1 c; unsaid: Which timestamp `X-RateLimit-Reset` is
  it.each([
    ['seconds', '30'],
    ['fractions of a second', '30.0'],
    ['seconds since 1970', String(now / 1000 + 30)],
    ['milliseconds since 1970', String(now + 30_000)],
    ['an HTTP date', new Date(now + 30_000).toUTCString()],
    ['an ISO date', new Date(now + 30_000).toISOString()],
  ])('reads a reset in %s, on the service’s clock', async (_, reset) => {
    expect(await understood(429, { date, 'x-ratelimit-reset': reset })).toMatchObject({
      resetIn: 30_000,
    })
  })

  // Proves 8 ¶1 c; unsaid: Which timestamp `X-RateLimit-Reset` is
  it('reads a moment without a `Date` on the service’s clock as it was learnt', async () => {
    const later = new Date(now + 30_000).toUTCString()
    const headers = { 'x-ratelimit-reset': later, 'retry-after': later }
    expect(await understood(429, headers)).toMatchObject({ resetIn: 30_000, retryAfter: 30_000 })
  })

  // Proves 8 ¶1 c
  it('reads a reset that has passed as no wait', async () => {
    for (const reset of ['0', String(now / 1000 - 60), new Date(now - minute).toUTCString()])
      expect(await understood(200, { date, 'x-ratelimit-reset': reset })).toMatchObject({
        resetIn: 0,
      })
  })

  // Proves 8 ¶1 b; 8 ¶1 c; unsaid: Which timestamp `X-RateLimit-Reset` is
  it.each(['', 'soon', '-5', '1e9', 'NaN'])(
    'takes the unreadable value %j for none',
    async text => {
      const headers = Object.fromEntries(names.map(name => [`x-ratelimit-${name}`, text]))
      expect(await understood(200, { ...headers, 'retry-after': text })).toEqual({
        limit: null,
        remaining: null,
        resetIn: null,
        retryAfter: null,
      })
    },
  )
})

describe('Retry-After', () => {
  // Proves 8 ¶2; unsaid: `Retry-After`
  it.each([
    ['seconds', '30'],
    ['an HTTP date', new Date(now + 30_000).toUTCString()],
  ])('is read in %s', async (_, retryAfter) => {
    expect(await understood(429, { date, 'retry-after': retryAfter })).toMatchObject({
      retryAfter: 30_000,
    })
  })

  // Proves 8 ¶2; unsaid: `Retry-After`
  it('is kept by the till: nothing of the payment goes out earlier', async () => {
    const { service, sell, clock } = await openTill({ rateLimit: { limit: 1, windowSeconds: 40 } })
    await readMobile(service, 'R-none')
    const { phase } = await sell(mobileDraft())
    expect(phase).toBe('ready')
    await clock.pass(39_000)
    const creates = () =>
      service.control.requests().filter(each => each.path === paths.mobileCreate)
    expect(creates()).toHaveLength(1)
    await clock.pass(15_000)
    expect(creates()).toHaveLength(2)
    expect(service.control.payments()).toHaveLength(1)
  })
})

describe('Amounts', () => {
  // Proves 8 ¶3; unsaid: Least and greatest amount
  it.each([1, 999, 15_000, 99_999_999_999, Number.MAX_SAFE_INTEGER])(
    'neither end bounds %i: it goes out, is created and is paid to the digit',
    async value => {
      const { service, sell, clock, payment } = await openTill({ approvalSeconds: 1 })
      const { id } = await sell(mobileDraft({ value }))
      await clock.pass(20_000)
      expect(service.control.payments()).toMatchObject([{ amount: { value } }])
      expect(service.control.requests()[0]?.body).toContain(`"amount":${value},`)
      expect(payment(id)).toMatchObject({ outcome: 'paid', mismatch: null })
    },
  )
})

describe('Idempotency', () => {
  // Proves 8 ¶6
  it('the service repeats the first successful outcome, byte for byte', async () => {
    const service = await startService()
    for (const create of [createMobile, createCard]) {
      const first = await create(service, create.name)
      service.control.decide(referenceOf(first), 'failed')
      expect((await create(service, create.name)).text).toBe(first.text)
    }
    expect(service.control.payments()).toHaveLength(2)
  })

  // Proves 8 ¶6
  it('the service makes one payment of many requests at once', async () => {
    const service = await startService()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => createMobile(service, 'one')),
    )
    expect(new Set(answers.map(answer => answer.text)).size).toBe(1)
    expect(service.control.payments()).toHaveLength(1)
  })

  // Proves 8 ¶4; unsaid: How long a key is kept, and how long it may be
  it('a person can ask again with the same key for 24 hours, and the till alone for one minute', async () => {
    const { service, sell, clock, payment, engine } = await openTill()
    const drop = { when: 'after', effect: { kind: 'drop' } } as const
    service.control.rule({ operation: 'mobile-create' }, drop, 1_000)
    const { id, idempotencyKey } = await sell(mobileDraft())
    await clock.pass(2 * minute)
    const sent = service.control.requests().length
    await clock.pass(23 * hour)
    expect(service.control.requests()).toHaveLength(sent)
    expect(engine.presses.tryAgain(id, 'manager').ok).toBe(true)
    await clock.pass(minute)
    expect(service.control.requests().length).toBeGreaterThan(sent)
    const keys = service.control.requests().map(({ headers }) => headers['x-idempotency-key'])
    expect(new Set(keys)).toEqual(new Set([idempotencyKey]))
    expect(service.control.payments()).toHaveLength(1)
    await clock.pass(hour)
    expect(payment(id).phase).toBe('unknown')
    expect(engine.presses.tryAgain(id, 'manager')).toMatchObject({ code: 'action-not-possible' })
  })

  // Proves 8 ¶4; unsaid: How long a key is kept, and how long it may be
  it('the till’s keys have 36 characters, and the service takes up to 255', async () => {
    const { service, sell } = await openTill()
    await sell(mobileDraft())
    expect(service.control.payments()[0]?.idempotencyKey).toHaveLength(36)
    expect((await createMobile(service, 'k'.repeat(255))).status).toBe(200)
  })
})

describe('Lifetime of a session', () => {
  // Proves 8 ¶5; unsaid: The lifetime of a session
  it.each([31, 600, 14_400, 86_400])('the till follows an expires_at %i s away', async seconds => {
    const { sell, clock } = await openTill({ sessionSeconds: { mobile: seconds } })
    const begun = clock.wall()
    expect(await sell(mobileDraft())).toMatchObject({
      expiresAt: begun + seconds * 1000,
      expiryAssumed: false,
    })
  })

  // Proves 8 ¶5; unsaid: The lifetime of a session
  it.each([
    ['missing', undefined],
    ['null', null],
    ['a text that is no moment', 'soon'],
    ['29 s away', '2026-01-05T09:00:29Z'],
    ['in the past', '2026-01-05T08:00:00Z'],
    ['labelled with a wrong zone', '2026-01-05T09:10:00+03:00'],
    ['eight days away', '2026-01-13T09:00:00Z'],
  ])('the till assumes 15 minutes, and says so, where expires_at is %s', async (_, expires_at) => {
    const data = { reference: 'R-1', status: 'pending', expires_at }
    const till = openTillAt(await startHttpService(undated(json(200, envelope(data)))))
    for (const draft of [mobileDraft(), cardDraft()])
      expect(await till.sell(draft)).toMatchObject({
        expiresAt: till.clock.wall() + 15 * minute,
        expiryAssumed: true,
      })
  })

  // Proves 8 ¶5
  it('the service names the moment at creation, and repeats it', async () => {
    const { service, clock } = await openTill({ sessionSeconds: { mobile: 30 } })
    const first = await createMobile(service, 'one')
    expect(Date.parse(dataOf(first, mobileCreated).expires_at) - clock.wall()).toBe(30_000)
    await clock.pass(10_000)
    const again = await createMobile(service, 'one')
    expect(dataOf(again, mobileCreated).expires_at).toBe(dataOf(first, mobileCreated).expires_at)
  })
})

/** The headers of §8 on one answer, and what it does on the wire. */
const throttling = (headers: Record<string, string>) => ({
  when: 'before' as const,
  effect: {
    kind: 'answer' as const,
    status: 429,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(errorBody(429, 'too_many_requests', 'Slow down')),
  },
})

describe('The account’s limits on the wire', () => {
  // Proves 7 ¶last; 8 ¶1 c
  it.each([
    ['seconds', (): string => '30'],
    ['seconds since 1970', (at: number): string => String(at / 1000 + 30)],
    ['milliseconds since 1970', (at: number): string => String(at + 30_000)],
    ['an HTTP date', (at: number): string => new Date(at + 30_000).toUTCString()],
  ] as const)('a 429 whose reset is %s holds every call until then', async (_, reset) => {
    const { service, sell, clock } = await openTill()
    await sell(cardDraft())
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset(clock.wall()) }
    service.control.rule({ operation: 'mobile-create' }, throttling(headers), 1)
    await sell(mobileDraft({ phone: '255754001213' }))
    await sell(mobileDraft({ phone: '255754001214' }))
    const sent = service.control.requests().length
    await clock.pass(28_000)
    expect(service.control.requests()).toHaveLength(sent)
    await clock.pass(30_000)
    expect(service.control.payments()).toHaveLength(3)
  })

  // Proves 7 ¶last; 8 ¶2
  it('a Retry-After to a read holds creates too', async () => {
    const { service, sell, clock } = await openTill()
    await sell(cardDraft())
    service.control.rule({ operation: 'card-status' }, throttling({ 'retry-after': '30' }), 1)
    await clock.pass(5_000)
    const sent = service.control.requests().length
    await sell(mobileDraft())
    await clock.pass(20_000)
    expect(service.control.requests()).toHaveLength(sent)
    await clock.pass(30_000)
    expect(service.control.payments()).toHaveLength(2)
  })

  // Proves 8 ¶1 b
  it('X-RateLimit-Remaining 0 pauses before the 429, and creates come before reads', async () => {
    const { service, sell, clock } = await openTill({ rateLimit: { limit: 4, windowSeconds: 60 } })
    await sell(cardDraft())
    await clock.pass(20_000)
    await sell(mobileDraft())
    expect(service.control.payments()).toHaveLength(2)
    await clock.pass(10 * minute)
    expect(service.control.requests().filter(each => each.status === 429)).toEqual([])
  })
})
