import { needsResolving } from '../../shared/payment/actions'
import type { Sale } from '../../shared/payment/sale'
import { statusOf } from '../../shared/payment/status'
import { displayStatusOf } from './display-status'
import type { Moment } from './meaning'
import type { AdviceTextKey } from './text-keys'

/**
 * What a piece of advice is: words for the customer, a warning first, the cashier's next step, the one question
 * that the cashier must answer, or what to do once the customer has answered what they were asked.
 */
export type AdviceKind = 'say' | 'before' | 'next' | 'question' | 'answer'

/** Nothing but words for the customer; sentence.ts says which, as time passes. */
export type SayKey =
  | 'ready'
  | 'readyNoNetwork'
  | 'readyServiceTrouble'
  | 'sendingMobile'
  | 'sendingCard'
  | 'waitingMobile'
  | 'waitingCard'
  | 'waitingCash'
  | 'lastAsk'
  | 'failed'
  | 'paid'

/** The text of what the cashier does or heeds (`live.advice.<key>`). */
type NoteKey = Exclude<AdviceTextKey, AdviceKind>

export type AdviceKey = SayKey | NoteKey

export type Advice =
  | { kind: 'say'; key: SayKey }
  | { kind: Exclude<AdviceKind, 'say'>; key: NoteKey }

/** What the cashier should say or do now. */
export function adviceFor(sale: Sale, moment: Moment): Advice {
  const status = displayStatusOf(sale)
  if (sale.resolution && statusOf(sale) === 'waitingForCustomer') return paidInCash(moment)
  if (sale.resolution && status !== 'paid') return { kind: 'next', key: 'resolved' }
  if (needsResolving(sale) && sale.contradiction !== null) return { kind: 'before', key: 'manager' }
  if (moment.elsewhere && needsResolving(sale)) return { kind: 'before', key: 'elsewhere' }
  switch (status) {
    case 'waitingToSend':
      return notSentYet(moment)
    case 'askCustomer':
      return held(moment)
    case 'sending':
      return { kind: 'say', key: sale.channel === 'mobile' ? 'sendingMobile' : 'sendingCard' }
    case 'unknown':
      return unknown(sale, moment)
    case 'waitingForCustomer':
      return waiting(sale, moment)
    case 'paid':
      return paid(sale)
    case 'paidLate':
    case 'paidTwice':
      return { kind: 'before', key: sale.refund === null ? status : 'refundedToResolve' }
    case 'paidInCash':
    case 'resolved':
      return { kind: 'next', key: 'resolved' }
    case 'failed':
      return { kind: 'say', key: 'failed' }
    case 'manager':
    case 'expired':
    case 'stopped':
      return { kind: 'before', key: status }
    case 'refused':
    case 'withdrawn':
      return { kind: 'next', key: status }
  }
}

/** The push may still ring: the customer is asked to leave it, until only a person can end it. */
function paidInCash({ overdue }: Moment): Advice {
  return overdue ? { kind: 'before', key: 'waitingOverdue' } : { kind: 'say', key: 'waitingCash' }
}

/** A customer is not told of a network that is fine, nor asked to wait for new keys. */
function notSentYet({ why, tooLate }: Moment): Advice {
  switch (why) {
    case 'queue':
      return { kind: 'say', key: 'ready' }
    case 'keys-rejected':
      return { kind: 'before', key: 'readyNoKeys' }
    case 'portal':
      return { kind: 'before', key: 'readyPortal' }
    default:
      return tooLate ? { kind: 'next', key: 'readyTooLate' } : askToWait(why)
  }
}

function askToWait(why: 'no-internet' | 'asked-to-wait' | 'service-trouble'): Advice {
  switch (why) {
    case 'no-internet':
      return { kind: 'say', key: 'readyNoNetwork' }
    case 'asked-to-wait':
    case 'service-trouble':
      return { kind: 'say', key: 'readyServiceTrouble' }
  }
}

/** A sale that was resolved may have been paid back: its goods are not simply handed over. */
function paid({ handedOverAt, resolution, refund }: Sale): Advice {
  if (refund !== null)
    return handedOverAt === null
      ? { kind: 'before', key: 'refunded' }
      : { kind: 'next', key: 'refundedHandedOver' }
  if (handedOverAt !== null) return { kind: 'next', key: 'paidHandedOver' }
  if (resolution !== null) return { kind: 'before', key: 'paidResolved' }
  return { kind: 'say', key: 'paid' }
}

function held({ freshness }: Moment): Advice {
  if (freshness === 'too-old') return { kind: 'before', key: 'heldTooOld' }
  return { kind: 'question', key: 'held' }
}

function unknown({ repeatRefused }: Sale, { freshness, elsewhere, isLate }: Moment): Advice {
  if (elsewhere) return { kind: 'before', key: 'unknownElsewhere' }
  if (repeatRefused) return { kind: 'before', key: 'unknownRepeatRefused' }
  if (freshness === 'too-old') return { kind: 'before', key: 'unknownTooOld' }
  if (isLate) return { kind: 'question', key: 'unknownAskManager' }
  if (freshness === 'ask') return { kind: 'question', key: 'unknownAsk' }
  return { kind: 'before', key: 'unknown' }
}

function waiting(sale: Sale, { timeUp, elsewhere, overdue, promptGone }: Moment): Advice {
  if (elsewhere) return { kind: 'before', key: overdue ? 'elsewhere' : 'waitingElsewhere' }
  if (overdue) return { kind: 'before', key: 'waitingOverdue' }
  if (timeUp) return { kind: 'say', key: 'lastAsk' }
  if (sale.stoppedWaitingAt !== null) return { kind: 'next', key: 'waitingStopped' }
  if (promptGone) return { kind: 'answer', key: 'waitingPromptGone' }
  if (sale.channel === 'mobile') return { kind: 'say', key: 'waitingMobile' }
  if (sale.checkoutUrl === null) return { kind: 'next', key: 'waitingCardNoCode' }
  return { kind: 'say', key: 'waitingCard' }
}
