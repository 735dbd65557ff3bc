import { isUnknown } from '../../../../../shared/day/blocks'
import type { Payment } from '../../../../../shared/payment/payment'
import { unknownOf } from '../../../../../shared/sale/cover'
import type { Entry } from '../../../../../shared/sale/entry'

/** The money of a payment whose arrival is not known: none where its payment has what is due. */
export function unknownMoney(payment: Payment, entries: readonly Entry[]): number {
  const { id, amount } = payment
  const state = isUnknown(payment) ? 'unknown' : 'over'
  const asked = { id, value: amount.value, state, stopped: false, contradicted: false } as const
  return unknownOf({
    ...{ total: amount.value, payments: [asked], entries },
    ...{ handedOverAfter: null, lateEndedAfter: null, borneAfter: null },
  })
}
