import type {
  EventOf,
  FailureReason,
  Mismatch,
  PaymentEvent,
  ReceiptFailure,
  RefundHow,
  ResolutionHow,
} from '../../shared/payment/event'
import type { Outcome } from '../../shared/payment/status-words'
import { isSharedReference } from './needs-attention'
import { isCertain } from './receipt-text'
import type { HistoryEventKey } from './text-keys'

/** The texts that need more than their name. */
type FilledText =
  | { key: 'attemptAgain'; attempt: number }
  | { key: FailedKey; reason: FailureReason; times?: number }
  | { key: 'refused' | 'repeatRefused'; message: string }
  | { key: StatusKey; status: string }
  | { key: 'readMany'; status: string; times: number }
  | { key: 'mismatched'; field: Mismatch['field'] }
  | { key: ResolvedKey | 'cashTakenNote' | RefundKey; reason: string }
  | { key: 'receiptCopyPrinted' | 'receiptCopySaved'; copy: number }
  | { key: 'customerRemoved'; months: number }
  | { key: 'receiptFailed' | 'receiptNotPrinted'; why: ReceiptFailure }

type StatusKey = 'read' | 'unrecognised' | 'contradicted' | 'reopened' | 'providerDisagreed'
type FailedKey = 'failedNotSent' | 'failedMaybeSent' | 'failedRejected'
type ResolvedKey = (typeof resolvedKeys)[ResolutionHow]
type RefundKey = (typeof refundKeys)[RefundHow]
type PlainKey = Exclude<HistoryEventKey, FilledText['key']>

/** One line of a sale's history: which words (`history.event.<key>`), what goes into them, and when. */
export type HistoryLine = ({ key: PlainKey } | FilledText) & {
  at: number
  /** Who pressed, where the till keeps people. */
  by?: string
  /** The service's own word that a result was read from. */
  raw?: string
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
      return event.message === ''
        ? { at, key: 'refusedPlain' }
        : { at, key: 'refused', message: event.message }
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
      return { at, key: meaningKeys[event.meaning] }
    case 'reopened':
      return { at, key: 'reopened', status: event.status }
    case 'provider-disagreed':
      return { at, key: 'providerDisagreed', status: event.providerStatus }
    case 'expired':
      return { at, key: event.answered ? 'expired' : 'expiredUnanswered' }
    case 'goods-handed-over':
      return { at, key: 'handedOver' }
    case 'refunded':
      return refunded(event)
    case 'paid-twice':
      return { at, key: 'paidTwice' }
    case 'cash-taken':
      return cashTaken(event)
    case 'receipt-printed':
      return receiptLine(event)
    case 'receipt-failed':
      return {
        at,
        key: isCertain(event.reason) ? 'receiptNotPrinted' : 'receiptFailed',
        why: event.reason,
      }
    case 'resolved':
      return resolved(event)
    case 'customer-removed':
      return { at, key: 'customerRemoved', months: event.months }
    default:
      return { at, key: event.type }
  }
}

const meaningKeys = {
  paid: 'meaningPaid',
  failed: 'meaningFailed',
  pending: 'meaningPending',
} as const

function cashTaken({ at, note }: EventOf<'cash-taken'>): HistoryLine {
  return note === '' ? { at, key: 'cashTaken' } : { at, key: 'cashTakenNote', reason: note }
}

const resolvedKeys = {
  'paid-in-cash': 'resolvedInCash',
  'seen-in-dashboard': 'resolvedSeen',
  'not-paid': 'resolvedNotPaid',
  other: 'resolved',
} as const

/** Cash needs no reason; any other resolution is without one once customers' data was removed. */
function resolved({ at, how, reason }: EventOf<'resolved'>): HistoryLine {
  const key = resolvedKeys[how]
  return reason === '' ? { at, key: `${key}Plain` } : { at, key, reason }
}

const refundKeys = {
  dashboard: 'refundedDashboard',
  cash: 'refundedCash',
  'other-cash': 'refundedOtherCash',
} as const satisfies Record<RefundHow, string>

/** Only the removal of customers' data leaves a refund without a reason. */
function refunded({ at, how, reason }: EventOf<'refunded'>): HistoryLine {
  const key = refundKeys[how]
  return reason === '' ? { at, key: `${key}Plain` } : { at, key, reason }
}

function receiptLine({ at, copy, to, automatic }: EventOf<'receipt-printed'>): HistoryLine {
  if (to === 'whatsapp' || to === 'email')
    return { at, key: to === 'whatsapp' ? 'receiptToWhatsapp' : 'receiptToEmail' }
  if (copy > 1) return { at, key: to === 'file' ? 'receiptCopySaved' : 'receiptCopyPrinted', copy }
  if (to === 'file') return { at, key: 'receiptSaved' }
  return { at, key: automatic ? 'receiptPrintedAlone' : 'receiptPrinted' }
}

/** What the service said of a repeat is all that it said of the payment: it is kept word for word. */
function attemptFailed(event: EventOf<'attempt-failed'>): HistoryLine {
  const { at, reason, detail } = event
  if (reason === 'repeat-refused') return { at, key: 'repeatRefused', message: detail }
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
