import type { Payment } from '../simulated-service/payment'
import { draftOf } from '../world/facts'
import type { Scene } from './scene'

/** The last read falls a little behind the end, and is answered some time after that, ms. */
const lastRead = 60_000

/** Should the till have seen by now that a payment is over? The service itself may have stated a later end. */
export function isSurelyOver(scene: Scene, payment: Payment): boolean {
  const { statedExpiry, createdAt } = payment
  const assumed = createdAt + scene.settings.assumedLifetimeMs
  const stated = (statedExpiry ?? 0) - scene.facts.clock.dateError
  return scene.elapsed() >= Math.max(assumed, stated, payment.expiresAt) + lastRead
}

/** Money rule 10: an end nearer to the acceptance than this cannot be true, ms. */
const shortestLife = 30_000
/** `Date` counts whole seconds, and an answer takes its time, ms. */
const doubt = 5_000

/** Without the service's `Date` in an acceptance the till has its own wall clock alone, which may be days off. */
function wasJudgedByWallClock(scene: Scene, payment: Payment): boolean {
  const answers = draftOf(scene.facts, payment)?.answers ?? []
  return answers.some(({ saying, isDated }) => saying.about === 'payment' && !isDated)
}

/**
 * The earliest moment (in time that really passed) at which the till may take a payment for over: the end that
 * the service stated, by the `Date` of its own answers, or else what the till assumes where no end was stated
 * or the stated one cannot be true. Both can be wrong without the till being able to know.
 */
export function believableEnd(scene: Scene, payment: Payment): number {
  const { statedExpiry, createdAt } = payment
  const assumed = createdAt + scene.settings.assumedLifetimeMs
  if (statedExpiry === null) return assumed
  const stated = statedExpiry - scene.facts.clock.dateError
  const canBeTrue = stated - createdAt >= shortestLife - doubt
  if (!canBeTrue) return assumed
  return wasJudgedByWallClock(scene, payment) ? Math.min(stated, assumed) : stated
}
