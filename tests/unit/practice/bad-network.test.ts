import { describe, expect, it } from 'vitest'
import {
  createMobile,
  errorOf,
  type RawAnswer,
  startService,
} from '../../support/conformance/service'
import { createCard, dataOf, phoneOf, startOnClock } from '../../support/practice/service'

const withPhone = (id: string) => ({ phone_number: phoneOf(id) })

/** The first attempt with the scenario's number, and how many payments it left behind. */
async function firstAttempt(id: string) {
  const service = await startService()
  const again = () => createMobile(service, 'one', withPhone(id))
  const first = again()
  await first.catch(() => null)
  return { first, again, service, created: service.control.payments().length }
}

const isSuccess = (answer: RawAnswer) => expect(dataOf(answer)).toHaveProperty('status', 'pending')

describe('a bad network, once for each idempotency key', () => {
  it.each([
    ['reset-before', 0, 'reset', null],
    ['answer-lost', 1, 'dropped', null],
    ['answer-cut', 1, 'cut', 200],
  ])('%s: no answer, and %i payments', async (id, payments, ending, status) => {
    const { first, again, service, created } = await firstAttempt(id)
    await expect(first).rejects.toThrow()
    expect(created).toBe(payments)
    expect(service.control.requests()[0]).toMatchObject({ ending, status })
    isSuccess(await again())
    expect(service.control.payments()).toHaveLength(1)
  })

  it.each([
    ['unavailable-before', 0, 503, 'service_unavailable', undefined],
    ['unavailable-after', 1, 503, 'service_unavailable', undefined],
    ['too-many-requests', 0, 429, 'too_many_requests', '3'],
  ])('%s: an error, and %i payments', async (id, payments, status, error_code, wait) => {
    const { first, again, service, created } = await firstAttempt(id)
    expect(errorOf(await first)).toMatchObject({ code: status, error_code })
    expect((await first).headers['retry-after']).toBe(wait)
    expect(created).toBe(payments)
    isSuccess(await again())
    expect(service.control.payments()).toHaveLength(1)
  })

  it('refuses every repeat of a payment whose answer it lost', async () => {
    const { first, again, service, created } = await firstAttempt('repeat-refused')
    await expect(first).rejects.toThrow()
    expect(created).toBe(1)
    for (const attempts of [2, 3]) {
      const error = errorOf(await again())
      expect(error).toMatchObject({ code: 400, error_code: 'duplicate_transaction' })
      expect(service.control.payments()).toMatchObject([{ attempts }])
    }
  })

  const page = { 'content-type': expect.stringContaining('text/html') }

  it.each([
    ['limit-page-after', 1, 429, '<h1>', page],
    ['captive-portal', 0, 200, '<h1>', page],
    ['redirect', 0, 302, '', { location: '/elsewhere' }],
  ])(
    '%s: no answer of the service, and %i payments',
    async (id, payments, status, part, headers) => {
      const { first, again, created } = await firstAttempt(id)
      expect(await first).toMatchObject({ status, headers, text: expect.stringContaining(part) })
      expect(created).toBe(payments)
      isSuccess(await again())
    },
  )

  it('answers with eight megabytes, which are right all the same', async () => {
    const { first, again } = await firstAttempt('answer-oversized')
    const { text } = await first
    expect(text.length).toBeGreaterThan(8_000_000)
    expect((await again()).text).toBe(text.trimEnd())
  })

  it('answers late, and a second attempt at once', async () => {
    const { clock, service } = await startOnClock()
    let late: RawAnswer | null = null
    const first = createMobile(service, 'one', withPhone('answer-slow')).then(answer => {
      late = answer
    })
    await expect.poll(() => service.control.payments()).toHaveLength(1)
    const second = await createMobile(service, 'one', withPhone('answer-slow'))
    clock.pass(7_999)
    expect(late).toBeNull()
    clock.pass(1)
    await first
    expect(late).toMatchObject({ text: second.text })
  })

  it('is less late when the service is set to be fast', async () => {
    const { clock, service } = await startOnClock({ speed: 8 })
    const answer = createMobile(service, 'one', withPhone('answer-slow'))
    // The payment's own approval, and the answer that waits.
    await expect.poll(clock.pending).toBe(2)
    clock.pass(1000)
    isSuccess(await answer)
  })

  it('happens to card payments and other keys too', async () => {
    const service = await startService()
    const attempt = (key: string) => createCard(service, key, withPhone('answer-lost'))
    for (const key of ['one', 'two']) await expect(attempt(key)).rejects.toThrow()
    isSuccess(await attempt('one'))
    expect(service.control.payments()).toHaveLength(2)
  })

  it('breaks off in the middle of a body whose whole length was promised', async () => {
    const service = await startService()
    service.control.rule({}, { when: 'after', effect: { kind: 'cut', bytes: 5 } })
    const path = '/service/merchant/card/status'
    const response = await fetch(service.address + path, { method: 'POST' })
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(50)
    const chunks: string[] = []
    const reading = (async () => {
      for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString())
    })()
    await expect(reading).rejects.toThrow()
    expect(chunks.join('')).toBe('{"sta')
  })
})
