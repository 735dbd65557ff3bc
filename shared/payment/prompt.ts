import { isOpen, isUnclear } from './actions'
import { type AcceptanceFacts, sinceAcceptance } from './overdue'
import type { Payment } from './payment'

/** How long a push's prompt is taken to stay on the customer's phone after acceptance, ms. */
export const defaultPromptLifetimeMs = 180_000

/**
 * The prompt of a payment's push on the customer's phone (money rule 10). `live`: it may still be there, or the
 * push may still arrive. `gone`: the payment may still be paid, but its prompt has surely outlived its time.
 * `none`: there is no push that could be answered.
 */
export type Prompt = 'live' | 'gone' | 'none'

export interface PromptFacts extends AcceptanceFacts {
  promptLifetime: number
  /** How long a payment is watched when the service names no end, ms. */
  assumedLifetime: number
  /** Since the last attempt, by the clock that says less, ms. */
  sinceLastAttempt: number
}

/**
 * The least that has passed since the last attempt that may have arrived, ms. `now` is the wall clock; `seen` is how long
 * this run has seen the payment last.
 *
 * HAZARD: the wall clock may have jumped between two starts, so it never says more than this run has seen; only the
 * service's clock tells what passed before.
 */
export function sinceLastAttempt(
  { lastAttemptAt, stoppedTryingBy }: Pick<Payment, 'lastAttemptAt' | 'stoppedTryingBy'>,
  { now, seen, serviceNow }: { now: number; seen: number; serviceNow: number | null },
): number {
  if (lastAttemptAt === null) return 0
  const byWall = now - lastAttemptAt
  // A wall clock set back past the attempt proves nothing: it would hold the number until it has caught up.
  const byTill = byWall < 0 ? seen : Math.min(byWall, seen)
  const isTold = serviceNow !== null && stoppedTryingBy !== null
  return isTold ? Math.max(byTill, serviceNow - stoppedTryingBy) : byTill
}

/** Judges a payment's prompt at this moment. */
export function promptOf(payment: Payment, facts: PromptFacts): Prompt {
  if (payment.channel !== 'mobile') return 'none'
  const isOver = () => sinceAcceptance(payment, facts) >= facts.promptLifetime
  if (payment.phase === 'pending') return isOver() ? 'gone' : 'live'
  if (isOpen(payment)) return 'live'
  // Stopped by a person, it may have arrived all the same, and there is no reference to ask about.
  if (payment.phase === 'abandoned')
    return facts.sinceLastAttempt < facts.assumedLifetime ? 'live' : 'none'
  // What is neither paid nor failed may still ring: a word without a meaning, an answer about other money, or an
  // end that came by a wrong clock.
  const mayRing = payment.phase === 'expired' || payment.outcome === 'unrecognised'
  if (mayRing && !isOver()) return 'live'
  const awaitsMeaning = isUnclear(payment) && payment.resolution === null
  return awaitsMeaning ? 'gone' : 'none'
}

/** How long a live prompt still holds its number, ms; null where that hangs on an answer. */
export function promptLeft(payment: Payment, facts: PromptFacts): number | null {
  if (payment.phase === 'abandoned') return facts.assumedLifetime - facts.sinceLastAttempt
  if (payment.acceptedAt === null) return null
  return facts.promptLifetime - sinceAcceptance(payment, facts)
}
