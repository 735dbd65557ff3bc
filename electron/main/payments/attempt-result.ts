import type { FailureReason, Mismatch, PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import {
  type Accepted,
  type Answer,
  displayText,
  type UnintelligibleReason,
  type UnreachableReason,
} from '../service'

interface AttemptFacts {
  /** Wall clock, ms. */
  now: number
  /** The service's clock where it is sure, else the wall clock, ms. */
  serviceNow: number
  /** The service's clock, ms; null where it has not said its time in this run. */
  serviceAt: number | null
  /** How long a payment is watched when the service names no `expires_at` (§8: not shown), ms. */
  assumedLifetime: number
  /** True when another sale has this reference already. */
  isTaken: (reference: string) => boolean
}

/** What an answer to a create call means for the sale (§4.1, §4.3, §7), as events to append. */
export function attemptResult(
  sale: Sale,
  answer: Answer<Accepted>,
  facts: AttemptFacts,
): PaymentEvent[] {
  const failed = (sent: 'no' | 'maybe', reason: FailureReason, detail: string): PaymentEvent[] => [
    { type: 'attempt-failed', at: facts.now, attempt: sale.attempts, sent, reason, detail },
  ]
  switch (answer.class) {
    case 'ok':
      return acceptance(sale, answer.value, facts)
    case 'refused':
      return isFinalRefusal(sale, answer.httpStatus)
        ? [refusal(sale, answer, facts.now)]
        : failed('maybe', 'service-trouble', `${answer.httpStatus}: ${answer.message}`)
    case 'unauthorized':
      return failed('no', 'keys-rejected', answer.message)
    case 'throttled':
      return failed('no', 'throttled', answer.message)
    case 'unreachable':
      return failed(answer.sent, unreachableReasons[answer.reason], answer.detail)
    case 'unintelligible':
      return failed('maybe', unintelligibleReasons[answer.reason], answer.detail)
  }
}

/** Said of the bytes themselves, which are the same at every attempt: the first fared no better. */
const judgesTheBytes = [400, 411, 413, 414, 415, 422]
/** May be said while an earlier attempt with the same key is still being worked on. */
const saysNothing = [408, 409, 423, 425]

/**
 * True when a 4xx says for certain that nothing was created by these bytes. Where an earlier attempt
 * may have arrived, only a verdict on the bytes speaks for that one too: 403 or 404 can be this
 * attempt's alone (an account closed since, another path), and the outcome stays unknown (rule 4).
 */
function isFinalRefusal(sale: Sale, httpStatus: number): boolean {
  return sale.maybeSent ? judgesTheBytes.includes(httpStatus) : !saysNothing.includes(httpStatus)
}

function refusal(
  sale: Sale,
  answer: Extract<Answer<Accepted>, { class: 'refused' }>,
  at: number,
): PaymentEvent {
  const { httpStatus, errorCode, message } = answer
  return { type: 'refused', at, attempt: sale.attempts, httpStatus, errorCode, message }
}

function acceptance(
  sale: Sale,
  accepted: Accepted,
  { now, serviceNow, serviceAt, assumedLifetime, isTaken }: AttemptFacts,
): PaymentEvent[] {
  const { reference, status, expiresAt, checkoutUrl, apiVersion } = accepted
  const event: PaymentEvent = {
    type: 'accepted',
    at: now,
    serviceAt,
    attempt: sale.attempts,
    reference,
    status,
    expiresAt: expiresAt ?? serviceNow + assumedLifetime,
    expiryAssumed: expiresAt === null,
    checkoutUrl,
    apiVersion,
  }
  const mismatch = isTaken(reference)
    ? sameReference(reference)
    : accepted.amount && mismatchOf(sale, accepted.amount)
  return mismatch ? [event, { type: 'mismatched', at: now, mismatch }] : [event]
}

/** One payment cannot pay for two sales: whose it is, a manager finds out (money rules 11, 12). */
function sameReference(reference: string): Mismatch {
  return { field: 'reference', asked: '', answered: reference }
}

/** Where an answer's money differs from what was asked, or null (money rule 12). */
export function mismatchOf(
  sale: Sale,
  answered: { currency: string | null; value: number | null },
): Mismatch | null {
  const { currency, value } = sale.amount
  if (answered.value !== null && answered.value !== value)
    return { field: 'amount', asked: String(value), answered: String(answered.value) }
  if (answered.currency !== null && answered.currency !== currency)
    return { field: 'currency', asked: currency, answered: displayText(answered.currency, 64) }
  return null
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

const unintelligibleReasons: Record<UnintelligibleReason, FailureReason> = {
  redirect: 'not-the-service',
  'not-http': 'not-the-service',
  'not-json': 'not-the-service',
  'not-the-envelope': 'not-the-service',
  'unexpected-status': 'not-the-service',
  'server-error': 'service-trouble',
  'too-large': 'unintelligible',
  'cut-off': 'connection-lost',
  'no-reference': 'unintelligible',
  'no-payment-status': 'unintelligible',
  'wrong-fields': 'unintelligible',
}
