import { describe, expect, it } from 'vitest'
import { scenarios } from '../../../electron/practice'
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
