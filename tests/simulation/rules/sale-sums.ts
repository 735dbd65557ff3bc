import type { Payment } from '../../../shared/payment/payment'
import type { Scene } from './scene'

/** What is due of a payment's sale, and not here: by what came for its payments, and what went back of goods. */
export function lackingOf(scene: Scene, payment: Payment, all: readonly Payment[]): number {
  const ofSale = all.filter(({ sale }) => sale === payment.sale)
  const sum = ofSale.reduce((so, each) => so + moneyOf(scene, each), 0)
  const worth = ofSale
    .flatMap(({ givenBack }) => givenBack)
    .reduce((so, each) => so + each.worth, 0)
  return payment.total - worth - sum
}

/** What came for a payment and was not given back. */
export function moneyOf(scene: Scene, payment: Payment): number {
  const { received, resolution } = payment
  const inCash = received !== null
  const byService = isConfirmed(scene, payment)
  const seen = !byService && resolution?.how === 'seen-in-dashboard'
  const came = payment.amount.value * [inCash, byService, seen].filter(Boolean).length
  return payment.givenBack.reduce((so, { value }) => so - value, came)
}

/** The service confirmed it. What was confirmed before an answer about another amount counts. */
export function isConfirmed({ facts }: Scene, payment: Payment): boolean {
  const { id, outcome, contradictedByPaid, mismatch } = payment
  if (outcome === 'paid' || (contradictedByPaid && mismatch === null)) return true
  return facts.moves.some(({ paymentId, what }) => paymentId === id && what === 'confirmed')
}

/** Has money of it moved? */
export const hasMoved = (scene: Scene, payment: Payment) =>
  moneyOf(scene, payment) > 0 || payment.givenBack.length > 0
