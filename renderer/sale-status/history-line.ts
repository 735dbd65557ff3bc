import type {
  EventOf,
  FailureReason,
  Mismatch,
  PaymentEvent,
  ReceiptFailure,
  RefundHow,
  ResolutionHow,
} from '../../shared/payment/event'
import type { Outcome, WordMeaning } from '../../shared/payment/status-words'
import { isSharedReference } from './needs-attention'
import { isCertain } from './receipt-text'
import type { HistoryEventKey } from './text-keys'

/** The lines whose text is not a history event's, or needs more than its name. */
type FilledLine =
  | { key: 'recorded' | 'withdrawn' | 'handedOver' | 'restored' }
  | { key: 'attemptAgain'; attempt: number }
  | { key: FailedKey; reason: FailureReason }
  | { key: StatusKey; status: string }
  | { key: 'mismatched'; field: Mismatch['field'] }
  | { key: 'meaning'; meaning: WordMeaning }
  | { key: 'resolved'; how: ResolutionHow }
  | { key: 'refunded'; how: RefundHow }
  | { key: 'receiptPrinted' | 'receiptSaved'; copy: number }
  | { key: 'customerRemoved'; months: number }
  | { key: 'receiptFailed' | 'receiptNotPrinted'; why: ReceiptFailure }

type StatusKey = 'read' | 'unrecognised' | 'contradicted' | 'reopened' | 'providerDisagreed'
type FailedKey = 'failedNotSent' | 'failedMaybeSent' | 'failedRejected'
type PlainKey = Exclude<HistoryEventKey, FilledLine['key']>

/** One line of a sale's history: which words (`history.event.<key>`), what goes into them, and when. */
export type HistoryLine = ({ key: PlainKey } | FilledLine) & {
  at: number
  /** Who pressed, where the till keeps people. */
  by?: string
  /** The service's own word that a result was read from. */
  raw?: string
  /** What a person or the service said about it, word for word. */
  note?: string
  /** How often, where several are one line. */
  times?: number
}

/** Did an attempt fail? */
export function isFailure(line: HistoryLine): line is Extract<HistoryLine, { key: FailedKey }> {
  return ['failedNotSent', 'failedMaybeSent', 'failedRejected'].includes(line.key)
}

/** An event in plain words. */
export function historyLine(event: PaymentEvent): HistoryLine {
  const by = 'person' in event ? event.person?.name : undefined
  const line = lineOf(event)
  return by === undefined ? line : { ...line, by }
}

function lineOf(event: PaymentEvent): HistoryLine {
  const { at } = event
  switch (event.type) {
    case 'attempt-started':
      return event.attempt === 1
        ? { at, key: 'attempt' }
        : { at, key: 'attemptAgain', attempt: event.attempt }
    case 'attempt-failed':
      return attemptFailed(event)
    case 'refused':
      return { at, key: 'refused', note: event.message }
    case 'stopped-waiting':
      return { at, key: 'stoppedWaiting' }
    case 'status-read':
      return { at, key: 'read', status: event.status }
    case 'answer-mismatched':
      return isSharedReference(event.mismatch)
        ? { at, key: 'sharedReference' }
        : { at, key: 'mismatched', field: event.mismatch.field }
    case 'settled':
      return settled(event)
    case 'contradicted':
      return { at, key: 'contradicted', status: event.status }
    case 'status-classified':
      return { at, key: 'meaning', meaning: event.meaning }
    case 'reopened':
      return { at, key: 'reopened', status: event.status }
    case 'provider-disagreed':
      return { at, key: 'providerDisagreed', status: event.providerStatus }
    case 'expired':
      return { at, key: event.answered ? 'expired' : 'expiredUnanswered' }
    case 'goods-handed-over':
      return { at, key: 'handedOver' }
    case 'refunded':
      return { at, key: 'refunded', how: event.how, note: event.reason }
    case 'paid-twice':
      return { at, key: 'paidTwice' }
    case 'cash-taken':
      return { at, key: 'cashTaken', note: event.note }
    case 'receipt-printed':
      return receiptLine(event)
    case 'receipt-failed':
      return {
        at,
        key: isCertain(event.reason) ? 'receiptNotPrinted' : 'receiptFailed',
        why: event.reason,
      }
    case 'resolved':
      return { at, key: 'resolved', how: event.how, note: event.reason }
    case 'customer-removed':
      return { at, key: 'customerRemoved', months: event.months }
    default:
      return { at, key: event.type }
  }
}

function receiptLine({ at, copy, to, automatic }: EventOf<'receipt-printed'>): HistoryLine {
  if (to === 'whatsapp' || to === 'email') return { at, key: 'receiptOpened' }
  if (automatic && copy === 1 && to !== 'file') return { at, key: 'receiptPrintedAlone' }
  return { at, key: to === 'file' ? 'receiptSaved' : 'receiptPrinted', copy }
}

/** What the service said of a repeat is all that it said of the payment: it is kept word for word. */
function attemptFailed(event: EventOf<'attempt-failed'>): HistoryLine {
  const { at, reason, detail } = event
  if (reason === 'repeat-refused') return { at, key: 'repeatRefused', note: detail }
  return { at, key: failureKey(event), reason }
}

function failureKey({ sent, reason }: EventOf<'attempt-failed'>): FailedKey {
  if (sent === 'maybe') return 'failedMaybeSent'
  const wasRejected = reason === 'keys-rejected' || reason === 'throttled'
  return wasRejected ? 'failedRejected' : 'failedNotSent'
}

function settled(event: EventOf<'settled'>): HistoryLine {
  const { at, status } = event
  const lines: Record<Outcome, HistoryLine> = {
    paid: { at, key: 'paid', raw: status },
    failed: { at, key: 'failed', raw: status },
    unrecognised: { at, key: 'unrecognised', status },
  }
  return lines[event.outcome]
}
