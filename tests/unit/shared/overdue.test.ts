import { describe, expect, it } from 'vitest'
import {
  isOverdue,
  isUnansweredTooLong,
  longestLife,
  sinceAcceptance,
  untilOverdue,
} from '../../../shared/payment/overdue'
import { phaseSchema } from '../../../shared/payment/payment'
import { paymentIn, samples } from '../../support/payments/payments'

const hour = 3_600_000
const pending = paymentIn('pending')
const acceptedAt = pending.acceptedAt ?? Number.NaN
const expiresAt = pending.expiresAt ?? Number.NaN
const wrongYear = { ...pending, expiresAt: Date.UTC(2226, 0) }

const assumedLifetime = hour / 2

const overdue = (serviceNow: number | null, account: string, payment = pending, seen = 0) =>
  isOverdue(payment, { serviceNow, account, assumedLifetime, seen })

/** Accepted at this time of the service's clock, and at that one of the till's; it ends in a wrong year. */
function acceptedWhen(serviceAt: number | null, at = acceptedAt) {
  const { expiresAt } = wrongYear
  return paymentIn('sending', { ...samples.accepted, at, serviceAt, expiresAt })
}

describe('a pending payment whose end is unknown (money rule 8)', () => {
  it('is overdue an hour after its time, by the service’s clock', () => {
    expect(overdue(expiresAt + hour - 1, 'practice')).toBe(false)
    expect(overdue(expiresAt + hour, 'practice')).toBe(true)
  })

  it('is overdue as soon as its time is up, where only another account can tell', () => {
    expect(overdue(expiresAt - 1, 'another')).toBe(false)
    expect(overdue(expiresAt, 'another')).toBe(true)
  })

  it('is overdue after the till has seen it last a day, whatever year the service named', () => {
    for (const account of ['practice', 'another'])
      for (const serviceNow of [null, expiresAt]) {
        expect(overdue(serviceNow, account, wrongYear, longestLife - 1)).toBe(false)
        expect(overdue(serviceNow, account, wrongYear, longestLife)).toBe(true)
      }
  })

  it('is overdue a day after it was accepted, all of it by the service’s clock', () => {
    const payment = acceptedWhen(acceptedAt + 5_000)
    for (const account of ['practice', 'another']) {
      expect(overdue(acceptedAt + 5_000 + longestLife - 1, account, payment)).toBe(false)
      expect(overdue(acceptedAt + 5_000 + longestLife, account, payment)).toBe(true)
    }
  })

  it.each([
    ['hours behind', -5 * hour],
    ['days ahead', 48 * hour],
  ])(
    'is overdue when an end that was assumed has passed, though reckoned by a clock %s',
    (_name, wrong) => {
      const at = acceptedAt + wrong
      const end = { expiresAt: at + assumedLifetime, expiryAssumed: true }
      const payment = paymentIn('sending', {
        ...samples.accepted,
        at,
        serviceAt: acceptedAt,
        ...end,
      })
      for (const [account, timeouts] of [
        ['practice', hour],
        ['another', 0],
      ] as const) {
        const due = assumedLifetime + timeouts
        expect(overdue(acceptedAt + 60_000, account, payment, 60_000)).toBe(false)
        expect(overdue(acceptedAt + due - 1, account, payment, due - 1)).toBe(false)
        expect(overdue(acceptedAt + due, account, payment, due)).toBe(true)
      }
    },
  )

  it('says how long that is still', () => {
    const facts = { serviceNow: null, account: 'practice', assumedLifetime, seen: hour }
    expect(untilOverdue(pending, facts)).toBe(longestLife - hour)
    expect(untilOverdue(pending, { ...facts, serviceNow: expiresAt })).toBe(hour)
    expect(untilOverdue(pending, { ...facts, serviceNow: expiresAt, account: 'another' })).toBe(0)
    const later = { ...facts, serviceNow: acceptedAt + hour }
    expect(untilOverdue(acceptedWhen(acceptedAt), later)).toBe(longestLife - hour)
  })

  it('is the only one that can be', () => {
    for (const phase of phaseSchema.options.filter(each => each !== 'pending'))
      expect(overdue(expiresAt + longestLife, 'another', paymentIn(phase), longestLife)).toBe(false)
  })
})

describe('a wait that no person may end yet: its push may be live (money rule 10)', () => {
  const daysAgo = acceptedAt - 3 * longestLife
  const soon = acceptedAt + hour
  // The till's clock lay days behind when it was accepted, and was put right since.
  const longAgo = acceptedWhen(acceptedAt, daysAgo)

  it.each([
    ['of which nothing says that a day has passed', null, acceptedWhen(acceptedAt)],
    ['of which only a wall clock says so', null, longAgo],
    ['of which the service’s clock says otherwise', soon, longAgo],
    ['accepted before the service had said its time', soon, acceptedWhen(null, daysAgo)],
    ['accepted while the service’s clock lay days behind', soon, acceptedWhen(daysAgo)],
  ])('is one %s', (_which, serviceNow, payment) => {
    expect(overdue(serviceNow, 'practice', payment)).toBe(false)
  })
})

describe('a pending payment that gave no result for a day after its end (money rule 8)', () => {
  const given = (serviceNow: number | null, seen = 0, payment = pending) =>
    isUnansweredTooLong(payment, { serviceNow, account: 'practice', assumedLifetime, seen })

  it('is asked about no longer by itself, by the service’s clock', () => {
    const payment = { ...pending, acceptedServiceAt: acceptedAt }
    expect(given(expiresAt + longestLife - 1, 0, payment)).toBe(false)
    expect(given(expiresAt + longestLife, 0, payment)).toBe(true)
  })

  it('is asked about on while it is younger than a day, for any end that was named', () => {
    const end = acceptedAt - 2 * longestLife
    const payment = { ...pending, expiresAt: end }
    expect(given(acceptedAt + hour, longestLife - 1, payment)).toBe(false)
    expect(given(acceptedAt + hour, longestLife, payment)).toBe(true)
  })

  it('is judged by what this run has seen, where the service never sent its time', () => {
    expect(given(null, 2 * longestLife - 1)).toBe(false)
    expect(given(null, 2 * longestLife)).toBe(true)
  })

  it('is judged by the assumed life, where the service named no end that can be true', () => {
    const assumed = { serviceAt: acceptedAt, expiryAssumed: true, expiresAt: 1 }
    const payment = paymentIn('sending', { ...samples.accepted, ...assumed })
    const end = acceptedAt + assumedLifetime + longestLife
    expect(given(end - 1, 0, payment)).toBe(false)
    expect(given(end, 0, payment)).toBe(true)
  })
})

describe('how long ago the service accepted a payment', () => {
  const now = acceptedAt + 5_000
  const later = acceptedAt + hour

  it.each<[string, number | null, number, number | null, number]>([
    ['both clocks of the service', now, 1_000, acceptedAt, 5_000],
    ['what this run has seen, where that is longer', now, 9_000, acceptedAt, 9_000],
    ['what this run has seen, the service’s time unsaid', null, 7_000, acceptedAt, 7_000],
    ['what this run has seen, that time unsaid at the acceptance', later, 7_000, null, 7_000],
    ['the till’s clock, where the service’s lay days behind', later, 0, later - 48 * hour, hour],
    ['never less than nothing was seen', acceptedAt - hour, 0, acceptedAt, 0],
  ])('is told by %s', (_name, serviceNow, seen, acceptedServiceAt, expected) => {
    const payment = { acceptedAt, acceptedServiceAt }
    expect(sinceAcceptance(payment, { serviceNow, seen })).toBe(expected)
  })
})
