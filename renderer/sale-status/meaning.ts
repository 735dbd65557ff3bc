import type { Freshness } from '../../shared/payment/freshness'
import type { Sale } from '../../shared/payment/sale'
import {
  answerExceptionOf,
  isTriedAgain,
  type SaleException,
  statusOf,
} from '../../shared/payment/status'
import { displayStatusOf } from './display-status'
import type { MeaningKey } from './text-keys'
import type { WaitReason } from './waiting'

/** What the moment adds to a sale. */
export interface Moment {
  /** The payment's own time is over. */
  timeUp: boolean
  /** The customer probably sees no prompt any more, though the payment goes on. */
  promptGone: boolean
  freshness: Freshness
  /** Recorded so long ago that asking again takes a manager. */
  isLate: boolean
  /** Why it has not gone out, if it has not. */
  why: WaitReason
  /** It went with another account's keys: it can be neither retried nor read with these. */
  elsewhere: boolean
  /** The service should have said by now how it ended: a person may. */
  overdue: boolean
  /** The next try is due only when the till already asks first: it does not go out by itself. */
  tooLate: boolean
}

/** What a manager has to find out about a sale that is settled, but neither plainly paid nor failed. */
const managerMeanings: Record<SaleException, MeaningKey> = {
  none: 'unrecognised',
  cash: 'unrecognised',
  late: 'paidLate',
  twice: 'paidTwice',
  twiceAfterFailure: 'contradicted',
  contradicted: 'contradicted',
  mismatched: 'mismatch',
  providerDisagrees: 'providerDisagrees',
}

/** The sentence under the state's word, `live.meaning.<key>`: what it means for the money. */
export function meaningOfSale(sale: Sale, moment: Moment): MeaningKey {
  if (isTriedAgain(sale)) return 'sendingAgain'
  const status = displayStatusOf(sale)
  switch (status) {
    case 'waitingToSend':
      return notSentYet(sale, moment)
    case 'askCustomer':
      return moment.freshness === 'too-old' ? 'heldTooOld' : 'held'
    case 'unknown':
      return unknown(sale, moment)
    case 'waitingForCustomer':
      return waiting(sale, moment)
    case 'paid':
      return sale.handedOverAt === null ? 'paid' : 'paidHandedOver'
    case 'manager':
    case 'resolved':
      return managerMeanings[answerExceptionOf(sale)]
    case 'paidInCash':
      return statusOf(sale) === 'waitingForCustomer' ? cashTaken(moment) : status
    default:
      return status
  }
}

/** A request that the service turned away did leave the till, and still nothing came of it. */
function notSentYet({ lastFailure }: Sale, { why }: Moment): MeaningKey {
  if (why === 'queue') return 'ready'
  const wasRejected = lastFailure?.reason === 'keys-rejected' || lastFailure?.reason === 'throttled'
  return wasRejected ? 'readyRejected' : 'readyAfterFailure'
}

function unknown(sale: Sale, { freshness, elsewhere }: Moment): MeaningKey {
  if (elsewhere) return 'unknownElsewhere'
  if (sale.repeatRefused) return 'unknownRepeatRefused'
  if (freshness === 'too-old') return 'unknownTooOld'
  return sale.lastFailure ? 'unknownAfterFailure' : 'unknown'
}

/** The push may still ring: this cash does not settle what became of it. */
function cashTaken({ elsewhere, overdue }: Moment): MeaningKey {
  if (elsewhere) return 'waitingElsewhere'
  return overdue ? 'waitingOverdue' : 'waitingCash'
}

function waiting(sale: Sale, { timeUp, elsewhere, overdue, promptGone }: Moment): MeaningKey {
  if (elsewhere) return 'waitingElsewhere'
  if (overdue) return 'waitingOverdue'
  if (timeUp) return 'lastAsk'
  if (sale.stoppedWaitingAt !== null) return 'waitingStopped'
  if (promptGone) return 'waitingPromptGone'
  return sale.channel === 'mobile' ? 'waitingMobile' : 'waitingCard'
}
