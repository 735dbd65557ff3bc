import { isUnknown } from '../../../../../shared/day/blocks'
import type { Payment } from '../../../../../shared/payment/payment'
import { unknownOf } from '../../../../../shared/sale/cover'
import type { Entry } from '../../../../../shared/sale/entry'

/**
 * Adds up the money whose arrival is not known, one payment after another. The payments of one sale together count for no
 * more than the sale lacks.
 */
export class UnknownMoney {
  readonly #lacking = new Map<number, number>()

  /** The part of one payment. `lacking`: what the sale lacks by its entries; only the first call for a sale uses it. */
  of(sale: number, lacking: number, payment: Payment, entries: readonly Entry[]): number {
    const left = this.#lacking.get(sale) ?? Math.max(0, lacking)
    const unknown = Math.min(left, unknownMoney(payment, entries))
    this.#lacking.set(sale, left - unknown)
    return unknown
  }
}

/** What one payment may still bring; 0 where its result is known, or its own money has come. */
function unknownMoney(payment: Payment, entries: readonly Entry[]): number {
  const { id, amount } = payment
  const state = isUnknown(payment) ? 'unknown' : 'over'
  const asked = { id, value: amount.value, state, stopped: false, contradicted: false } as const
  return unknownOf({
    ...{ total: amount.value, payments: [asked], entries },
    ...{ handedOverAfter: null, lateEndedAfter: null, borneAfter: null },
  })
}
