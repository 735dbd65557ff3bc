import type { Moment } from '../../../renderer/sale-status/said'
import { paidAlone } from '../../../shared/payment/purchase'
import { recorded as newlyRecorded, samples } from '../../support/payments/sales'

export {
  failedOutcome as failed,
  notSent,
  onceAccepted,
  saleAfter,
  unrecognised,
} from '../../support/payments/sales'

export const recorded = newlyRecorded()
export const {
  'attempt-started': started,
  'attempt-failed': lost,
  refused,
  held,
  withdrawn,
  abandoned,
  accepted,
  'cash-taken': cashTaken,
  'answer-mismatched': mismatched,
  settled: paid,
  expired,
  reopened,
  contradicted: reversed,
  'provider-disagreed': providerDisagreed,
  'paid-twice': paidTwice,
  'goods-handed-over': handedOver,
  refunded,
  resolved,
} = samples
export const repeatRefused = {
  ...lost,
  attempt: 2,
  reason: 'repeat-refused',
  detail: '400 duplicate_transaction: This transaction already exists.',
} as const

/** A moment that adds nothing to a sale. */
export const calm: Moment = {
  timeUp: false,
  promptGone: false,
  isLate: false,
  freshness: 'fresh',
  why: 'queue',
  elsewhere: false,
  overdue: false,
  ...paidAlone,
  tooLate: false,
  waited: 0,
  secondsLeft: null,
}
