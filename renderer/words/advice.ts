import { needsResolving } from '../../shared/payment/actions'
import type { Sale } from '../../shared/payment/sale'
import { faceOf } from './face'
import type { Moment } from './meaning'

/** Whom a piece of advice is for: words for the customer, a warning first, or the cashier's next step. */
export type AdviceKind = 'say' | 'before' | 'next'

/** The text of a piece of advice (`live.advice.<key>`). */
export type AdviceKey =
  | 'ready'
  | 'readyNoNetwork'
  | 'readyNoKeys'
  | 'readyServiceTrouble'
  | 'held'
  | 'heldTooOld'
  | 'sendingMobile'
  | 'sendingCard'
  | 'unknown'
  | 'unknownTooOld'
  | 'waitingMobile'
  | 'waitingCard'
  | 'waitingCardNoCode'
  | 'waitingStopped'
  | 'lastAsk'
  | 'paid'
  | 'paidHandedOver'
  | 'paidLate'
  | 'failed'
  | 'manager'
  | 'expired'
  | 'refused'
  | 'withdrawn'
  | 'stopped'
  | 'resolved'

export interface Advice {
  kind: AdviceKind
  key: AdviceKey
}

/** What the cashier should say or do now. */
export function adviceFor(sale: Sale, moment: Moment): Advice {
  const face = faceOf(sale)
  if (sale.resolution && face !== 'paid') return { kind: 'next', key: 'resolved' }
  if (needsResolving(sale) && sale.contradiction !== null) return { kind: 'before', key: 'manager' }
  if (needsResolving(sale) && sale.late) return { kind: 'before', key: 'paidLate' }
  const old = moment.freshness === 'too-old'
  switch (face) {
    case 'waitingToSend':
      return notSentYet(sale)
    case 'askCustomer':
      return { kind: 'before', key: old ? 'heldTooOld' : 'held' }
    case 'sending':
      return { kind: 'say', key: sale.channel === 'mobile' ? 'sendingMobile' : 'sendingCard' }
    case 'unknown':
      return { kind: 'before', key: old ? 'unknownTooOld' : 'unknown' }
    case 'waitingForCustomer':
      return waiting(sale, moment)
    case 'paid':
      return { kind: 'next', key: sale.handedOverAt === null ? 'paid' : 'paidHandedOver' }
    case 'failed':
      return { kind: 'say', key: 'failed' }
    case 'manager':
    case 'expired':
    case 'stopped':
      return { kind: 'before', key: face }
    case 'refused':
    case 'withdrawn':
      return { kind: 'next', key: face }
  }
}

/** A customer is not told of a network that is fine, nor asked to wait for new keys. */
function notSentYet({ lastFailure }: Sale): Advice {
  if (lastFailure === null) return { kind: 'say', key: 'ready' }
  if (lastFailure.reason === 'keys-rejected') return { kind: 'before', key: 'readyNoKeys' }
  const network = lastFailure.reason === 'no-network' || lastFailure.reason === 'timeout'
  return { kind: 'say', key: network ? 'readyNoNetwork' : 'readyServiceTrouble' }
}

function waiting(sale: Sale, { timeUp }: Moment): Advice {
  if (timeUp) return { kind: 'say', key: 'lastAsk' }
  if (sale.stoppedWaitingAt !== null) return { kind: 'next', key: 'waitingStopped' }
  if (sale.channel === 'mobile') return { kind: 'say', key: 'waitingMobile' }
  if (sale.checkoutUrl === null) return { kind: 'next', key: 'waitingCardNoCode' }
  return { kind: 'say', key: 'waitingCard' }
}
