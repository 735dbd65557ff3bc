import type { Moment } from '../../../renderer/sale-status/said'
import type { PaymentEvent } from '../../../shared/payment/event'
import { paidAlone } from '../../../shared/payment/purchase'
import type { Sale } from '../../../shared/payment/sale'
import { applyEvent, beginSale } from '../../../shared/payment/sale-reducer'
import { noDetails } from '../../support/conformance/contract'

const id = '0192f000-0000-7000-8000-000000000001'

export const recorded: PaymentEvent & { type: 'recorded' } = {
  type: 'recorded',
  person: null,
  at: 1_000_000,
  draftId: '00000000-0000-4000-8000-000000000001',
  channel: 'mobile',
  amount: { currency: 'TZS', value: 15_000 },
  msisdn: '255754001212',
  customer: { ...noDetails, firstName: 'Asha', lastName: 'Mushi' },
  note: '',
  idempotencyKey: 'key',
  replaces: null,
}

/** A sale as the reducer makes it from these events, so that no test shows an impossible one. */
export function saleAfter(...events: Exclude<PaymentEvent, { type: 'recorded' }>[]): Sale {
  return events.reduce<Sale>(applyEvent, beginSale(id, recorded))
}

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

const at = 1_001_000
export const started = { type: 'attempt-started', at, attempt: 1, account: 'practice' } as const
export const accepted = {
  type: 'accepted',
  at,
  serviceAt: null,
  attempt: 1,
  reference: 'R1',
  status: 'pending',
  expiresAt: at + 120_000,
  expiryAssumed: false,
  checkoutUrl: null,
  checkoutFault: null,
  apiVersion: null,
  unread: [],
} satisfies PaymentEvent
export const lost = {
  type: 'attempt-failed',
  at,
  attempt: 1,
  sent: 'maybe',
  reason: 'connection-lost',
  detail: '',
} as const
export const notSent = { ...lost, sent: 'no', reason: 'no-network' } as const
export const paid = { type: 'settled', at: at + 9_000, status: 'paid', outcome: 'paid' } as const
export const failed = { ...paid, status: 'declined', outcome: 'failed' } as const
export const unrecognised = { ...paid, status: 'HONOURED', outcome: 'unrecognised' } as const
export const mismatched = {
  type: 'answer-mismatched',
  at,
  mismatch: { field: 'amount', asked: '15000', answered: '1500' },
} as const
export const refused = {
  type: 'refused',
  at,
  attempt: 1,
  httpStatus: 400,
  errorCode: 'validation_error',
  message: 'no',
} as const
export const repeatRefused = {
  ...lost,
  attempt: 2,
  reason: 'repeat-refused',
  detail: '400 duplicate_transaction: This transaction already exists.',
} as const
export const expired = { type: 'expired', at: at + 1_000, answered: true } as const
export const reversed = {
  type: 'contradicted',
  at: at + 1_000,
  status: 'reversed',
  meaning: 'failed',
} as const
export const providerDisagreed = {
  type: 'provider-disagreed',
  at: at + 9_000,
  providerStatus: 'DECLINED',
} as const
