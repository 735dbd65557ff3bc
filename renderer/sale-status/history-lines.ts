import type {
  EventOf,
  FailureReason,
  Mismatch,
  PaymentEvent,
  ReceiptFailure,
  ResolutionHow,
} from '../../shared/payment/event'
import type { WayBack, Why } from '../../shared/payment/given-back'
import type { ObjectionMeaning } from '../../shared/payment/objections'
import type { Outcome, WordMeaning } from '../../shared/payment/status-words'
import { isSharedReference } from './attention-reasons'
import { isCertain } from './receipt-text'
import type { HistoryEventKey } from './screen-content'

/** A payment's events in plain lines: reads of the same word that follow one another become one line. */
export function historyLines(events: readonly PaymentEvent[]): HistoryLine[] {
  const lines: HistoryLine[] = []
  let account: string | null = null
  for (const event of events) {
    if (event.type === 'attempt-started') {
      if (isOther(event.account, account)) lines.push({ at: event.at, key: 'otherAccount' })
      account = event.account ?? account
    }
    const line = historyLine(event)
    const last = lines.at(-1)
    const merged = last && merge(last, line)
    if (merged) lines[lines.length - 1] = merged
    else lines.push(line)
  }
  return lines
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
  // A single line takes no more space than the word that it is there.
  const earlier = over === 1 ? 0 : over
  return { lines: lines.slice(earlier), earlier }
}

/** The screen has the service's words already. */
function brief(line: HistoryLine): HistoryLine {
  const { at, key } = line
  return key === 'refused' || key === 'repeatRefused' ? { at, key } : line
}

/** Attempts that failed one like the other become one line, with how many they were. */
function withoutRepeats(lines: HistoryLine[], line: HistoryLine): HistoryLine[] {
  const last = lines.at(-1)
  if (!last || !isFailure(last) || !isFailure(line)) return [...lines, line]
  if (last.key !== line.key || last.reason !== line.reason) return [...lines, line]
  return [...lines.slice(0, -1), { ...line, times: (last.times ?? 1) + 1 }]
}

/** An attempt and how it failed are one line; so are reads that said the same. */
function merge(last: HistoryLine, line: HistoryLine): HistoryLine | null {
  const isEnd = isFailure(line) || line.key === 'repeatRefused'
  if (isEnd && (last.key === 'attempt' || last.key === 'attemptAgain')) return line
  // The word was understood; it is the rest of the answer that is not this payment's.
  if (line.key === 'unrecognised' && isAboutMismatch(last.key)) return last
  if (line.key !== 'read') return null
  if (last.key !== 'read' || last.status !== line.status) return null
  return { ...line, times: (last.times ?? 1) + 1 }
}

function isAboutMismatch(key: HistoryLine['key']): boolean {
  return key === 'mismatched' || key === 'sharedReference'
}

/** The lines whose text is not a history event's, or needs more than its name. */
type FilledLine =
  | { key: 'recorded' | 'withdrawn' | 'handedOver' | 'restored' }
  | { key: 'attemptAgain'; attempt: number }
  | { key: FailedKey; reason: FailureReason }
  | { key: StatusKey; status: string }
  | { key: 'mismatched'; field: Mismatch['field'] }
  | { key: 'meaning'; meaning: WordMeaning }
  | { key: 'objection'; answered: string; objectionMeaning: ObjectionMeaning }
  | { key: 'resolved'; how: ResolutionHow }
  | { key: 'givenBack'; way: WayBack; value: number; why: Why }
  | { key: 'receiptPrinted' | 'receiptSaved'; copy: number }
  | { key: 'customerRemoved'; months: number }
  | { key: 'receiptFailed' | 'receiptNotPrinted'; why: ReceiptFailure }

type StatusKey = 'read' | 'unrecognised' | 'contradicted' | 'reopened' | 'providerDisagreed'
type FailedKey = 'failedNotSent' | 'failedMaybeSent' | 'failedRejected'
type PlainKey = Exclude<HistoryEventKey, FilledLine['key']>

/** One line of a payment's history: which words (`history.event.<key>`), what goes into them, and when. */
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

function isFailure(line: HistoryLine): line is Extract<HistoryLine, { key: FailedKey }> {
  return ['failedNotSent', 'failedMaybeSent', 'failedRejected'].includes(line.key)
}

function historyLine(event: PaymentEvent): HistoryLine {
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
    case 'objection-answered':
      return {
        at,
        key: 'objection',
        answered: `${event.name}: ${event.value}`,
        objectionMeaning: event.meaning,
      }
    case 'reopened':
      return { at, key: 'reopened', status: event.status }
    case 'provider-disagreed':
      return { at, key: 'providerDisagreed', status: event.providerStatus }
    case 'expired':
      return { at, key: event.answered ? 'expired' : 'expiredUnanswered' }
    case 'goods-handed-over':
      return { at, key: 'handedOver' }
    case 'given-back':
      return {
        ...{ at, key: 'givenBack', note: event.reason },
        ...{ way: event.way, value: event.value, why: event.why },
      }
    case 'undone':
      return { at, key: event.what === 'cash' ? 'cashUndone' : 'givingBackUndone' }
    case 'also-paid':
      return { at, key: 'alsoPaid' }
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
