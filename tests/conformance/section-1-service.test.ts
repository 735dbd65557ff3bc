import { describe, expect, it } from 'vitest'
import { cardCreated, mobileCreated, paths } from '../support/conformance/contract'
import { envelope, json, startHttpService } from '../support/conformance/scripted'
import {
  call,
  createCard,
  createMobile,
  dataOf,
  errorOf,
  readMobile,
  startService,
} from '../support/conformance/service'
import { everyRequest, openTill, openTillAt } from '../support/conformance/till'
import { cardDraft, mobileDraft } from '../support/payments/payments'

const methods = ['GET', 'PUT', 'PATCH', 'DELETE'] as const

describe('Conventions', () => {
  // Proves 0 ¶1
  it('the till puts the base address, with a path of its own, before every path', async () => {
    const endpoint = await startHttpService(
      json(200, envelope({ reference: 'R-1', status: 'pending' })),
    )
    const till = openTillAt({ address: `${endpoint.address}/base/` })
    const { id } = await till.sell(mobileDraft())
    await till.engine.actions.checkNow(id)
    expect(endpoint.seen.map(seen => seen.path)).toEqual([
      `/base${paths.mobileCreate}`,
      `/base${paths.mobileStatus}`,
    ])
  })

  // Proves 0 ¶2; unsaid: The literal in the first path segment
  it('the first path segment is one literal, which both ends can be given', async () => {
    const till = await openTill({ pathPrefix: 'collect' })
    const { phase } = await till.sell(mobileDraft())
    expect(phase).toBe('pending')
    expect(till.service.control.requests()[0]?.path).toBe('/collect/merchant/payments/create')
    expect((await createMobile(till.service, 'one')).status).toBe(404)
  })

  // Proves 0 ¶3; 1 ¶6; 5 rule 5
  it('every call of the till is a POST with a JSON object', async () => {
    const requests = await everyRequest()
    expect(new Set(requests.map(each => each.path))).toEqual(new Set(Object.values(paths)))
    for (const { method, headers, body } of requests) {
      expect(method).toBe('POST')
      expect(headers['content-type']).toBe('application/json')
      expect(JSON.parse(body)).toBeTypeOf('object')
    }
  })

  // Proves 0 ¶3
  it.each(methods)('the service takes no %s', async method => {
    const service = await startService()
    for (const path of Object.values(paths)) {
      const answer = await call(service, path, { method })
      expect(answer.status).toBe(405)
      expect(errorOf(answer).error_code).toBe('method_not_allowed')
    }
  })
})

describe('What the service does', () => {
  // Proves 1 ¶1; 1 ¶2; 1 ¶5
  it('a mobile payment is collected: pushed, authorised by the customer, paid', async () => {
    const till = await openTill({ approvalSeconds: 5 })
    const { id, phase } = await till.sell(mobileDraft())
    expect(phase).toBe('pending')
    await till.clock.pass(4_000)
    expect(till.payment(id).phase).toBe('pending')
    await till.clock.pass(20_000)
    expect(till.payment(id)).toMatchObject({ phase: 'settled', outcome: 'paid' })
    expect(till.service.control.payments()).toMatchObject([{ channel: 'mobile' }])
  })

  // Proves 1 ¶1; 1 ¶3
  it('a card payment is collected: sent to its checkout page, paid there', async () => {
    const till = await openTill()
    const { id, checkoutUrl } = await till.sell(cardDraft())
    await till.clock.pass(20_000)
    expect(till.payment(id).phase).toBe('pending')
    await fetch(checkoutUrl ?? '', { method: 'POST', body: new URLSearchParams('decision=pay') })
    await till.clock.pass(20_000)
    expect(till.payment(id)).toMatchObject({ phase: 'settled', outcome: 'paid' })
  })

  // Proves 1 ¶2; unsaid: The names of the four operator networks
  it.each(['255612345678', '255622345678', '255712345678', '255754345678', '255784345678'])(
    'no operator is judged by the number’s beginning: %s',
    async phone => {
      const till = await openTill()
      expect(await till.sell(mobileDraft({ phone }))).toMatchObject({ phase: 'pending' })
      expect(till.service.control.payments()).toHaveLength(1)
    },
  )

  // Proves 1 ¶4
  it('a created payment starts as pending, at both ends', async () => {
    const till = await openTill()
    expect(await till.sell(mobileDraft())).toMatchObject({ phase: 'pending', rawStatus: 'pending' })
    expect(dataOf(await createMobile(till.service, 'a'), mobileCreated).status).toBe('pending')
    expect(dataOf(await createCard(till.service, 'b'), cardCreated).status).toBe('pending')
  })

  // Proves 1 ¶6; 5 rule 5; unsaid: Which read has no parameters
  it('a body without parameters is {}, and no body at all is malformed', async () => {
    const service = await startService()
    const empty = await call(service, paths.mobileStatus, { body: {} })
    expect(errorOf(empty).message).toContain('referenceId is required')
    const none = await call(service, paths.mobileStatus)
    expect(errorOf(none).message).toContain('not valid JSON')
  })

  // Proves 1 ¶8
  it('the till hands over once for a reference, and only after a confirmed result', async () => {
    const till = await openTill({ approvalSeconds: 1 })
    const { id, reference } = await till.sell(mobileDraft())
    await till.clock.pass(20_000)
    expect(till.engine.presses.handOver(id)).toMatchObject({
      ok: true,
      value: { payment: { reference } },
    })
    expect(till.engine.presses.handOver(id)).toMatchObject({ ok: false })
    const history = till.ledger.history(id).filter(event => event.type === 'goods-handed-over')
    expect(history).toHaveLength(1)
  })
})

describe('Envelopes', () => {
  // Proves 1 ¶10
  it('the service answers an error as {status, code, error_code, message}', async () => {
    const { text } = await readMobile(await startService(), 'unknown')
    const fields = new Set(['status', 'code', 'error_code', 'message'])
    expect(new Set(Object.keys(JSON.parse(text)))).toEqual(fields)
  })

  const data = { reference: 'R-1', status: 'pending' }
  // Proves 1 ¶9; 4.1 response 200
  it.each<[string, unknown, string]>([
    ['no data', { status: 'success', code: 200 }, 'unintelligible'],
    ['a reference alone', { reference: 'R-1' }, 'unintelligible'],
    ['no reference', envelope({ status: 'pending' }), 'unintelligible'],
    ['data that is a list of two', envelope([data, data]), 'unintelligible'],
    ['a list of two', [envelope(data), envelope(data)], 'unintelligible'],
    ['null', null, 'unintelligible'],
    ['the status of an error', { status: 'error', code: 200, data }, 'service-trouble'],
    ['the code of an error', { status: 'success', code: 402, data }, 'service-trouble'],
  ])('the till believes no success with %s', async (_, body, reason) => {
    const till = openTillAt(await startHttpService(json(200, body)))
    expect(await till.sell(mobileDraft())).toMatchObject({
      phase: 'unknown',
      reference: null,
      lastFailure: { sent: 'maybe', reason },
    })
  })

  // Proves 1 ¶9
  it.each<[string, unknown]>([
    ['no status', { code: 200, data }],
    ['no code', { status: 'success', data }],
    ['a number for the status', { status: 201, data }],
    ['a text for the code', { status: 'success', code: '200', data }],
    ['more fields', { ...envelope(data), message: 'Payment request sent' }],
    ['data that is a list of one', envelope([data])],
    ['a list of one around it', [envelope(data)]],
  ])('the till takes the payment out of an envelope with %s', async (_, body) => {
    const till = openTillAt(await startHttpService(json(200, body)))
    expect(await till.sell(mobileDraft())).toMatchObject({ phase: 'pending', reference: 'R-1' })
  })

  // Proves 1 ¶9
  it('the till takes the envelope’s own words for nothing but an envelope', async () => {
    const endpoint = await startHttpService(
      json(200, { ...envelope(data), status: 'paid', code: 7 }),
    )
    const till = openTillAt(endpoint)
    const { id } = await till.sell(mobileDraft())
    await till.engine.actions.checkNow(id)
    expect(till.payment(id)).toMatchObject({ phase: 'pending', rawStatus: 'pending' })
  })
})
