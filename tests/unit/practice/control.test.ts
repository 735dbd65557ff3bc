import { describe, expect, it } from 'vitest'
import { paths } from '../../support/conformance/contract'
import {
  apiKey,
  apiSecret,
  createMobile,
  readMobile,
  startService,
} from '../../support/conformance/service'
import {
  createCard,
  credentials,
  openMobile,
  startOnClock,
  textOf,
} from '../../support/practice/service'

const drop = { when: 'before', effect: { kind: 'drop' } } as const

describe('the control, in the same process', () => {
  it('shows what reached the service, without the secret', async () => {
    const service = await startService()
    await createMobile(service, 'one')
    await fetch(`${service.address}/nowhere?x=1`)
    const [create, lost] = service.control.requests()
    const body = service.control.payments()[0]?.request
    const sent = { 'x-api-key': apiKey, 'x-idempotency-key': 'one', 'x-api-secret': '[redacted]' }
    expect(create).toMatchObject({ method: 'POST', path: paths.mobileCreate, body, headers: sent })
    expect(create).toMatchObject({ status: 200, ending: 'answered' })
    expect(lost).toMatchObject({ method: 'GET', path: '/nowhere', status: 404 })
    expect(JSON.stringify(service.control.requests())).not.toContain(apiSecret)
  })

  it('decides a payment, also against an earlier decision, and keeps the history', async () => {
    const service = await startService()
    const reference = await openMobile(service, 'one')
    service.control.decide(reference, 'completed')
    service.control.decide(reference, 'reversed', 'BY_HAND')
    expect(textOf(await readMobile(service, reference), 'status')).toBe('reversed')
    expect(service.control.payments()[0]?.history).toMatchObject([
      { by: 'creation', status: 'pending' },
      { by: 'control', status: 'completed' },
      { by: 'control', status: 'reversed', providerStatus: 'BY_HAND' },
    ])
    expect(() => service.control.decide('PR-NONE', 'completed')).toThrow('PR-NONE')
  })

  it('applies a fault to the given number of requests, and only to those that match', async () => {
    const service = await startService()
    service.control.rule({ operation: 'mobile-create', idempotencyKey: 'one' }, drop, 2)
    expect((await createMobile(service, 'two')).status).toBe(200)
    expect((await createCard(service, 'card')).status).toBe(200)
    for (const _ of [1, 2]) await expect(createMobile(service, 'one')).rejects.toThrow()
    expect((await createMobile(service, 'one')).status).toBe(200)
  })

  it('chooses requests by their body, the oldest rule first', async () => {
    const service = await startService()
    const answer = (status: number) =>
      ({ when: 'before', effect: { kind: 'answer', status, body: 'x' } }) as const
    service.control.rule({ bodyIncludes: 'PR-A' }, answer(500))
    service.control.rule({}, answer(502))
    expect((await readMobile(service, 'PR-B')).status).toBe(502)
    expect((await readMobile(service, 'PR-A')).status).toBe(500)
    expect((await readMobile(service, 'PR-A')).status).toBe(400)
  })

  it('answers in the place of the service, headers and all', async () => {
    const service = await startService()
    const headers = { 'retry-after': '9', 'content-type': 'text/plain' }
    const effect = { kind: 'answer', status: 429, headers, body: 'slow down' } as const
    service.control.rule({}, { when: 'after', effect })
    const answer = await createMobile(service, 'one')
    expect(answer).toMatchObject({ status: 429, text: 'slow down' })
    expect(answer.headers['retry-after']).toBe('9')
    service.control.rule({}, { when: 'before', effect: { kind: 'answer', status: 204, body: '' } })
    expect(await createMobile(service, 'one')).toMatchObject({ status: 204, text: '' })
  })

  it('delays execution, or only the answer', async () => {
    const { clock, service } = await startOnClock()
    service.control.rule({ idempotencyKey: 'late' }, { when: 'before', delayMs: 5000 })
    service.control.rule({ idempotencyKey: 'slow' }, { when: 'after', delayMs: 5000 })
    const answers = Promise.all([createMobile(service, 'late'), createMobile(service, 'slow')])
    await expect.poll(() => service.control.requests()).toHaveLength(2)
    await expect.poll(() => service.control.payments()).toHaveLength(1)
    expect(service.control.payments()[0]?.idempotencyKey).toBe('slow')
    clock.pass(5000)
    expect((await answers).map(each => each.status)).toEqual([200, 200])
    expect(service.control.payments()).toHaveLength(2)
  })

  it('never answers a request that hangs', async () => {
    const service = await startService()
    service.control.rule({}, { when: 'after', effect: { kind: 'hang' } })
    const never = createMobile(service, 'one')
    await expect.poll(() => service.control.requests()[0]?.ending).toBe('hung')
    expect(service.control.payments()).toHaveLength(1)
    await Promise.all([expect(never).rejects.toThrow(), service.stop()])
  })

  it.each([
    ['cut', { kind: 'cut', bytes: 10 }],
    ['pad', { kind: 'pad', bytes: 10 }],
    ['drop', { kind: 'drop' }],
    ['reset', { kind: 'reset' }],
    ['hang', { kind: 'hang' }],
  ] as const)(
    'survives a client that leaves before an answer with a fault: %s',
    async (_, effect) => {
      const { clock, service } = await startOnClock()
      service.control.rule({}, { when: 'after', delayMs: 1000, effect })
      const leaving = new AbortController()
      const body = 'leaving'
      const { signal } = leaving
      const sent = { method: 'POST', headers: credentials, signal, body }
      const request = fetch(service.address + paths.mobileCreate, sent)
      await expect.poll(() => service.control.requests()).toMatchObject([{ body }])
      leaving.abort()
      await expect(request).rejects.toThrow()
      clock.pass(1000)
      await expect.poll(() => service.control.requests()[0]?.ending).not.toBe('open')
      expect((await createMobile(service, 'one')).status).toBe(200)
    },
  )

  it('holds requests while paused, and executes them late', async () => {
    const service = await startService()
    service.control.pause()
    const held = createMobile(service, 'one')
    await expect.poll(() => service.control.requests()[0]?.body).toContain('mobile')
    expect(service.control.payments()).toEqual([])
    expect(service.control.requests()[0]).toMatchObject({ status: null, ending: 'open' })
    service.control.resume()
    expect((await held).status).toBe(200)
    expect((await createMobile(service, 'two')).status).toBe(200)
  })

  it('stops at once while requests are held, and a second time', async () => {
    const service = await startService()
    service.control.pause()
    const held = createMobile(service, 'one')
    await expect.poll(() => service.control.requests()).toHaveLength(1)
    await Promise.all([expect(held).rejects.toThrow(), service.stop()])
    await service.stop()
  })

  it('leaves nothing to happen after it has stopped', async () => {
    const { clock, service } = await startOnClock()
    await createMobile(service, 'one')
    expect(clock.pending()).toBe(1)
    await service.stop()
    expect(clock.pending()).toBe(0)
  })

  it('changes limits, sessions and approval from then on', async () => {
    const { clock, service } = await startOnClock({}, 0)
    service.control.setRateLimit({ limit: 9, windowSeconds: 1 })
    service.control.setSession({ mobile: 60 })
    service.control.setApproval(1)
    const answer = await createMobile(service, 'one')
    expect(answer.headers['x-ratelimit-limit']).toBe('9')
    expect(textOf(answer, 'expires_at')).toBe('1970-01-01T00:01:00.000Z')
    expect(textOf(await createCard(service, 'two'), 'expires_at')).toBe('1970-01-01T00:15:00.000Z')
    clock.pass(1000)
    const status = await readMobile(service, textOf(answer, 'reference'))
    expect(textOf(status, 'status')).toBe('completed')
  })

  it('reports another time, the same in the header and the body', async () => {
    const { service } = await startOnClock({}, 0)
    service.control.skewDate(3_600_000)
    const answer = await createMobile(service, 'one')
    expect(answer.headers.date).toBe('Thu, 01 Jan 1970 01:00:00 GMT')
    expect(textOf(answer, 'expires_at')).toBe('1970-01-01T01:02:00.000Z')
  })

  it('is as just started after a reset', async () => {
    const { service } = await startOnClock({}, 0)
    const { control } = service
    await createMobile(service, 'one')
    control.rule({}, drop, 9)
    control.revokeKeys()
    control.setRateLimit({ limit: 1, windowSeconds: 60 })
    control.setSession({ mobile: 1 })
    control.setAnswers('flat')
    control.skewDate(5000)
    control.pause()
    control.reset()
    expect([control.payments(), control.requests(), control.webhooks()]).toEqual([[], [], []])
    const answer = await createMobile(service, 'one')
    expect(answer.headers['x-ratelimit-limit']).toBeUndefined()
    expect(textOf(answer, 'expires_at')).toBe('1970-01-01T00:02:00.000Z')
  })

  it('lets a scenario’s fault happen again after a reset', async () => {
    const service = await startService()
    const attempt = () => createMobile(service, 'one', { phone_number: '255700000020' })
    await expect(attempt()).rejects.toThrow()
    service.control.reset()
    await expect(attempt()).rejects.toThrow()
  })
})
