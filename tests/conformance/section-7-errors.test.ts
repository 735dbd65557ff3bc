import { describe, expect, it } from 'vitest'
import { paths } from '../support/conformance/contract'
import {
  envelope,
  errorBody,
  json,
  page,
  type Reply,
  startHttpService,
} from '../support/conformance/scripted'
import {
  apiSecret,
  call,
  createMobile,
  errorOf,
  type RawAnswer,
  readMobile,
  startService,
} from '../support/conformance/service'
import { openTill, openTillAt } from '../support/conformance/till'
import { cardDraft, mobileDraft } from '../support/payments/payments'
import type { PracticeService } from '../support/practice/start'

const minute = 60_000
const mobileOnly = {
  apiKey: 'mobile-only-key',
  apiSecret,
  account: 'b',
  environment: 'sandbox',
  channels: ['mobile'],
} as const

/** Each error of §7's table, made to happen. */
const errors: Record<string, (service: PracticeService) => Promise<RawAnswer>> = {
  '400 validation_error': service => readMobile(service, ''),
  '401 unauthorized': service =>
    call(service, paths.mobileStatus, { headers: { 'x-api-key': null } }),
  '403 forbidden': service =>
    call(service, paths.cardStatus, { headers: { 'x-api-key': mobileOnly.apiKey }, body: {} }),
  '429 too_many_requests': async service => {
    service.control.setRateLimit({ limit: 1, windowSeconds: 60 })
    await readMobile(service, 'R-1')
    return readMobile(service, 'R-1')
  },
}

const tooMany = (headers: Record<string, string> = {}) => ({
  when: 'before' as const,
  effect: {
    kind: 'answer' as const,
    status: 429,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(errorBody(429, 'too_many_requests', 'Slow down')),
  },
})

const requestsTo = (service: PracticeService, path: string) =>
  service.control.requests().filter(each => each.path === path)

const gapsOf = (times: number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0))

describe('Error body', () => {
  // Proves 7 body; 7 401; 7 403; 7 429
  it.each(Object.keys(errors))('of the service: %s', async name => {
    const service = await startService({ extraKeys: [mobileOnly] })
    const error = errorOf(await (errors[name] ?? expect.fail())(service))
    expect(`${error.code} ${error.error_code}`).toBe(name)
    expect(error.status).toBe('error')
    expect(error.message).not.toBe('')
  })

  // Proves 7 body
  it('is shown by the till in the service’s own words', async () => {
    const said = errorBody(400, 'validation_error', 'phone_number is not ours')
    const till = openTillAt(await startHttpService(json(400, said)))
    const { refusal } = await till.sell(mobileDraft())
    expect(refusal).toEqual({
      httpStatus: 400,
      errorCode: 'validation_error',
      message: 'phone_number is not ours',
    })
  })

  const body = errorBody(400, 'validation_error', 'no')
  // Proves 7 body
  it.each<[string, unknown]>([
    ['another status', { ...body, status: 'failed' }],
    ['a code that is not the HTTP status', { ...body, code: 422 }],
    ['no code', { ...body, code: undefined }],
    ['the envelope of a success', envelope({ reference: 'R-1', status: 'pending' })],
  ])('with %s is not believed: the outcome is unknown', async (_, answer) => {
    const till = openTillAt(await startHttpService(json(400, answer)))
    expect(await till.sell(mobileDraft())).toMatchObject({ phase: 'unknown', refusal: null })
  })

  // Proves 7 body
  it.each<[string, object]>([
    ['a code that is a text', { code: '400' }],
    ['no message', { message: undefined }],
    ['a message that is no text', { message: { en: 'no' } }],
    ['an error_code that is no text', { error_code: 7 }],
  ])('with %s is the service’s own all the same', async (_, change) => {
    const till = openTillAt(await startHttpService(json(400, { ...body, ...change })))
    expect(await till.sell(mobileDraft())).toMatchObject({
      phase: 'refused',
      refusal: { httpStatus: 400 },
    })
  })

  // Proves 7 body; unsaid: The `error_code` of a 429
  it('needs no error_code, since one of them is not shown', async () => {
    const till = openTillAt(await startHttpService(json(400, { ...body, error_code: undefined })))
    expect(await till.sell(mobileDraft())).toMatchObject({
      phase: 'refused',
      refusal: { httpStatus: 400, errorCode: null },
    })
  })
})

describe('400 validation_error', () => {
  // Proves 7 400; 8 ¶6
  it('leaves the key free: the corrected request is the first successful one', async () => {
    const service = await startService()
    expect((await createMobile(service, 'one', { phone_number: '0' })).status).toBe(400)
    expect((await createMobile(service, 'one')).status).toBe(200)
  })
})

describe('Statuses that the contract does not name', () => {
  // Proves 7 other statuses; unsaid: Statuses but 200, 400, 401, 403 and 429
  it.each([402, 404, 405, 410, 422])(
    'the till takes a %i in the error body for a no',
    async code => {
      const till = openTillAt(
        await startHttpService(json(code, errorBody(code, 'some_code', 'no'))),
      )
      expect(await till.sell(mobileDraft())).toMatchObject({
        phase: 'refused',
        refusal: { httpStatus: code },
      })
    },
  )

  // Proves 7 other statuses; unsaid: Statuses but 200, 400, 401, 403 and 429
  it.each([408, 409, 423, 425, 500, 502, 503, 504])(
    'the till takes a %i for no answer: the outcome is unknown',
    async code => {
      const till = openTillAt(
        await startHttpService(json(code, errorBody(code, 'some_code', 'no'))),
      )
      const { id, phase, maybeSent } = await till.sell(mobileDraft())
      expect({ phase, maybeSent }).toEqual({ phase: 'unknown', maybeSent: true })
      expect(till.engine.actions.withdraw(id).ok).toBe(false)
    },
  )
})

describe('429 too many requests', () => {
  // Proves 7 ¶last
  it('the till slows down and retries with exponential backoff, under the same key', async () => {
    const { service, sell, clock, payment } = await openTill()
    service.control.rule({ operation: 'mobile-create' }, tooMany(), 4)
    const { id } = await sell(mobileDraft())
    expect(payment(id)).toMatchObject({ phase: 'ready', maybeSent: false })
    await clock.pass(minute)
    const attempts = requestsTo(service, paths.mobileCreate)
    const gaps = gapsOf(attempts.map(each => each.at))
    expect(gaps).toHaveLength(4)
    for (const [index, gap] of gaps.slice(1).entries())
      expect(gap).toBeGreaterThan(1.5 * (gaps[index] ?? Infinity))
    expect(new Set(attempts.map(each => each.headers['x-idempotency-key'])).size).toBe(1)
    expect(new Set(attempts.map(each => each.body)).size).toBe(1)
    expect(service.control.payments()).toHaveLength(1)
  })

  // Proves 7 429; unsaid: The `error_code` of a 429
  it('is known to the till by its status, whatever the body says', async () => {
    const replies: Reply[] = [
      json(429, errorBody(429, 'any_code', 'Slow down')),
      json(429, {}),
      page(429, 'text/html', '<h1>429</h1>'),
      response => response.writeHead(429).end(),
    ]
    for (const reply of replies) {
      const till = openTillAt(await startHttpService(reply))
      const { lastFailure } = await till.sell(mobileDraft())
      expect(lastFailure).toMatchObject({ reason: 'throttled' })
    }
  })

  // Proves 7 429; unsaid: The `error_code` of a 429
  it('in the service’s own error body says that nothing was created', async () => {
    const till = openTillAt(
      await startHttpService(json(429, errorBody(429, 'any_code', 'Slow down'))),
    )
    const { id, phase, maybeSent } = await till.sell(mobileDraft())
    expect({ phase, maybeSent }).toEqual({ phase: 'ready', maybeSent: false })
    expect(till.engine.actions.withdraw(id).ok).toBe(true)
  })

  // Proves 7 ¶last
  it('to a read does not disturb the payment, which is read again later', async () => {
    const { service, sell, clock, payment } = await openTill()
    service.control.rule({ operation: 'card-status' }, tooMany({ 'retry-after': '30' }), 1)
    const { id, reference } = await sell(cardDraft())
    await clock.pass(20_000)
    expect(requestsTo(service, paths.cardStatus)).toHaveLength(1)
    service.control.decide(reference ?? '', 'completed')
    await clock.pass(minute)
    expect(payment(id).outcome).toBe('paid')
  })
})
