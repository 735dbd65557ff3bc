import { describe, expect, it } from 'vitest'
import { scenarios } from '../../../electron/practice/scenarios/table'
import { createMobile, readCard, readMobile, startService } from '../../support/conformance/service'
import {
  createCard,
  dataOf,
  openMobile,
  phoneOf,
  startOnClock,
  textOf,
} from '../../support/practice/service'

async function openWith(id: string) {
  const { clock, service } = await startOnClock()
  const reference = await openMobile(service, 'one', phoneOf(id))
  const status = async () => textOf(await readMobile(service, reference), 'status')
  return { clock, service, reference, status }
}

/** The status that is read so many seconds after the creation. */
const timelines: Readonly<Record<string, string>> = {
  approves: '4.9 pending, 5 completed, 500 completed',
  declines: '4.9 pending, 5 failed',
  'wrong-pin': '4.9 pending, 5 failed',
  'approves-slowly': '44.9 pending, 45 completed',
  'never-answers': '39 pending, 86400 pending',
  'says-expired': '39.9 pending, 40 expired',
  'paid-late': '40 pending, 54.9 pending, 55 completed',
  'unknown-word': '4.9 pending, 5 processed_ok',
  'contradicts-itself': '5 completed, 5 failed, 6 failed',
  'in-progress-word': '4.9 pending, 5 processing, 14.9 processing, 15 completed',
  'four-hours-unanswered': '14399 pending, 86400 pending',
  'four-hours-paid-late': '239 pending, 240 completed',
  'expiry-in-the-past': '29 pending, 30 completed',
  'date-ahead': '29 pending, 30 completed',
}

describe('the scenario table', () => {
  it('has an id, a number of its own range, a title and a description in every row', () => {
    for (const { phone, title, description } of scenarios) {
      expect(phone).toMatch(/^2557000000\d\d$/)
      expect(title).not.toBe('')
      expect(description).toMatch(/\.$/)
    }
    expect(new Set(scenarios.map(({ id }) => id)).size).toBe(scenarios.length)
    expect(new Set(scenarios.map(({ phone }) => phone)).size).toBe(scenarios.length)
  })
})

describe('how payments end', () => {
  it.each(Object.entries(timelines))('%s', async (id, timeline) => {
    const { clock, status } = await openWith(id)
    let passed = 0
    for (const read of timeline.split(', ')) {
      const [seconds = '', expected] = read.split(' ')
      clock.pass(Number(seconds) * 1000 - passed)
      passed = Number(seconds) * 1000
      expect(await status(), `after ${seconds} s`).toBe(expected)
    }
  })

  it.each(['never-answers', 'says-expired', 'paid-late'])('%s within 40 seconds', async id => {
    const { service } = await startOnClock({}, 0)
    const answer = await createMobile(service, 'one', { phone_number: phoneOf(id) })
    expect(textOf(answer, 'expires_at')).toBe('1970-01-01T00:00:40.000Z')
  })

  it('does not mind a + before the number', async () => {
    const { clock, service } = await startOnClock()
    const reference = await openMobile(service, 'one', `+${phoneOf('declines')}`)
    clock.pass(5000)
    expect(textOf(await readMobile(service, reference), 'status')).toBe('failed')
  })

  it('decides a card by the same numbers, and says what the processor said', async () => {
    const { clock, service } = await startOnClock()
    const created = await createCard(service, 'one', { phone_number: phoneOf('wrong-pin') })
    clock.pass(5000)
    expect(dataOf(await readCard(service, textOf(created, 'reference')))).toMatchObject({
      status: 'failed',
      provider_status: 'INCORRECT_PIN',
    })
  })

  it('shortens the times of the table, and only those, by the speed', async () => {
    const { clock, service } = await startOnClock({ speed: 10, approvalSeconds: 5 }, 0)
    const slow = await openMobile(service, 'one', phoneOf('approves-slowly'))
    const plain = await createMobile(service, 'two')
    const silent = { phone_number: phoneOf('never-answers') }
    const short = await createMobile(service, 'three', silent)
    expect(textOf(short, 'expires_at')).toBe('1970-01-01T00:00:04.000Z')
    expect(textOf(plain, 'expires_at')).toBe('1970-01-01T00:02:00.000Z')
    clock.pass(4500)
    expect(textOf(await readMobile(service, slow), 'status')).toBe('completed')
    const plainStatus = await readMobile(service, textOf(plain, 'reference'))
    expect(textOf(plainStatus, 'status')).toBe('pending')
  })
})

describe('answers that must not be believed', () => {
  it.each([
    ['wrong-amount', { status: 'completed', amount: { currency: 'TZS', value: 15001 } }],
    ['wrong-currency', { status: 'completed', amount: { currency: 'KES', value: 15000 } }],
    ['wrong-reference', { status: 'completed' }],
    ['no-status', { object: 'payment' }],
  ])('%s: at first the plain answer, then %j', async (id, expected) => {
    const { clock, service, reference } = await openWith(id)
    const early = dataOf(await readMobile(service, reference))
    expect(early).toMatchObject({ reference, status: 'pending', amount: { value: 15000 } })
    clock.pass(5000)
    const data = dataOf(await readMobile(service, reference))
    expect(data).toMatchObject(expected)
    expect('status' in data).toBe(id !== 'no-status')
    expect(data.reference === reference).toBe(id !== 'wrong-reference')
  })

  it.each([
    ['no-expiry', 'expires_at'],
    ['no-reference', 'reference'],
  ])('%s: leaves the field out of both create answers, replays included', async (id, field) => {
    const service = await startService()
    const phone_number = phoneOf(id)
    const mobile = await createMobile(service, 'one', { phone_number })
    const card = await createCard(service, 'two', { phone_number })
    for (const answer of [mobile, card]) {
      expect(dataOf(answer)).toHaveProperty('amount')
      expect(dataOf(answer)).not.toHaveProperty(field)
    }
    expect((await createMobile(service, 'one', { phone_number })).text).toBe(mobile.text)
  })

  it('has no checkout address, and takes the same number for mobile as any other', async () => {
    const { clock, service } = await startOnClock()
    const phone_number = phoneOf('no-checkout')
    const card = await createCard(service, 'one', { phone_number })
    expect(dataOf(card)).not.toHaveProperty('checkout_url')
    await createMobile(service, 'two', { phone_number })
    clock.pass(5000)
    expect(service.control.payments()[1]).toMatchObject({ scenario: null, status: 'completed' })
  })
})

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
