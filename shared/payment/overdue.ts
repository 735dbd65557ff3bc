import { isOfOtherAccount } from './account'
import type { Payment } from './payment'

/**
 * No push rings and no checkout stays open this long, ms, also where the service said so: an `expires_at`
 * in a wrong year must not hold a payment, nor its phone number, for ever.
 */
export const longestLife = 24 * 3_600_000

/** So long after `expires_at` the till has asked again and again, and got no answer to go by, ms. */
const unansweredFor = 3_600_000

/** What tells how long ago the service took a payment. */
export interface AcceptanceFacts {
  /** The service's clock, ms since the epoch; null while it is not sure. */
  serviceNow: number | null
  /** How long this run of the till has itself seen the payment last, ms, by a clock that cannot be set. */
  seen: number
}

export interface OverdueFacts extends AcceptanceFacts {
  /** The merchant account behind the keys in use. */
  account: string | null
  /** How long a payment is watched when the service names no end (§8: not shown), ms. */
  assumedLifetime: number
}

/**
 * Should the service have said by now how a pending payment ended? Then a person may (money rule 8):
 * a read may answer nothing for ever, and another account's payment is never read at all.
 */
export function isOverdue(payment: Payment, facts: OverdueFacts): boolean {
  return payment.phase === 'pending' && untilOverdue(payment, facts) <= 0
}

/**
 * Has the service given no result for a day after `expires_at`? Then the till stops asking by itself, and the
 * payment goes to a person (money rule 8).
 */
export function isUnansweredTooLong(payment: Payment, facts: OverdueFacts): boolean {
  const { serviceNow } = facts
  if (serviceNow === null) return facts.seen >= 2 * longestLife
  // An end that was judged by a wrong wall clock may lie days back: the payment itself must be that old too.
  if (sinceAcceptance(payment, facts) < longestLife) return false
  return untilEnd(payment, facts, serviceNow) + longestLife <= 0
}

/**
 * How long until a pending payment is overdue, ms, at the longest and while the till runs on: the service
 * may say its time meanwhile, and what has passed with it. Not above 0 once it is.
 */
export function untilOverdue(payment: Payment, facts: OverdueFacts): number {
  const { serviceNow, account } = facts
  const untilLongest = longestLife - sinceAcceptance(payment, facts)
  if (serviceNow === null) return untilLongest
  const timeouts = isOfOtherAccount(payment, account) ? 0 : unansweredFor
  return Math.min(untilLongest, untilEnd(payment, facts, serviceNow) + timeouts)
}

/**
 * HAZARD: an end that the till assumed may have been reckoned from the computer's wall clock, hours behind,
 * before the service had said its time beyond doubt: what has passed tells it, not the moment kept.
 */
function untilEnd(payment: Payment, facts: OverdueFacts, serviceNow: number): number {
  if (payment.expiryAssumed) return facts.assumedLifetime - sinceAcceptance(payment, facts)
  return (payment.expiresAt ?? 0) - serviceNow
}

/**
 * The least that has passed since the service accepted the payment, ms.
 *
 * HAZARD: the computer's wall clock is not used here. One that jumped, in this run or between two starts,
 * would free the number of a live push (money rule 10).
 */
export function sinceAcceptance(
  { acceptedAt, acceptedServiceAt }: Pick<Payment, 'acceptedAt' | 'acceptedServiceAt'>,
  facts: AcceptanceFacts,
): number {
  const { serviceNow, seen } = facts
  if (serviceNow === null || acceptedServiceAt === null) return seen
  // It can only shorten it: a service's `Date` that was days behind at the acceptance frees nothing either.
  return Math.max(seen, serviceNow - Math.max(acceptedServiceAt, acceptedAt ?? 0))
}
