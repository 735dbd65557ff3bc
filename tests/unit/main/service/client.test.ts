import { describe, expect, it } from 'vitest'
import { requestHeaders } from '../../../../electron/main/service/request-headers'
import {
  cardCreated,
  cardStatus,
  envelope,
  errorBody,
  mobileCreated,
} from '../../../support/service/answers'
import { json, type Reply, startHttpService } from '../../../support/service/loopback-service'
import {
  apiKey,
  apiSecret,
  clientFor,
  createAt,
  prepared,
  secret,
} from '../../../support/service/till-end'

/** The four operations as a service knows them. */
const byPath: Record<string, Reply> = {
  '/service/merchant/payments/create': json(200, envelope(mobileCreated)),
  '/service/merchant/payments/status': json(200, envelope({ status: 'paid', amount: 5000 })),
  '/service/merchant/card/pay': json(200, envelope(cardCreated)),
  '/service/merchant/card/status': json(200, envelope(cardStatus)),
}
const reply: Reply = (response, seen) =>
  (byPath[seen.path] ?? json(404, errorBody(404, 'not_found', 'No such path')))(response, seen)

describe('the four operations on the wire (§4, §5)', () => {
  it('send these headers and no others; the idempotency key on creates alone', async () => {
    const endpoint = await startHttpService(reply)
    const client = clientFor(endpoint.address)
    await client.createMobilePayment(prepared)
    await client.readMobilePayment('r')
    const read = {
      host: endpoint.address.slice('http://'.length),
      connection: 'close',
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'x-api-key': apiKey,
      'x-api-secret': apiSecret,
      'content-length': expect.any(String),
    }
    expect(endpoint.seen.map(seen => seen.headers)).toEqual([
      { ...read, 'x-idempotency-key': prepared.idempotencyKey },
      read,
    ])
  })

  it('send nothing with keys of another address', async () => {
    const endpoint = await startHttpService(reply)
    const asked: string[] = []
    const client = clientFor(endpoint.address, {
      keys(place) {
        asked.push(place)
        return null
      },
    })
    for (const call of [client.createMobilePayment(prepared), client.readCardPayment('r')])
      expect(await call).toMatchObject({ class: 'unsent' })
    expect(asked).toEqual([`${endpoint.address}/service`, `${endpoint.address}/service`])
    expect(endpoint.seen).toEqual([])
  })

  it('send the committed bytes and key again, unchanged, also when they are not ASCII', async () => {
    const endpoint = await startHttpService(reply)
    const client = clientFor(endpoint.address)
    const request = { ...prepared, body: '{ "b":1,"a":"Zoë 😀" }\n' }
    await client.createCardPayment(request)
    await client.createCardPayment(request)
    expect(endpoint.seen.map(seen => seen.body)).toEqual([request.body, request.body])
    expect(new Set(endpoint.seen.map(seen => seen.headers['x-idempotency-key'])).size).toBe(1)
  })
})

describe('the keys (§5)', () => {
  const keysOf = (pk: string, sk = 'sk') => ({ apiKey: secret(pk), apiSecret: secret(sk) })

  it.each(['', ' ', 'pk\n', 'p\r\nx-evil: 1', 'p\0k', 'p\tk', ' pk', 'pk ', 'ключ', 'pk\u200b'])(
    'are none that no header can hold: %j',
    unfit => {
      expect(requestHeaders(keysOf(unfit), null)).toEqual({ ok: false, fault: 'api-key' })
      expect(requestHeaders(keysOf('pk', unfit), null)).toEqual({ ok: false, fault: 'api-secret' })
      expect(requestHeaders(keysOf('pk'), unfit)).toEqual({ ok: false, fault: 'idempotency-key' })
    },
  )

  it('may have inner spaces and latin-1', () => {
    expect(requestHeaders(keysOf('a b', 'clé'), null).ok).toBe(true)
  })

  it('that no header can hold are found before anything is sent, and not shown', async () => {
    const keys = () => keysOf('pk', 'sk-hidden\nx: y')
    const { endpoint, answer } = await createAt(reply, { keys })
    expect(answer).toMatchObject({ class: 'unsent' })
    expect(JSON.stringify(answer)).not.toContain('sk-hidden')
    expect(endpoint.connections()).toBe(0)
  })

  it('never appear in an answer, whatever the service does', async () => {
    const echo: Reply = (response, seen) =>
      response.writeHead(400).end(JSON.stringify({ echo: seen.rawHeaders, body: seen.body }))
    const garbage: Reply = (response, seen) =>
      response.socket?.end(`SSH-2.0 ${seen.rawHeaders.join(' ')}`)
    for (const misbehave of [echo, garbage]) {
      const { answer } = await createAt(misbehave)
      expect(answer.class).toBe('unintelligible')
      for (const hidden of [apiKey, apiSecret, prepared.idempotencyKey, 'payment_type'])
        expect(JSON.stringify(answer)).not.toContain(hidden)
    }
  })
})

describe('the client', () => {
  it('says so when an idempotency key cannot be sent', async () => {
    const request = { ...prepared, idempotencyKey: 'a\nb' }
    const { endpoint, answer } = await createAt(reply, {}, request)
    const unsendable = { class: 'unreachable', sent: 'no', reason: 'unsendable' }
    expect(answer).toEqual({ ...unsendable, detail: 'idempotency-key' })
    expect(endpoint.connections()).toBe(0)
  })

  it('measures Retry-After against its own clock when the service names no time', async () => {
    const endpoint = await startHttpService(response => {
      response.sendDate = false
      response.writeHead(429, { 'retry-after': 'Sun, 01 Jun 2025 10:00:10 GMT' }).end()
    })
    const clock = { wall: () => Date.UTC(2025, 5, 1, 10), after: () => () => undefined }
    const answer = await clientFor(endpoint.address, { clock }).readCardPayment('r')
    expect(answer).toMatchObject({ class: 'throttled', limits: { retryAfter: 10_000 } })
  })
})
