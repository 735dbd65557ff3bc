import { isUnknown } from '../../../../../shared/day/blocks'
import type { Payment } from '../../../../../shared/payment/payment'
import { unknownOf } from '../../../../../shared/sale/cover'
import type { Entry } from '../../../../../shared/sale/entry'

/** The money whose arrival is not known, payment by payment: of a sale no more than it lacks. */
export class UnknownMoney {
  readonly #lacking = new Map<number, number>()

  /** `lacking`: what the sale lacks before any of its payments was asked. */
  of(sale: number, lacking: number, payment: Payment, entries: readonly Entry[]): number {
    const left = this.#lacking.get(sale) ?? Math.max(0, lacking)
    const unknown = Math.min(left, unknownMoney(payment, entries))
    this.#lacking.set(sale, left - unknown)
    return unknown
  }
}

/** None where the payment itself has what is due. */
function unknownMoney(payment: Payment, entries: readonly Entry[]): number {
  const { id, amount } = payment
  const state = isUnknown(payment) ? 'unknown' : 'over'
  const asked = { id, value: amount.value, state, stopped: false, contradicted: false } as const
  return unknownOf({
    ...{ total: amount.value, payments: [asked], entries },
    ...{ handedOverAfter: null, lateEndedAfter: null, borneAfter: null },
  })
}
