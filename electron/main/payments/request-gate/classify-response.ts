import type { RateLimits, ServiceResponse, UnintelligibleReason } from '../../service'

/**
 * What an answer says about the service as a whole, whatever it says about one payment. The one place that judges
 * answers: the gate, the send queue and the status poller decide by it whether and when to call again.
 */
export type ResponseClass =
  /** The service did what was asked, or refused it in its own words. */
  | 'answered'
  /** The service's own envelope, and nothing in it that helps. */
  | 'unusable'
  /** A 5xx: the service, or what is before it, has a fault. */
  | 'server-error'
  /** There was no answer, or it came from something other than the service. */
  | 'no-service'
  | 'throttled'
  | 'keys-rejected'
  /** The till's own doing. */
  | 'nothing'

/** Judges an answer. A 403 or a 409 is one payment's affair and stops no other (§5.6, §7). */
export function classifyResponse(answer: ServiceResponse<unknown>): ResponseClass {
  switch (answer.class) {
    case 'ok':
    case 'refused':
      return 'answered'
    case 'throttled':
      return 'throttled'
    case 'unauthorized':
    case 'unsent':
      return 'keys-rejected'
    case 'unreachable':
      return ownDoing.includes(answer.reason) ? 'nothing' : 'no-service'
    case 'unintelligible':
      if (answer.reason === 'server-error') return 'server-error'
      return isOwnEnvelope(answer.reason, answer.httpStatus) ? 'unusable' : 'no-service'
  }
}

const ownDoing = ['aborted', 'unsendable']

/** What was read out of the service's own envelope, though it decides nothing. */
const insideTheEnvelope: readonly UnintelligibleReason[] = [
  'error-body',
  'no-reference',
  'no-payment-status',
  'other-payment',
]

function isOwnEnvelope(reason: UnintelligibleReason, httpStatus: number | null): boolean {
  if (insideTheEnvelope.includes(reason)) return true
  // 408, 409 and the like come with the service's own error body, or they are `not-the-envelope`.
  return reason === 'unexpected-status' && (httpStatus ?? 0) >= 400
}

/**
 * Is a failed read a fault of its payment alone? The service, or what is before it, had the request, and other
 * payments may be fine. A request that never left says that the network is gone.
 */
export function isOfPaymentAlone(answer: ServiceResponse<unknown>): boolean {
  if (answer.class === 'unreachable' && answer.sent === 'no') return false
  return ['server-error', 'no-service'].includes(classifyResponse(answer))
}

/**
 * No header makes the till wait for longer than an hour: with a unit misread on either side a shop could not
 * sell for days. After an hour one call is made, whose answer may ask to wait again.
 */
export const longestAsked = 3_600_000
/** The pause where no calls are left in a window whose end the service does not name, ms. */
const unnamedPause = 1_000

/**
 * How long the service asks every call to wait, ms; null when it does not, or names no time. A 429 alone speaks for
 * the account: of it `Retry-After` wins, then `X-RateLimit-Reset` (§7, §8). A `remaining` of 0 asks before the 429 does.
 */
export function askedPause(answer: ServiceResponse<unknown>): number | null {
  const limits = believedLimits(answer)
  if (limits === null) return null
  const { remaining, resetIn } = limits
  const exhausted = remaining === 0 ? (resetIn ?? unnamedPause) : null
  const ofAccount = answer.class === 'throttled' ? (limits.retryAfter ?? resetIn) : null
  const asked = ofAccount ?? exhausted
  return asked === null ? null : Math.min(longestAsked, asked)
}

/** How long the service asks this payment's reads, or the repeats of its create, to wait, ms; null where it does not. */
export function askedOfPayment(answer: ServiceResponse<unknown>): number | null {
  if (answer.class === 'unreachable' || answer.class === 'unsent') return null
  if (answer.class === 'throttled') return null
  const { retryAfter } = answer.limits
  return retryAfter === null ? null : Math.min(longestAsked, retryAfter)
}

/** 503: of one payment it may be that payment's trouble, of a second one it is the service's (`gate-state.ts`). */
export function saysBusy(answer: ServiceResponse<unknown>): boolean {
  return answer.class === 'unintelligible' && answer.httpStatus === 503
}

/** The limits that an answer names; null where something else answered in the service's place. */
export function believedLimits(answer: ServiceResponse<unknown>): RateLimits | null {
  if (answer.class === 'unreachable' || answer.class === 'unsent') return null
  return classifyResponse(answer) === 'no-service' ? null : answer.limits
}
