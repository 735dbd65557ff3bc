import type { Freshness } from '../../shared/payment/freshness'
import type { Sale } from '../../shared/payment/sale'
import { faceOf } from './face'

/** What the moment adds to a sale: is its time up, is it too old to send. */
export interface Moment {
  timeUp: boolean
  freshness: Freshness
}

/** The sentence under the state's word: what it means for the money (`live.meaning.<key>`). */
export type Meaning =
  | 'ready'
  | 'readyAfterFailure'
  | 'readyTurnedAway'
  | 'held'
  | 'heldTooOld'
  | 'sending'
  | 'unknown'
  | 'unknownAfterFailure'
  | 'unknownTooOld'
  | 'waitingMobile'
  | 'waitingCard'
  | 'waitingStopped'
  | 'lastAsk'
  | 'paid'
  | 'paidHandedOver'
  | 'failed'
  | 'unrecognised'
  | 'mismatch'
  | 'expired'
  | 'refused'
  | 'withdrawn'
  | 'stopped'

/** Chooses the sentence for a sale at a moment. */
export function meaningOfSale(sale: Sale, moment: Moment): Meaning {
  const face = faceOf(sale)
  switch (face) {
    case 'waitingToSend':
      return notSentYet(sale)
    case 'askCustomer':
      return moment.freshness === 'too-old' ? 'heldTooOld' : 'held'
    case 'unknown':
      return unknown(sale, moment)
    case 'waitingForCustomer':
      return waiting(sale, moment)
    case 'paid':
      return sale.handedOverAt === null ? 'paid' : 'paidHandedOver'
    case 'manager':
      return sale.mismatch ? 'mismatch' : 'unrecognised'
    default:
      return face
  }
}

/** A request that the service turned away did leave the till, and still nothing came of it. */
function notSentYet({ lastFailure }: Sale): Meaning {
  if (lastFailure === null) return 'ready'
  const turnedAway = lastFailure.reason === 'keys-rejected' || lastFailure.reason === 'throttled'
  return turnedAway ? 'readyTurnedAway' : 'readyAfterFailure'
}

function unknown(sale: Sale, { freshness }: Moment): Meaning {
  if (freshness === 'too-old') return 'unknownTooOld'
  return sale.lastFailure ? 'unknownAfterFailure' : 'unknown'
}

function waiting(sale: Sale, { timeUp }: Moment): Meaning {
  if (timeUp) return 'lastAsk'
  if (sale.stoppedWaitingAt !== null) return 'waitingStopped'
  return sale.channel === 'mobile' ? 'waitingMobile' : 'waitingCard'
}
