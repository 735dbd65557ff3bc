import type { Moment } from '../../../renderer/sale-status/screen-content'
import type { SaleView } from '../../../shared/sale/sale-view'
import {
  failedOutcome,
  notSent,
  paymentAfter,
  recorded,
  samples,
  unrecognised,
} from '../../support/payments/payments'

export { onceAccepted, paymentAfter } from '../../support/payments/payments'

const { 'attempt-started': started, 'attempt-failed': lost } = samples
const repeatRefused = {
  ...lost,
  attempt: 2,
  reason: 'repeat-refused',
  detail: '400 duplicate_transaction: This transaction already exists.',
} as const

/** The samples by the names that the window's tests have for them. */
export const events = {
  ...samples,
  recorded: recorded(),
  started,
  lost,
  notSent,
  repeatRefused,
  paid: samples.settled,
  failed: failedOutcome,
  unrecognised,
  mismatched: samples['answer-mismatched'],
  reversed: samples.contradicted,
  providerDisagreed: samples['provider-disagreed'],
  alsoPaid: samples['also-paid'],
  cashTaken: samples['cash-taken'],
  handedOver: samples['goods-handed-over'],
}

/** A first attempt may have arrived, and the service refused the second. */
export const refusedRepeat = paymentAfter(started, lost, { ...started, attempt: 2 }, repeatRefused)

/** A sale that has all that is due, and asks nothing. */
export const noSale: SaleView = {
  ...{ id: '', payments: [], total: 0, cover: 'covered', has: 0, rest: 0, lead: '' },
  ...{ isConfirmed: true, mayHandOver: true, waitsFor: [], toDos: [], asks: [], paidBy: [] },
}

/** A moment that adds nothing to a payment. */
export const calm: Moment = {
  timeUp: false,
  promptGone: false,
  isLate: false,
  freshness: 'fresh',
  why: 'queue',
  elsewhere: false,
  overdue: false,
  sale: { ...noSale, cover: 'nothing' },
  tooLate: false,
  waited: 0,
  secondsLeft: null,
}
