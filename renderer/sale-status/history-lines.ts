import type {
  EventOf,
  FailureReason,
  Mismatch,
  PaymentEvent,
  ReceiptFailure,
} from '../../shared/payment/event'
import type { Outcome } from '../../shared/payment/status-words'
import { isSharedReference } from './mismatch'
import { isCertain } from './receipt-text'

/** One line of a sale's history: which words (`history.event.<key>`), what goes into them, and when. */
export type HistoryLine = {
  at: number
  /** Who pressed, where the till keeps people. */
  by?: string
  /** The service's own word that a result was read from. */
  raw?: string
} & (
  | { key: PlainKey }
  | { key: 'attemptAgain'; attempt: number }
  | { key: FailedKey; reason: FailureReason; times?: number }
  | { key: 'refused' | 'repeatRefused'; message: string }
  | { key: StatusKey; status: string }
  | { key: 'readMany'; status: string; times: number }
  | { key: 'mismatched'; field: Mismatch['field'] }
  | { key: 'resolved' | 'resolvedInCash' | 'cashTakenNote' | RefundKey; reason: string }
  | { key: 'receiptCopyPrinted' | 'receiptCopySaved'; copy: number }
  | { key: 'customerRemoved'; months: number }
  | { key: 'receiptFailed' | 'receiptNotPrinted'; why: ReceiptFailure }
)

type StatusKey = 'read' | 'unrecognised' | 'contradicted' | 'reopened' | 'providerDisagreed'

type FailedKey = 'failedNotSent' | 'failedMaybeSent' | 'failedTurnedAway'

type RefundKey = 'refundedDashboard' | 'refundedCash'

type PlainKey =
  | `${RefundKey}Plain`
  | 'recorded'
  | 'refusedPlain'
  | 'repeatRefusedPlain'
  | 'attempt'
  | 'accepted'
  | 'held'
  | 'released'
  | 'withdrawn'
  | 'abandoned'
  | 'stoppedWaiting'
  | 'cashTaken'
  | 'resolvedPlain'
  | 'resolvedInCashPlain'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'meaningPaid'
  | 'meaningFailed'
  | 'meaningPending'
  | 'expiredUnanswered'
  | 'handedOver'
  | 'paidTwice'
  | 'otherAccount'
  | 'sharedReference'
  | 'receiptPrinted'
  | 'receiptPrintedAlone'
  | 'receiptSaved'

/** A sale's events in plain lines: reads of the same word that follow one another become one line. */
export function historyLines(events: readonly PaymentEvent[]): HistoryLine[] {
  const lines: HistoryLine[] = []
  let account: string | null = null
  for (const event of events) {
    if (event.type === 'attempt-started') {
      if (isOther(event.account, account)) lines.push({ at: event.at, key: 'otherAccount' })
      account = event.account ?? account
    }
    const line = withPerson(lineOf(event), event)
    const last = lines.at(-1)
    const merged = last && merge(last, line)
    if (merged) lines[lines.length - 1] = merged
    else lines.push(line)
  }
  return lines
}

function withPerson(line: HistoryLine, event: PaymentEvent): HistoryLine {
  const by = 'person' in event ? event.person?.name : undefined
  return by === undefined ? line : { ...line, by }
}

/** Known to be another account: in ledgers from before accounts were kept there is none to compare. */
function isOther(account: string | null, before: string | null): boolean {
  return account !== null && before !== null && account !== before
}

/** The same for the Live screen: no reads, no failure said twice, and of the rest the last lines. */
export function briefLines(
  events: readonly PaymentEvent[],
  limit: number,
): { lines: HistoryLine[]; earlier: number } {
  const told = historyLines(events.filter(event => event.type !== 'status-read'))
  const lines = told.map(brief).reduce<HistoryLine[]>(withoutRepeats, [])
  const over = Math.max(0, lines.length - limit)
  // A single line takes no more room than the word that it is there.
  const earlier = over === 1 ? 0 : over
  return { lines: lines.slice(earlier), earlier }
}

/** The screen has the service's words already. */
function brief(line: HistoryLine): HistoryLine {
  return line.key === 'repeatRefused' ? { at: line.at, key: 'repeatRefusedPlain' } : line
}

/** Attempts that failed one like the other become one line, with how many they were. */
function withoutRepeats(lines: HistoryLine[], line: HistoryLine): HistoryLine[] {
  const last = lines.at(-1)
  if (!last || !isFailure(last) || !isFailure(line)) return [...lines, line]
  if (last.key !== line.key || last.reason !== line.reason) return [...lines, line]
  return [...lines.slice(0, -1), { ...line, times: (last.times ?? 1) + 1 }]
}

function isFailure(line: HistoryLine): line is Extract<HistoryLine, { key: FailedKey }> {
  return ['failedNotSent', 'failedMaybeSent', 'failedTurnedAway'].includes(line.key)
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

function resolved({ at, how, reason }: EventOf<'resolved'>): HistoryLine {
  // Only the removal of customers' data leaves a resolution without a reason.
  if (how !== 'paid-in-cash')
    return reason ? { at, key: 'resolved', reason } : { at, key: 'resolvedPlain' }
  return reason === '' ? { at, key: 'resolvedInCashPlain' } : { at, key: 'resolvedInCash', reason }
}

/** Only the removal of customers' data leaves a refund without a reason. */
function refunded({ at, how, reason }: EventOf<'refunded'>): HistoryLine {
  const key: RefundKey = how === 'cash' ? 'refundedCash' : 'refundedDashboard'
  return reason === '' ? { at, key: `${key}Plain` } : { at, key, reason }
}

function receiptLine({ at, copy, to, automatic }: EventOf<'receipt-printed'>): HistoryLine {
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
  const turnedAway = reason === 'keys-rejected' || reason === 'throttled'
  return turnedAway ? 'failedTurnedAway' : 'failedNotSent'
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

/** An attempt and how it failed are one line; so are reads that said the same. */
function merge(last: HistoryLine, line: HistoryLine): HistoryLine | null {
  const isEnd = isFailure(line) || line.key === 'repeatRefused'
  if (isEnd && (last.key === 'attempt' || last.key === 'attemptAgain')) return line
  // The word was understood; it is the rest of the answer that is not this sale's.
  if (line.key === 'unrecognised' && isAboutMismatch(last.key)) return last
  if (line.key !== 'read') return null
  if (last.key === 'read' && last.status === line.status)
    return { ...line, key: 'readMany', times: 2 }
  if (last.key === 'readMany' && last.status === line.status)
    return { ...last, at: line.at, times: last.times + 1 }
  return null
}

function isAboutMismatch(key: HistoryLine['key']): boolean {
  return key === 'mismatched' || key === 'sharedReference'
}
