import { describe, expect, it } from 'vitest'
import type { Draft } from '../../shared/payment/draft'
import { cardRequest, mobileRequest, paths } from '../support/conformance/contract'
import {
  envelope,
  errorBody,
  json,
  page,
  type Reply,
  startHttpService,
  tillReading,
  undated,
} from '../support/conformance/scripted'
import {
  apiKey,
  call,
  createCard,
  createMobile,
  errorOf,
  readCard,
  readMobile,
  referenceOf,
  startService,
} from '../support/conformance/service'
import { openTill, openTillAt } from '../support/conformance/till'
import { testEngineSettings } from '../support/payments/engine'
import { cardDraft, mobileDraft } from '../support/payments/payments'
import type { PracticeService } from '../support/practice/start'

const minute = 60_000
const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const key = { 'x-idempotency-key': 'one' }
const answerLost = '255700000021'

const without = (data: object, field: string) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== field))

const requestsTo = (service: PracticeService, path: string) =>
  service.control.requests().filter(each => each.path === path)

/** The shop's address with the till's id and the sale's, as the till sends it. */
const hookOf = (sale: string) =>
  `${cardRequest.webhook_url}?till=${testEngineSettings.tillId}&payment=${sale}`

/** Sells `draft` and compares the whole create request with the contract. */
async function expectCreateSent(draft: Draft, path: string, body: object): Promise<void> {
  const { service, sell, ledger } = await openTill()
  const { id } = await sell(draft)
  const [sent] = service.control.requests()
  expect(sent).toMatchObject({ method: 'POST', path, status: 200 })
  expect(sent?.body).toBe(ledger.request(id).body)
  expect(sent?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-api-key': apiKey,
    'x-api-secret': '[redacted]',
    'x-idempotency-key': expect.stringMatching(uuidV4),
  })
  expect(JSON.parse(sent?.body ?? '')).toEqual({ ...body, webhook_url: hookOf(id) })
}

const fullMobileDraft = () => mobileDraft({ customer: cardDraft().customer })

describe('All endpoints', () => {
  // Proves 4 all; 4.2 headers
  it('the service demands JSON by its Content-Type', async () => {
    const service = await startService()
    for (const path of Object.values(paths))
      for (const type of [null, 'text/plain', 'application/x-www-form-urlencoded']) {
        const answer = await call(service, path, {
          headers: { ...key, 'content-type': type },
          body: mobileRequest,
        })
        expect(errorOf(answer).message).toContain('Content-Type')
      }
  })

  // Proves 4 all
  it('the service answers JSON, a success as well as an error', async () => {
    const service = await startService()
    for (const answer of [await createMobile(service, 'one'), await readMobile(service, 'none')])
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })

  // Proves 4 all; unsaid: Statuses but 200, 400, 401, 403 and 429
  it.each<[string, Reply]>([
    ['a web page', page(200, 'text/html', '<h1>Welcome to our Wi-Fi</h1>')],
    ['text', page(200, 'text/plain', 'OK')],
    ['nothing', page(200, 'application/json', '')],
    ['half of it', page(200, 'application/json', '{"status":"success","code":200,"da')],
    ['a redirect', page(302, 'application/json', '{}')],
    ['204', response => response.writeHead(204).end()],
  ])('the till believes no answer that is %s', async (_, reply) => {
    const till = openTillAt(await startHttpService(reply))
    expect(await till.sell(mobileDraft())).toMatchObject({ phase: 'unknown', reference: null })
  })
})

describe('A success', () => {
  // Proves 4 all; unsaid: Statuses but 200, 400, 401, 403 and 429
  it.each([200, 201, 202, 203])('is any 2xx with a payment in it: %i', async code => {
    const reply = json(code, { ...envelope({ reference: 'R-1', status: 'pending' }), code })
    const till = openTillAt(await startHttpService(undated(reply)))
    for (const draft of [mobileDraft(), cardDraft()])
      expect(await till.sell(draft)).toMatchObject({ phase: 'pending', reference: 'R-1' })
  })
})

describe('4.1 Create mobile payment request: the till', () => {
  // Proves 4.1 path; 4.1 headers; 4.1 `payment_type`
  it('sends method, path, headers and body as the contract has them', async () => {
    await expectCreateSent(fullMobileDraft(), paths.mobileCreate, mobileRequest)
  })

  // Proves 4.1 `webhook_url`
  it('leaves the optional webhook_url out where the shop has none', async () => {
    const { service, sell } = await openTill({}, { webhookAddress: '' })
    await sell(mobileDraft())
    expect(JSON.parse(service.control.requests()[0]?.body ?? '')).not.toHaveProperty('webhook_url')
  })

  // Proves 4.1 response 400; 4.3 responses 400, 401; 7 400
  it('takes a 400 for a refusal: nothing was created, and nothing is tried again', async () => {
    const phone = '255700000040'
    for (const draft of [mobileDraft({ phone }), cardDraft({ phone })]) {
      const { service, sell, clock } = await openTill()
      expect(await sell(draft)).toMatchObject({
        phase: 'refused',
        refusal: { httpStatus: 400, errorCode: 'validation_error' },
      })
      await clock.pass(10 * minute)
      expect(service.control.requests()).toHaveLength(1)
    }
  })
})

describe('4.1 and 4.3 Creates: the service', () => {
  const creates = [
    [paths.mobileCreate, mobileRequest],
    [paths.cardCreate, cardRequest],
  ] as const

  // Proves 4.1 `x-idempotency-key`; 4.3 `x-idempotency-key`
  it.each(creates)('requires x-idempotency-key: %s', async (path, body) => {
    const service = await startService()
    for (const value of [null, '']) {
      const answer = await call(service, path, { headers: { 'x-idempotency-key': value }, body })
      expect(errorOf(answer)).toMatchObject({ code: 400, error_code: 'validation_error' })
    }
    expect(service.control.payments()).toEqual([])
  })

  // Proves 4.1 `payment_type`; 4.3 `payment_type`
  it.each(['bank', '', null, 1, 'the other one'])('takes no payment_type %j', async wrong => {
    const service = await startService()
    const payment_type = (other: string) => (wrong === 'the other one' ? other : wrong)
    for (const answer of [
      await createMobile(service, 'one', { payment_type: payment_type('card') }),
      await createCard(service, 'two', { payment_type: payment_type('mobile') }),
    ])
      expect(errorOf(answer).message).toContain('payment_type')
  })

  // Proves 4.1 required fields; 4.1 response 400; 4.3 required fields
  it.each([
    ...['payment_type', 'details', 'phone_number', 'customer'].map(field => [0, field] as const),
    ...['payment_type', 'details', 'customer', 'webhook_url'].map(field => [1, field] as const),
  ])('requires, in create %i, %s', async (create, field) => {
    const [path, whole] = creates[create]
    const body = without(whole, field)
    const answer = await call(await startService(), path, { headers: key, body })
    expect(errorOf(answer)).toMatchObject({ error_code: 'validation_error' })
    expect(errorOf(answer).message).toContain(`${field} is required`)
  })

  // Proves 4.1 `phone_number`
  it.each(['0754001212', '255 754', 'phone', 255754001212])(
    'takes no phone_number %j',
    async phone_number => {
      const answer = await createMobile(await startService(), 'one', { phone_number })
      expect(errorOf(answer).message).toContain('phone_number')
    },
  )

  // Proves 4.1 `webhook_url`
  it('does not require webhook_url, but it must be a URI', async () => {
    const service = await startService()
    const body = without(mobileRequest, 'webhook_url')
    expect((await call(service, paths.mobileCreate, { headers: key, body })).status).toBe(200)
    const answer = await createMobile(service, 'two', { webhook_url: 'shop' })
    expect(errorOf(answer).message).toContain('webhook_url')
  })
})

describe('4.2 Read mobile payment status', () => {
  // Proves 4.2 path; 4.2 body; 4.2 headers; 4.4 path; 4.4 headers; 4.4 body
  it.each([
    ['referenceId', mobileDraft, paths.mobileStatus],
    ['reference', cardDraft, paths.cardStatus],
  ] as const)(
    'the till sends {%s}, the keys, and no idempotency key',
    async (name, draft, path) => {
      const { service, sell, engine } = await openTill()
      const { id, reference } = await sell(draft())
      await engine.actions.checkNow(id)
      const [sent] = requestsTo(service, path)
      expect(sent?.body).toBe(JSON.stringify({ [name]: reference }))
      expect(sent?.headers).toMatchObject({ 'x-api-key': apiKey, 'x-api-secret': '[redacted]' })
      expect(sent?.headers).not.toHaveProperty('x-idempotency-key')
    },
  )

  // Proves 4.2 body
  it.each([{}, { reference: 'R-1' }, { referenceId: 7 }, { referenceId: '' }])(
    'the service refuses the body %j',
    async body => {
      const answer = await call(await startService(), paths.mobileStatus, { body })
      expect(errorOf(answer)).toMatchObject({ code: 400, error_code: 'validation_error' })
    },
  )

  // Proves 4.2 body
  it('the service knows only references of its own mobile payments', async () => {
    const service = await startService()
    const card = referenceOf(await createCard(service, 'one'))
    for (const reference of ['R-none', card])
      expect(errorOf(await readMobile(service, reference)).error_code).toBe('validation_error')
  })

  // Proves 4.2 response and errors; unsaid: The errors of a mobile status read
  it.each<[string, Reply]>([
    ['400', json(400, errorBody(400, 'validation_error', 'no'))],
    ['404', json(404, errorBody(404, 'not_found', 'no'))],
    ['409', json(409, errorBody(409, 'conflict', 'no'))],
    ['500', json(500, errorBody(500, 'internal', 'no'))],
    ['a list of two', json(200, envelope([{ status: 'completed' }, { status: 'completed' }]))],
    ['a status that is no text', json(200, envelope({ status: { word: 'completed' } }))],
    ['a part that it does not know', json(200, envelope({ result: { status: 'completed' } }))],
    ['a broken connection', response => response.destroy()],
  ])('the till draws no conclusion from %s', async (_, reply) => {
    const till = await tillReading(reply)
    const { id } = await till.sell(mobileDraft())
    const checked = await till.engine.actions.checkNow(id)
    if (checked.ok) throw new Error('The read was taken for an answer')
    expect(['read-failed', 'payment-not-known']).toContain(checked.code)
    expect(till.payment(id)).toMatchObject({ phase: 'pending', outcome: null, reference: 'R-1' })
  })
})

describe('4.3 Create card payment: the till', () => {
  // Proves 4.3 path; 4.3 headers; 4.3 `payment_type`
  it('sends method, path, headers and body as the contract has them', async () => {
    await expectCreateSent(cardDraft(), paths.cardCreate, cardRequest)
  })

  // Proves 4.3 `webhook_url`
  it('takes no card sale without a webhook address, and sends nothing', async () => {
    const { service, engine } = await openTill({}, { webhookAddress: '' })
    const sold = engine.presses.request(cardDraft())
    expect(sold).toMatchObject({ ok: false, code: 'webhook-address-needed' })
    expect(service.control.requests()).toEqual([])
  })

  // Proves 4.3 `webhook_url`
  it.each([
    ['http://shop.example/', 'webhook-address-bad'],
    ['shop.example', 'webhook-address-bad'],
    ['https://127.0.0.1:8443/hook', 'webhook-address-here'],
    ['http://localhost/hook', 'webhook-address-here'],
  ])('sells nothing with the webhook address %j', async (webhookAddress, code) => {
    const { service, engine, ledger } = await openTill({}, { webhookAddress })
    for (const draft of [cardDraft(), mobileDraft()])
      expect(engine.presses.request(draft)).toMatchObject({ ok: false, code })
    expect(ledger.recent(10)).toEqual([])
    expect(service.control.requests()).toEqual([])
  })

  // Proves 4.1 `x-idempotency-key`; 4.3 `x-idempotency-key`
  it('makes a new UUID for each payment', async () => {
    const { service, sell } = await openTill()
    for (const draft of [mobileDraft(), cardDraft(), cardDraft()]) await sell(draft)
    const keys = service.control.payments().map(payment => payment.idempotencyKey)
    expect(new Set(keys).size).toBe(3)
    for (const each of keys) expect(each).toMatch(uuidV4)
  })

  // Proves 4.3 `x-idempotency-key`; 4.3 rule 4; 8 ¶6
  it('reuses a key only for the exact same request, and one checkout is opened', async () => {
    const { service, sell, clock, payment: sale } = await openTill()
    const { id } = await sell(cardDraft({ phone: answerLost }))
    await clock.pass(20_000)
    const attempts = requestsTo(service, paths.cardCreate)
    expect(attempts).toHaveLength(2)
    expect(new Set(attempts.map(each => each.headers['x-idempotency-key'])).size).toBe(1)
    expect(new Set(attempts.map(each => each.body)).size).toBe(1)
    const [payment, ...others] = service.control.payments()
    expect(others).toEqual([])
    expect(sale(id).checkoutUrl).toBe(`${service.address}/checkout/${payment?.checkoutToken}`)
  })
})

describe('4.3 Create card payment: the service', () => {
  // Proves 4.3 `webhook_url`
  it.each(['http://shop.example/hook', 'shop.example', 'ftp://shop.example/', ''])(
    'takes no webhook_url %j',
    async webhook_url => {
      const answer = await createCard(await startService(), 'one', { webhook_url })
      expect(errorOf(answer).message).toContain('webhook_url must be an https URI')
    },
  )
})

describe('4.3 Rules', () => {
  // Proves 2.1 `checkout_url`; 4.3 rule 1
  it('rule 1: the service opens a page at checkout_url, and the till offers that address', async () => {
    const { sell } = await openTill()
    const { checkoutUrl } = await sell(cardDraft())
    const opened = await fetch(checkoutUrl ?? '')
    expect(opened.status).toBe(200)
    expect(await opened.text()).toContain('Card payment')
  })

  // Proves 4.3 rule 2
  it('rule 2: the till keeps data.reference', async () => {
    const { service, sell } = await openTill()
    const { reference } = await sell(cardDraft())
    expect(reference).toBe(service.control.payments()[0]?.reference)
  })

  // Proves 4.3 rule 3
  it('rule 3: the session takes no payment from expires_at on', async () => {
    const { service, sell, clock } = await openTill({ sessionSeconds: { card: 60 } })
    const { checkoutUrl, expiresAt } = await sell(cardDraft())
    const pay = () =>
      fetch(checkoutUrl ?? '', { method: 'POST', body: new URLSearchParams('decision=pay') })
    await clock.pass((expiresAt ?? 0) - clock.wall())
    expect((await pay()).status).toBe(409)
    expect(service.control.payments()).toMatchObject([{ status: 'pending' }])
  })

  // Proves 4.3 rule 4; unsaid: What a used key with another request answers
  it('rule 4: a repeated key on another request opens nothing', async () => {
    const service = await startService()
    await createCard(service, 'one')
    const other = await createCard(service, 'one', { details: { amount: 1, currency: 'TZS' } })
    expect(errorOf(other).code).toBe(409)
    expect(service.control.payments()).toHaveLength(1)
  })
})

describe('4.4 Read card payment status', () => {
  // Proves 4.4 headers
  it('the service uses no x-idempotency-key here', async () => {
    const service = await startService()
    const reference = referenceOf(await createCard(service, 'one'))
    const read = () => call(service, paths.cardStatus, { headers: key, body: { reference } })
    expect((await read()).status).toBe(200)
    service.control.decide(reference, 'completed')
    expect(JSON.parse((await read()).text).data.status).toBe('completed')
  })

  // Proves 4.4 body; 4.4 responses 400, 401
  it.each([{}, { referenceId: 'R-1' }, { reference: null }, { reference: 'R-none' }])(
    'the service answers 400 to the body %j',
    async body => {
      const answer = await call(await startService(), paths.cardStatus, { body })
      expect(errorOf(answer)).toMatchObject({ code: 400, error_code: 'validation_error' })
    },
  )

  // Proves 4.4 purpose
  it('a read tells the latest state, and creates no charge', async () => {
    const service = await startService()
    const reference = referenceOf(await createCard(service, 'one'))
    for (const status of ['pending', 'authorised', 'completed']) {
      service.control.decide(reference, status)
      expect(JSON.parse((await readCard(service, reference)).text).data.status).toBe(status)
    }
    expect(service.control.payments()).toHaveLength(1)
  })
})

describe('4.2 and 4.4 A payment of another till of the account', () => {
  const otherTill = { 'x-api-key': apiKey, 'x-api-secret': '[redacted]' }

  // Proves 4.2 body
  it('is read by its reference as a mobile payment, and is no sale of this till', async () => {
    const { service, engine, ledger } = await openTill()
    const reference = referenceOf(await createMobile(service, 'another-till'))
    service.control.decide(reference, 'completed')
    expect(await engine.references.lookUp(reference)).toMatchObject({
      ok: true,
      value: {
        kind: 'other',
        payment: {
          reference,
          status: 'completed',
          meaning: 'paid',
          value: 15_000,
          currency: 'TZS',
        },
      },
    })
    const [sent, ...more] = requestsTo(service, paths.mobileStatus)
    expect(sent).toMatchObject({
      body: JSON.stringify({ referenceId: reference }),
      headers: otherTill,
    })
    expect(sent?.headers).not.toHaveProperty('x-idempotency-key')
    expect(more).toEqual([])
    expect(requestsTo(service, paths.cardStatus)).toEqual([])
    expect(ledger.recent(10)).toEqual([])
  })

  // Proves 4.4 purpose
  it('is read as a card payment where it is no mobile one', async () => {
    const { service, engine } = await openTill()
    const reference = referenceOf(await createCard(service, 'another-till'))
    expect(await engine.references.lookUp(reference)).toMatchObject({
      value: { payment: { reference, status: 'pending', meaning: 'pending' } },
    })
    expect(requestsTo(service, paths.cardStatus)).toMatchObject([
      { body: JSON.stringify({ reference }), headers: otherTill },
    ])
  })

  // Proves 4.2 body
  it('is unknown where the service knows no such reference', async () => {
    const { service, engine } = await openTill()
    expect(await engine.references.lookUp('R-none')).toMatchObject({ code: 'reference-unknown' })
    expect(service.control.payments()).toEqual([])
  })
})

describe('4.4 Polling', () => {
  // Proves 4.4 polling a
  it.each([
    ['a mobile payment', mobileDraft, paths.mobileStatus],
    ['a card payment', cardDraft, paths.cardStatus],
  ] as const)('%s is polled with backoff', async (_, draft, path) => {
    const { service, sell, clock } = await openTill({ approvalSeconds: 3600 })
    await sell(draft())
    const acceptedAt = clock.wall()
    await clock.pass(1.5 * minute)
    const times = [acceptedAt, ...requestsTo(service, path).map(each => each.at)]
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(gaps.length).toBeGreaterThan(5)
    expect(Math.min(...gaps)).toBeGreaterThan(1_000)
    expect(gaps.at(-2)).toBeGreaterThan(2 * (gaps[0] ?? Infinity))
  })

  // Proves 4.4 polling a
  it('one read of a payment is on the wire at a time', async () => {
    const { service, sell, engine } = await openTill()
    const { id } = await sell(cardDraft())
    await Promise.all([
      engine.actions.checkNow(id),
      engine.actions.checkNow(id),
      engine.actions.checkNow(id),
    ])
    expect(requestsTo(service, paths.cardStatus)).toHaveLength(1)
  })

  // Proves 4.4 polling b
  it('an expiry that no read was answered for is no end: reads go on', async () => {
    const { service, sell, clock, payment: sale } = await openTill({ sessionSeconds: { card: 60 } })
    const { id, reference } = await sell(cardDraft())
    const drop = { when: 'before', effect: { kind: 'drop' } } as const
    service.control.rule({ operation: 'card-status' }, drop, 40)
    await clock.pass(1.5 * minute)
    expect(sale(id).phase).toBe('pending')
    service.control.decide(reference ?? '', 'completed')
    await clock.pass(60 * minute)
    expect(sale(id).outcome).toBe('paid')
  })
})
