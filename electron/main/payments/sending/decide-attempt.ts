import { isUnclear } from '../../../../shared/payment/actions'
import type { FailureReason, Mismatch, PaymentEvent } from '../../../../shared/payment/event'
import type { Payment } from '../../../../shared/payment/payment'
import {
  type Accepted,
  errorWords,
  type ServiceResponse,
  type Unintelligible,
  type UnintelligibleReason,
  type UnreachableReason,
} from '../../service'
import { mismatchOf } from '../judge-answer'

export interface AttemptFacts {
  /** Wall clock, ms. */
  now: number
  /** The service's clock where it is sure, else the wall clock, ms. */
  serviceNow: number
  /** The `Date` of this very answer; without one, each clock that may be right, ms. */
  possibleTimes: readonly number[]
  /** The service's clock, ms; null where this answer has no `Date`: the clock may be behind by then. */
  serviceAt: number | null
  /** How long a payment is watched when the service names no `expires_at` (§8: not shown), ms. */
  assumedLifetime: number
  /** True when another payment has the reference of this answer already. */
  isTaken: boolean
}

/** What an answer to a create call means for the payment (§4.1, §4.3, §7), as events to append. */
export function decideAttempt(
  payment: Payment,
  answer: ServiceResponse<Accepted>,
  facts: AttemptFacts,
): PaymentEvent[] {
  const failed = (sent: 'no' | 'maybe', reason: FailureReason, detail: string): PaymentEvent[] => [
    { type: 'attempt-failed', at: facts.now, attempt: payment.attempts, sent, reason, detail },
  ]
  switch (answer.class) {
    case 'ok':
      return acceptance(payment, answer.value, facts)
    case 'refused':
      // It judges the repeat alone: the first attempt may have been executed all the same (money rule 4).
      if (payment.maybeSent)
        return failed('maybe', 'repeat-refused', errorWords(answer.httpStatus, answer))
      // The first attempt was the repeat of another: something in between sent it twice.
      return speaksOfRepeat(answer)
        ? failed('maybe', 'service-trouble', errorWords(answer.httpStatus, answer))
        : [refusal(payment, answer, facts.now)]
    case 'unsent':
      return failed('no', 'keys-rejected', answer.detail)
    case 'unauthorized':
      return failed(speaksOfRepeat(answer) ? 'maybe' : 'no', 'keys-rejected', answer.message)
    case 'throttled':
      return failed(
        answer.own && !speaksOfRepeat(answer) ? 'no' : 'maybe',
        'throttled',
        answer.message,
      )
    case 'unreachable':
      return failed(answer.sent, unreachableReasons[answer.reason], answer.detail)
    case 'unintelligible':
      return failed('maybe', reasonOf(payment, answer), answer.detail)
  }
}

/** Money rule 4: these words say that the service has seen the request before. */
function speaksOfRepeat({ errorCode, message }: { errorCode: string | null; message: string }) {
  return /duplicate|already|idempoten/i.test(`${errorCode ?? ''} ${message}`)
}

type RefusedAnswer = Extract<ServiceResponse<Accepted>, { class: 'refused' }>

function refusal(payment: Payment, answer: RefusedAnswer, at: number): PaymentEvent {
  const { httpStatus, errorCode, message } = answer
  return { type: 'refused', at, attempt: payment.attempts, httpStatus, errorCode, message }
}

function acceptance(payment: Payment, accepted: Accepted, facts: AttemptFacts): PaymentEvent[] {
  const { reference, status, checkoutUrl, checkoutFault, apiVersion } = accepted
  const expiresAt = believableExpiry(accepted.expiresAt, facts)
  const isOdd = accepted.expiresAt !== null && expiresAt === null
  const event: PaymentEvent = {
    type: 'accepted',
    at: facts.now,
    serviceAt: facts.serviceAt,
    attempt: payment.attempts,
    reference,
    status,
    expiresAt: expiresAt ?? facts.serviceNow + facts.assumedLifetime,
    expiryAssumed: expiresAt === null,
    checkoutUrl,
    checkoutFault: payment.channel === 'card' ? checkoutFault : null,
    apiVersion,
    unread: isOdd ? [...accepted.unread, 'expires_at'] : [...accepted.unread],
  }
  const mismatch = facts.isTaken
    ? sameReference(reference)
    : mismatchOf(accepted.facts, { amount: payment.amount })
  return mismatch ? [event, { type: 'answer-mismatched', at: facts.now, mismatch }] : [event]
}

/** No customer finds a prompt and types a PIN in less, ms. */
export const shortestLife = 30_000
/** No payment waits longer for its customer, ms. */
const longestBelievable = 7 * 86_400_000

/**
 * The `expires_at` of an acceptance where it can be true by the service's own clock, else null: one in the
 * past or a moment away has a wrong zone or a wrong clock, and ends nothing (money rule 10).
 */
function believableExpiry(
  expiresAt: number | null,
  { possibleTimes }: AttemptFacts,
): number | null {
  if (expiresAt === null) return null
  const isPossible = possibleTimes.every(
    time => expiresAt - time >= shortestLife && expiresAt - time <= longestBelievable,
  )
  return isPossible ? expiresAt : null
}

/**
 * What another payment's acceptance means for a payment that has the same reference. Both are read by it with the
 * same keys, so no answer tells which of them it is about: without a result yet, it gets none from them.
 */
export function decideSharing(holder: Payment, accepting: Payment, at: number): PaymentEvent[] {
  const { account, mismatch, phase, reference } = holder
  const awaitsResult = phase !== 'settled' || isUnclear(holder)
  if (reference === null || account !== accepting.account || mismatch || !awaitsResult) return []
  return [{ type: 'answer-mismatched', at, mismatch: sameReference(reference) }]
}

/** A payment of the service is one of the till’s, never two: whose it is, a manager finds out (money rules 11, 12). */
function sameReference(reference: string): Mismatch {
  return { field: 'reference', asked: '', answered: reference }
}

const unreachableReasons: Record<UnreachableReason, FailureReason> = {
  dns: 'no-network',
  'no-route': 'no-network',
  'connection-refused': 'no-network',
  'connect-timeout': 'no-network',
  tls: 'insecure',
  proxy: 'no-network',
  timeout: 'timeout',
  'connection-lost': 'connection-lost',
  aborted: 'till-stopped',
  unsendable: 'unintelligible',
}

/** A 4xx with this reason is the service's own: a 409 says that it knows the key, not the payment's outcome. */
function reasonOf(payment: Payment, { reason, httpStatus }: Unintelligible): FailureReason {
  const isOwn = reason === 'unexpected-status' && (httpStatus ?? 0) >= 400
  return isOwn && payment.maybeSent ? 'repeat-refused' : unintelligibleReasons[reason]
}

const unintelligibleReasons: Record<UnintelligibleReason, FailureReason> = {
  redirect: 'not-the-service',
  'not-http': 'not-the-service',
  page: 'not-the-service',
  'not-json': 'unintelligible',
  'not-the-envelope': 'unintelligible',
  'error-body': 'service-trouble',
  // In the service's own error body: a 409, or a 408 that a repeat may get.
  'unexpected-status': 'service-trouble',
  'server-error': 'service-trouble',
  'too-large': 'unintelligible',
  'cut-off': 'connection-lost',
  'no-reference': 'unintelligible',
  'no-payment-status': 'unintelligible',
  'other-payment': 'unintelligible',
}
