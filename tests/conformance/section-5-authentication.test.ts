import { describe, expect, it } from 'vitest'
import { systemClock } from '../../electron/main/platform/clock'
import {
  checkServiceAddress,
  type ServiceClient,
  type ServiceKeys,
} from '../../electron/main/service'
import { createServiceClient } from '../../electron/main/service/client'
import { mobileRequest, paths } from '../support/conformance/contract'
import {
  envelope,
  errorBody,
  json,
  startHttpService,
  tillReading,
} from '../support/conformance/scripted'
import {
  apiKey,
  apiSecret,
  call,
  createCard,
  errorOf,
  startService,
} from '../support/conformance/service'
import { openTill, openTillAt } from '../support/conformance/till'
import { cardDraft, mobileDraft } from '../support/payments/payments'
import type { PracticeOptions } from '../support/practice/start'
import { makeCertificate } from '../support/service/certificate'
import { clientFor } from '../support/service/till-end'

const minute = 60_000
const request = { idempotencyKey: 'one', body: JSON.stringify(mobileRequest) }
const everyCall = (client: ServiceClient) => [
  () => client.createMobilePayment(request),
  () => client.readMobilePayment('R-1'),
  () => client.createCardPayment(request),
  () => client.readCardPayment('R-1'),
]

const extraKeys: PracticeOptions['extraKeys'] = [
  { apiKey: 'revoked-key', apiSecret, account: 'a', environment: 'sandbox', revoked: true },
  { apiKey: 'production-key', apiSecret, account: 'a', environment: 'production' },
  {
    apiKey: 'mobile-only-key',
    apiSecret,
    account: 'b',
    environment: 'sandbox',
    channels: ['mobile'],
  },
]

describe('Rule 1: both headers on every call', () => {
  // Proves 5 rule 1; 5 ¶last
  it('the till sends x-api-key and x-api-secret with each of its calls', async () => {
    const endpoint = await startHttpService(
      json(200, envelope({ reference: 'R-1', status: 'pending' })),
    )
    for (const perform of everyCall(clientFor(endpoint.address))) await perform()
    expect(endpoint.seen).toHaveLength(4)
    for (const { headers } of endpoint.seen)
      expect(headers).toMatchObject({
        'x-api-key': 'pk-test-0001',
        'x-api-secret': 'sk-test-very-secret',
      })
  })

  // Proves 4.1 headers; 4.1 response 401; 4.2 headers; 4.3 headers; 4.3 responses 400, 401
  // Proves 4.4 responses 400, 401; 5 rule 1; 5 ¶last
  it.each(['x-api-key', 'x-api-secret'])('the service does nothing without %s', async header => {
    const service = await startService()
    for (const path of Object.values(paths)) {
      const headers = { [header]: null, 'x-idempotency-key': 'one' }
      const answer = await call(service, path, { headers, body: mobileRequest })
      expect(errorOf(answer)).toMatchObject({ code: 401, error_code: 'unauthorized' })
    }
    expect(service.control.payments()).toEqual([])
  })
})

describe('Rule 2: HTTPS only, keys on this side only', () => {
  // Proves 5 rule 2 a
  it.each([
    ['http://pay.example', 'https-only'],
    ['http://127.0.0.1.pay.example', 'https-only'],
    ['ftp://pay.example', 'https-only'],
    ['https://key:secret@pay.example', 'has-credentials'],
  ])('the till takes no service address like %s', (address, reason) => {
    expect(checkServiceAddress(address)).toEqual({ ok: false, reason })
    const keys = () => {
      throw new Error('asked for the keys')
    }
    const deps = { address, pathPrefix: 'service', keys, clock: systemClock }
    expect(() => createServiceClient(deps)).toThrow(reason)
  })

  // Proves 5 rule 2 a
  it.each(['https://pay.example', 'http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:1'])(
    'the till takes %s',
    address => {
      expect(checkServiceAddress(address).ok).toBe(true)
    },
  )

  // Proves 5 rule 2 a
  it('the till speaks TLS, and only to who can prove the name', async () => {
    const certificate = await makeCertificate(['127.0.0.1'])
    const reply = json(200, envelope({ reference: 'R-1', status: 'pending' }))
    const endpoint = await startHttpService(reply, certificate)
    const trusting = clientFor(endpoint.address, { certificateAuthorities: [certificate.cert] })
    expect(await trusting.createMobilePayment(request)).toMatchObject({ class: 'ok' })
    const answer = await clientFor(endpoint.address).createMobilePayment(request)
    expect(answer).toMatchObject({ class: 'unreachable', sent: 'no', reason: 'tls' })
    expect(endpoint.seen).toHaveLength(1)
  })

  // Proves 5 rule 2 a
  it('the till follows no redirect, which would carry the keys elsewhere', async () => {
    const elsewhere = await startHttpService(json(200, envelope({ status: 'paid' })))
    const endpoint = await startHttpService(response =>
      response.writeHead(307, { location: elsewhere.address }).end(),
    )
    for (const perform of everyCall(clientFor(endpoint.address)))
      expect(await perform()).toMatchObject({ class: 'unintelligible', reason: 'redirect' })
    expect(elsewhere.seen).toEqual([])
  })

  // Proves 5 rule 2 b
  it('the till puts the keys into those two headers and nowhere else', async () => {
    const endpoint = await startHttpService(
      json(200, envelope({ reference: 'R-1', status: 'pending' })),
    )
    for (const perform of everyCall(clientFor(endpoint.address))) await perform()
    for (const { path, body, headers } of endpoint.seen) {
      const { 'x-api-key': key, 'x-api-secret': secret, ...rest } = headers
      expect([key, secret]).toEqual(['pk-test-0001', 'sk-test-very-secret'])
      for (const hidden of ['pk-test', 'sk-test'])
        expect(path + body + JSON.stringify(rest)).not.toContain(hidden)
    }
  })

  // Proves 5 rule 2 b
  it('the till keeps no key in what it records of a payment', async () => {
    const till = await openTill()
    till.service.control.revokeKeys()
    const payment = await till.sell(mobileDraft())
    const kept = [payment, till.ledger.history(payment.id), till.ledger.request(payment.id)]
    for (const hidden of [apiKey, apiSecret]) expect(JSON.stringify(kept)).not.toContain(hidden)
  })
})

describe('Rule 3: revoked and replaced', () => {
  // Proves 5 rule 3
  it('the till uses new keys from its next call on', async () => {
    const service = await startService({ extraKeys: [{ ...fresh, account: 'a' }] })
    service.control.revokeKeys()
    let current = { apiKey, apiSecret }
    const keys = (): ServiceKeys => ({
      apiKey: { reveal: () => current.apiKey },
      apiSecret: { reveal: () => current.apiSecret },
    })
    const client = clientFor(service.address, { keys })
    expect((await client.createMobilePayment(request)).class).toBe('unauthorized')
    current = fresh
    expect((await client.createMobilePayment(request)).class).toBe('ok')
  })
})

const fresh = { apiKey: 'fresh-key', apiSecret: 'fresh-secret', environment: 'sandbox' } as const

const createCardWith = (service: { address: string }, key: string) =>
  call(service, paths.cardCreate, {
    headers: { 'x-api-key': key, 'x-idempotency-key': 'one' },
    body: {},
  })

describe('Rule 4: environments', () => {
  // Proves 5 rule 4
  it('the service rejects keys of the other environment as unauthorized', async () => {
    const service = await startService({ extraKeys })
    const answer = await createCardWith(service, 'production-key')
    expect(errorOf(answer)).toMatchObject({ code: 401, error_code: 'unauthorized' })
    const production = await startService({ environment: 'production', extraKeys })
    expect((await createCardWith(production, 'production-key')).status).toBe(400)
  })
})

describe('Rule 5: POST with a JSON body', () => {
  // Proves 5 rule 5
  it.each(['', 'null', '[]', '"text"', '{', 'a=b'])(
    'the service refuses the body %j at every endpoint',
    async body => {
      const service = await startService()
      for (const path of Object.values(paths)) {
        const answer = await call(service, path, { headers: { 'x-idempotency-key': 'one' }, body })
        expect(errorOf(answer)).toMatchObject({ code: 400, error_code: 'validation_error' })
      }
    },
  )
})

describe('Rule 6: responses on failure', () => {
  // Proves 5 rule 3; 5 rule 6, 401
  it.each([
    ['missing', ''],
    ['malformed', 'a b'],
    ['unknown', 'nobodys-key'],
    ['revoked', 'revoked-key'],
    ['of the other environment', 'production-key'],
  ])('the service answers 401 unauthorized to a key that is %s', async (_, key) => {
    const answer = await createCardWith(await startService({ extraKeys }), key)
    expect(errorOf(answer)).toMatchObject({ code: 401, error_code: 'unauthorized' })
  })

  // Proves 5 rule 6, 401
  it('the service answers 401 unauthorized to a secret that is not the key’s', async () => {
    const answer = await call(await startService(), paths.cardStatus, {
      headers: { 'x-api-secret': 'another-secret' },
      body: { reference: 'R-1' },
    })
    expect(errorOf(answer)).toMatchObject({ code: 401, error_code: 'unauthorized' })
  })

  // Proves 5 rule 6, 403
  it('the service answers 403 forbidden to sound keys whose account may not do this', async () => {
    const service = await startService({ extraKeys })
    const answer = await createCardWith(service, 'mobile-only-key')
    expect(errorOf(answer)).toMatchObject({ code: 403, error_code: 'forbidden' })
    expect((await createCard(service, 'one')).status).toBe(200)
  })

  // Proves 4.1 response 401; 5 rule 6, 401; 7 401
  it('on 401 the till stops every call, once, and burns no payment', async () => {
    const { service, sell, clock, payment, engine } = await openTill()
    const open = await sell(cardDraft())
    service.control.revokeKeys()
    const { id } = await sell(mobileDraft())
    const calls = service.control.requests().length
    const later = await sell(mobileDraft({ phone: '255754001299' }))
    await clock.pass(minute - 1)
    expect(service.control.requests()).toHaveLength(calls)
    await clock.pass(30 * minute)
    expect(engine.accountGate.lights().service).toBe('keys-rejected')
    for (const each of [id, later.id])
      expect(payment(each)).toMatchObject({ phase: 'held', maybeSent: false })
    expect(payment(open.id).phase).toBe('pending')
  })

  // Proves 5 rule 6, 401
  it('one harmless read finds out whether the keys work again: after 1, 2, 5, 10 and 10 minutes', async () => {
    const { service, sell, clock, engine } = await openTill()
    const { reference } = await sell(cardDraft())
    service.control.revokeKeys()
    await sell(mobileDraft())
    const rejectedAt = clock.wall()
    const calls = service.control.requests().length
    await clock.pass(30 * minute)
    const probes = service.control.requests().slice(calls)
    expect(probes.map(({ at }) => (at - rejectedAt) / minute)).toEqual([1, 3, 8, 18, 28])
    for (const { path, body } of probes) {
      expect(path).toBe(paths.mobileStatus)
      expect(body).not.toContain(reference)
    }
    service.control.restoreKeys()
    await clock.pass(10 * minute)
    expect(engine.accountGate.lights().service).toBe('on')
  })

  // Proves 5 rule 6, 403; 7 403
  it('on 403 the till says what it is, and asks no more', async () => {
    const { service, sell, clock } = await openTill()
    const payment = await sell(mobileDraft({ phone: '255700000041' }))
    expect(payment).toMatchObject({
      phase: 'refused',
      refusal: { httpStatus: 403, errorCode: 'forbidden' },
    })
    await clock.pass(10 * minute)
    expect(service.control.requests()).toHaveLength(1)
  })

  // Proves 5 rule 6, 401; 5 rule 6, 403
  it('the till believes no 401 or 403 that is not the service’s own', async () => {
    for (const status of [401, 403]) {
      const till = openTillAt(
        await startHttpService(json(status, { message: 'Log in to the Wi-Fi' })),
      )
      expect(await till.sell(mobileDraft())).toMatchObject({ phase: 'unknown', refusal: null })
      expect(till.engine.accountGate.lights().service).not.toBe('keys-rejected')
    }
  })

  // Proves 4.4 responses 400, 401; 5 rule 6, 403
  it('on a 403 to a read the till draws no conclusion', async () => {
    const till = await tillReading(json(403, errorBody(403, 'forbidden', 'no')))
    const { id } = await till.sell(cardDraft())
    expect(await till.engine.actions.checkNow(id)).toMatchObject({ ok: false })
    expect(till.payment(id)).toMatchObject({ phase: 'pending', outcome: null })
  })
})
