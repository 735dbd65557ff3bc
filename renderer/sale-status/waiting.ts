import type { CallFault, WhoEnds } from '../../shared/call-fault'
import type { GateView, Lights } from '../../shared/ipc/till-state'
import type { FailureReason } from '../../shared/payment/event'
import {
  type Ages,
  freshnessOf,
  possibleFor,
  type SendingLimits,
} from '../../shared/payment/freshness'
import type { Payment } from '../../shared/payment/payment'
import { isTriedAgain, type PaymentStatus, statusOf } from '../../shared/payment/status'

/** What keeps calls from going out now (`live.why.<key>`). */
export type Trouble = CallFault | 'portal' | 'asked-to-wait' | 'keys-rejected' | 'keys-unfit'

/** Who can end it: what a person is told to do next (`live.ends.<who>`). */
export const whoEnds = {
  'no-internet': 'itself',
  'service-trouble': 'itself',
  'asked-to-wait': 'itself',
  portal: 'here',
  'clock-wrong': 'here',
  'keys-rejected': 'owner',
  'keys-unfit': 'owner',
  'certificate-not-trusted': 'owner',
  'certificate-of-another': 'owner',
  'certificate-expired': 'service',
  insecure: 'network',
  proxy: 'network',
  'proxy-password': 'network',
} as const satisfies Record<Trouble, WhoEnds>

/** Why a payment has not gone out: a trouble, or nothing but its turn. */
export type WaitReason = Trouble | 'queue'

/** The state of the connection to the service. */
export interface Outlook {
  lights: Lights
  gate: GateView
  /** Why the last call did not reach the service. */
  callFault: CallFault | null
}

/** What keeps calls from the service, from what calls really did; null where nothing does. */
export function troubleOf({ lights, gate, callFault }: Outlook): Trouble | null {
  if (lights.service === 'keys-unfit') return 'keys-unfit'
  if (gate.state === 'keys-rejected' || lights.service === 'keys-rejected') return 'keys-rejected'
  if (lights.internet === 'portal') return 'portal'
  if (callFault !== null) return callFault
  if (lights.internet === 'off') return 'no-internet'
  if (gate.state === 'asked-to-wait' || lights.service === 'busy') return 'asked-to-wait'
  if (gate.state === 'trouble' || lights.service === 'off') return 'service-trouble'
  return null
}

/** Nothing is sent before an owner has entered other keys. */
export function needsNewKeys(why: WaitReason): boolean {
  return why === 'keys-rejected' || why === 'keys-unfit'
}

/** Why this payment waits: the trouble of all calls, or that of its own last attempt. */
export function waitReason(
  { lastFailure }: Pick<Payment, 'lastFailure'>,
  outlook: Outlook,
): WaitReason {
  return troubleOf(outlook) ?? (lastFailure ? ownTrouble[lastFailure.reason] : 'queue')
}

const ownTrouble: Record<FailureReason, WaitReason> = {
  'no-network': 'no-internet',
  timeout: 'no-internet',
  'connection-lost': 'no-internet',
  insecure: 'insecure',
  'not-the-service': 'portal',
  'service-trouble': 'service-trouble',
  unintelligible: 'service-trouble',
  throttled: 'asked-to-wait',
  // The lights say when keys are rejected now: these were replaced since.
  'keys-rejected': 'queue',
  'repeat-refused': 'queue',
  'till-stopped': 'queue',
  restored: 'queue',
}

/** The windows of a payment that waits, ms: how long it may still go by itself, and go at all. */
export interface Windows {
  waited: number
  /** Null once the till asks first. */
  alone: number | null
  /** Null once it can only be entered again. */
  possible: number | null
}

/** What a payment that has not been taken by the service has left. Never longer than the whole window. */
export function windowsOf(
  payment: Pick<Payment, 'maybeSent' | 'repeatRefused'>,
  ages: Ages,
  limits: SendingLimits,
): Windows {
  const freshness = freshnessOf(payment, ages, limits)
  const whole = possibleFor(payment, limits)
  const possible = within(whole, whole - ages.sinceRecorded)
  const alone = within(limits.aloneMs, limits.aloneMs - ages.sinceFresh)
  return {
    waited: Math.max(0, ages.sinceRecorded),
    alone: freshness === 'fresh' && !payment.repeatRefused ? Math.min(alone, possible) : null,
    possible: freshness === 'too-old' ? null : possible,
  }
}

const isStillHere: Record<PaymentStatus, boolean> = {
  waitingToSend: true,
  askCustomer: true,
  sending: false,
  unknown: true,
  waitingForCustomer: false,
  paid: false,
  failed: false,
  manager: false,
  expired: false,
  refused: false,
  withdrawn: false,
  stopped: false,
  cash: false,
}

/** Is the payment still with the till, for all it knows? */
export function isWaiting(payment: Payment): boolean {
  return isStillHere[statusOf(payment)] || isTriedAgain(payment)
}

/**
 * How long a payment still goes by itself, ms; null where it does not: the till asks first, or the gate
 * opens too late for it, or only with new keys, or it went with another account's.
 */
export function aloneFor(
  { alone }: Windows,
  { nextTry, why, elsewhere }: { nextTry: number | null; why: WaitReason; elsewhere: boolean },
): number | null {
  if (alone === null || elsewhere || needsNewKeys(why)) return null
  return isTooLate(alone, nextTry) ? null : alone
}

/** Is the next try due only when the till already asks first? */
export function isTooLate(alone: number | null, nextTry: number | null): boolean {
  return alone !== null && nextTry !== null && nextTry >= alone
}

/** Since when the customer waits for what is said now, wall clock, ms. */
export function waitsSince(payment: Payment): number {
  const { acceptedAt, lastAttemptAt, recordedAt } = payment
  const status = statusOf(payment)
  if (status === 'waitingForCustomer') return acceptedAt ?? recordedAt
  return status === 'sending' ? (lastAttemptAt ?? recordedAt) : recordedAt
}

function within(whole: number, left: number): number {
  return Math.min(whole, Math.max(0, left))
}
