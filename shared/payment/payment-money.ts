import type { WayBack } from './given-back'
import type { Payment } from './payment'

/** As many as a history needs. */
const mostGivenBack = 100

type Money = Pick<
  Payment,
  'amount' | 'outcome' | 'mismatch' | 'contradictedByPaid' | 'received' | 'resolution' | 'givenBack'
>

/** The money that came for a payment: as the service says, in cash, or as staff saw elsewhere. */
export function cameFor(payment: Money): number {
  const inCash = payment.received === null ? 0 : payment.amount.value
  const byService = cameByService(payment)
  const seen = byService === 0 ? seenOf(payment) : 0
  return byService + inCash + seen
}

/** What staff saw elsewhere. */
function seenOf({ resolution, amount }: Money): number {
  return resolution?.how === 'seen-in-dashboard' ? (resolution.value ?? amount.value) : 0
}

/** Money about another amount never counts (money rule 12); what was confirmed before such an answer does. */
function cameByService(payment: Money): number {
  return isConfirmed(payment) ? payment.amount.value : 0
}

/** The service said that it is paid, whatever it said before and after. */
export function isConfirmed(payment: Money): boolean {
  return payment.outcome === 'paid' || isPaidAfterAll(payment)
}

/** It failed, and its money came after all. */
export function isPaidAfterAll({ contradictedByPaid, mismatch }: Money): boolean {
  return contradictedByPaid && (mismatch === null || mismatch.afterPaid === true)
}

/** All that was given back of it. */
export function backOf({ givenBack }: Pick<Payment, 'givenBack'>): number {
  return givenBack.reduce((sum, { value }) => sum + value, 0)
}

/** What the goods are worth that came back or were not taken. */
function worthBackOf({ givenBack }: Pick<Payment, 'givenBack'>): number {
  return givenBack.reduce((sum, { worth }) => sum + worth, 0)
}

/** The customer has the money of this payment back, and keeps and takes no goods for it; or the service took it back. */
export function isGivenBack(payment: Pick<Payment, 'amount' | 'givenBack'>): boolean {
  return worthBackOf(payment) >= payment.amount.value || isTakenBack(payment)
}

/** More of it went back than came: the customer has money of the shop. */
export function moreWentBack(payment: Money): boolean {
  return backOf(payment) > cameFor(payment)
}

/** The service took its money back. */
export function isTakenBack({ givenBack }: Pick<Payment, 'givenBack'>): boolean {
  return givenBack.some(({ why }) => why === 'taken-back')
}

/** What of a payment's money is here to be given back in this way. Cash does not go back through the service. */
export function leftToGiveBack(payment: Money, way: WayBack): number {
  if (payment.givenBack.length >= mostGivenBack) return 0
  // Which money came a person has to find out first.
  const { mismatch, resolution } = payment
  if (resolution === null ? mismatch !== null : resolution.contradicted) return 0
  const left = cameFor(payment) - backOf(payment)
  return way === 'service' ? Math.min(left, leftWithService(payment)) : left
}

/** What the service confirmed, and did not go back through it. */
function leftWithService(payment: Money): number {
  const back = payment.givenBack.filter(({ way }) => way === 'service')
  return cameByService(payment) - backOf({ givenBack: back })
}

/** What of a payment the service may have taken back: it confirmed it, and said otherwise later. */
export function mayBeTakenBack(
  payment: Money & Pick<Payment, 'contradiction' | 'doubtedSince'>,
): number {
  return isDoubted(payment) ? leftWithService(payment) : 0
}

/** A later answer makes it doubtful whether the money of a confirmed payment is still there. */
export function isDoubted({
  outcome,
  contradiction,
  mismatch,
  doubtedSince,
}: Pick<Payment, 'outcome' | 'contradiction' | 'mismatch' | 'doubtedSince'>): boolean {
  return (
    mismatch !== null || doubtedSince === true || (outcome === 'paid' && contradiction !== null)
  )
}

/** Something of the money that came for it is still here. */
export function mayGiveBack(payment: Money): boolean {
  return leftToGiveBack(payment, 'cash') > 0
}
