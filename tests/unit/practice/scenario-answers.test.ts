import { describe, expect, it } from 'vitest'
import { createMobile, readCard, readMobile, startService } from '../../support/conformance/service'
import {
  createCard,
  dataOf,
  openMobile,
  phoneOf,
  startOnClock,
  textOf,
} from '../../support/practice/service'

/* Scenarios that change how the service answers about one payment. */

describe('long lifetimes and wrong times', () => {
  it('is ten minutes ahead in the Date header of one payment’s answers alone', async () => {
    const { service } = await startOnClock()
    const phone_number = phoneOf('date-ahead')
    const ahead = 'Thu, 01 Jan 2026 08:10:00 GMT'
    const first = await createMobile(service, 'one', { phone_number })
    const repeat = await createMobile(service, 'one', { phone_number })
    const read = await readMobile(service, textOf(first, 'reference'))
    for (const { headers } of [first, repeat, read]) expect(headers.date).toBe(ahead)
    expect(textOf(first, 'expires_at')).toBe('2026-01-01T08:02:00.000Z')
    const other = await createMobile(service, 'two')
    expect(other.headers.date).toBe('Thu, 01 Jan 2026 08:00:00 GMT')
  })
})

describe('the forms of answers', () => {
  const parse = ({ text }: { text: string }) => JSON.parse(text)

  it.each([
    ['flat-paid', 'COMPLETED'],
    ['flat-failed', 'FAILED'],
  ])('%s, for mobile and card', async (id, status) => {
    const { clock, service } = await startOnClock()
    const phone_number = phoneOf(id)
    const mobile = parse(await createMobile(service, 'one', { phone_number }))
    expect(mobile).toMatchObject({ method: 'MOBILE', status: 'PENDING', amount: '15000.00' })
    const card = parse(await createCard(service, 'two', { phone_number }))
    expect(card).toMatchObject({ method: 'CARD', status: 'PENDING', amount: '120000.00' })
    clock.pass(5000)
    for (const [read, { reference_id }] of [
      [readMobile, mobile],
      [readCard, card],
    ] as const)
      expect(parse(await read(service, reference_id))).toMatchObject({ reference_id, status })
  })

  it('has a number as the status of the envelope', async () => {
    const service = await startService()
    const answer = await createMobile(service, 'one', { phone_number: phoneOf('numeric-envelope') })
    expect(answer.status).toBe(201)
    expect(parse(answer)).toMatchObject({ status: 201, data: { status: 'pending' } })
  })

  it('wins over the form of the service', async () => {
    const service = await startService({ answers: 'numeric' })
    const answer = await createMobile(service, 'one', { phone_number: phoneOf('flat-paid') })
    expect(parse(answer)).toMatchObject({ method: 'MOBILE', status: 'PENDING' })
  })

  it('shows what a scenario changes in a flat answer too', async () => {
    const { clock, service } = await startOnClock({ answers: 'flat' })
    const answers: Record<string, unknown>[] = []
    for (const id of ['wrong-amount', 'wrong-reference', 'no-status', 'odd-status']) {
      const first = parse(await createMobile(service, id, { phone_number: phoneOf(id) }))
      clock.pass(5000)
      answers.push(parse(await readMobile(service, first.reference_id)))
    }
    const [amount, reference, status, odd] = answers
    expect(amount).toMatchObject({ amount: '15001.00', status: 'COMPLETED' })
    expect(reference).toMatchObject({ reference_id: 'PR-ANOTHERSALE1' })
    expect(status).not.toHaveProperty('status')
    const created_at = '2026-01-01 08:00:15'
    expect(odd).toMatchObject({ amount: '15000.00', currency: 'tzs', created_at })
  })
})

describe('odd fields', () => {
  it('has odd fields in the create answer, and the usual reference and status', async () => {
    const { service } = await startOnClock()
    const phone_number = phoneOf('odd-create')
    const reference = expect.stringMatching(/^PR-/)
    const expected = { object: 'collection', reference, status: 'pending' }
    expect(dataOf(await createMobile(service, 'one', { phone_number }))).toEqual({
      ...expected,
      payment_type: 'mobile',
      amount: { currency: 'TZS', value: '15000.00' },
      expires_at: Date.UTC(2026, 0, 1, 8, 2) / 1000,
      api_version: 20250101,
    })
    expect(dataOf(await createCard(service, 'two', { phone_number }))).toEqual({
      ...expected,
      payment_type: 'card',
      amount: { currency: 'TZS', value: '120000.00' },
      expires_at: Date.UTC(2026, 0, 1, 8, 15) / 1000,
      checkout_url: expect.stringMatching(`^${service.address}/checkout/`),
    })
  })

  it('has odd fields in every status read', async () => {
    const { clock, service } = await startOnClock()
    const phone_number = phoneOf('odd-status')
    const mobile = textOf(await createMobile(service, 'one', { phone_number }), 'reference')
    const card = textOf(await createCard(service, 'two', { phone_number }), 'reference')
    const created_at = '2026-01-01 08:00:00'
    const odd = (reference: string, value: string, status: string) => ({
      reference,
      amount: { currency: 'tzs', value },
      created_at,
      status,
    })
    const first = dataOf(await readMobile(service, mobile))
    expect(first).toMatchObject(odd(mobile, '15000.00', 'pending'))
    clock.pass(5000)
    const second = dataOf(await readMobile(service, mobile))
    expect(second).toMatchObject(odd(mobile, '15000.00', 'completed'))
    const whole = { ...odd(card, '120000.00', 'completed'), updated_at: '2026-01-01 08:00:05' }
    expect(dataOf(await readCard(service, card))).toMatchObject(whole)
  })
})

describe('status reads that fail at first', () => {
  it('is shorter when the service is set to be fast', async () => {
    const { clock, service } = await startOnClock({ speed: 10 })
    const reference = await openMobile(service, 'one', phoneOf('unknown-at-first'))
    clock.pass(999)
    expect((await readMobile(service, reference)).status).toBe(404)
    clock.pass(1)
    expect((await readMobile(service, reference)).status).toBe(200)
  })

  it('touches no other payment', async () => {
    const service = await startService()
    await openMobile(service, 'one', phoneOf('status-unavailable'))
    expect((await readMobile(service, await openMobile(service, 'two'))).status).toBe(200)
  })
})
