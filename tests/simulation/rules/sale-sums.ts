import type { Payment } from '../../../shared/payment/payment'

/** What is due of a payment's sale, and not here: by what came for its payments, and what went back of goods. */
export function lackingOf(payment: Payment, all: readonly Payment[]): number {
  const ofSale = all.filter(({ sale }) => sale === payment.sale)
  const sum = ofSale.reduce((so, each) => so + moneyOf(each), 0)
  const worth = ofSale
    .flatMap(({ givenBack }) => givenBack)
    .reduce((so, each) => so + each.worth, 0)
  return payment.total - worth - sum
}

/** What came for a payment and was not given back. */
export function moneyOf(payment: Payment): number {
  const { received, resolution, outcome, mismatch } = payment
  const inCash = received !== null
  const byService = outcome === 'paid' || (payment.contradictedByPaid && mismatch === null)
  const seen = !byService && resolution?.how === 'seen-in-dashboard'
  const came = payment.amount.value * [inCash, byService, seen].filter(Boolean).length
  return payment.givenBack.reduce((so, { value }) => so - value, came)
}

/** Has money of it moved? Also where a later answer is of another amount: what was confirmed before it counts. */
export const hasMoved = (payment: Payment) =>
  moneyOf(payment) > 0 || payment.givenBack.length > 0 || payment.contradictedByPaid
