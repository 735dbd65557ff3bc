import type { EventOf } from '../../../shared/payment/event'
import type { GivenBack } from '../../../shared/payment/given-back'
import type { Payment } from '../../../shared/payment/payment'
import { leftToGiveBack } from '../../../shared/payment/payment-money'

/** A person's press, with what the goods are worth that come back or are not taken; 0 where it was too much. */
type Given = Omit<GivenBack, 'at' | 'person'>

/** The part of it that is written down for one payment. */
export interface PartGivenBack {
  payment: Payment
  given: Given
}

/**
 * Money of a sale goes back from the payments that it came for. One that is late comes first: any money given back ends
 * that it is late. Then comes the pressed one. Where the goods are worth more than the money, the rest of their worth is
 * written with the first. Pure.
 */
export function partsGivenBack(
  payments: readonly Payment[],
  pressed: string,
  given: Given,
): PartGivenBack[] {
  const rank = (payment: Payment) => {
    if (payment.late) return 0
    return payment.id === pressed ? 1 : 2
  }
  const taken = payments.find(({ id }) => id === pressed)
  // The service took back what it had left of this payment.
  if (given.why === 'taken-back') return taken ? [{ payment: taken, given }] : []
  const parts: PartGivenBack[] = []
  let left = given.value
  let worth = given.worth
  for (const payment of payments.toSorted((one, other) => rank(one) - rank(other))) {
    const value = Math.min(left, leftToGiveBack(payment, given.way))
    if (value <= 0) continue
    left -= value
    parts.push({ payment, given: { ...given, value, worth: Math.min(value, worth) } })
    worth -= Math.min(value, worth)
  }
  const [first, ...others] = parts
  if (!first || left > 0) return []
  return [{ ...first, given: { ...first.given, worth: first.given.worth + worth } }, ...others]
}

export function givenBackEvent(
  given: Given,
  by: Pick<GivenBack, 'at' | 'person'>,
): EventOf<'given-back'> {
  return { type: 'given-back', ...given, ...by }
}
