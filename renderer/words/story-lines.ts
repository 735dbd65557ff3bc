import type { EventOf, FailureReason, Mismatch, PaymentEvent } from '../../shared/payment/event'

/** One line of a sale's story: which words (`story.event.<key>`), what goes into them, and when. */
export type StoryLine = { at: number } & (
  | { key: PlainKey }
  | { key: 'attemptAgain'; attempt: number }
  | { key: 'failedNotSent' | 'failedMaybeSent' | 'failedTurnedAway'; reason: FailureReason }
  | { key: 'refused'; message: string }
  | { key: 'read' | 'unrecognised' | 'contradicted'; status: string }
  | { key: 'readMany'; status: string; times: number }
  | { key: 'mismatched'; field: Mismatch['field'] }
  | { key: 'resolved'; reason: string }
)

type PlainKey =
  | 'recorded'
  | 'attempt'
  | 'accepted'
  | 'held'
  | 'released'
  | 'withdrawn'
  | 'abandoned'
  | 'stoppedWaiting'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'meaningPaid'
  | 'meaningFailed'
  | 'handedOver'
  | 'paidTwice'

/** A sale's events in plain lines: reads of the same word that follow one another become one line. */
export function storyLines(events: readonly PaymentEvent[]): StoryLine[] {
  const lines: StoryLine[] = []
  for (const event of events) {
    const line = lineOf(event)
    const last = lines.at(-1)
    const merged = last && merge(last, line)
    if (merged) lines[lines.length - 1] = merged
    else lines.push(line)
  }
  return lines
}

/** The same for the Live screen: no reads, and of a long story only its last lines. */
export function briefLines(
  events: readonly PaymentEvent[],
  limit: number,
): { lines: StoryLine[]; earlier: number } {
  const lines = storyLines(events.filter(event => event.type !== 'status-read'))
  const earlier = Math.max(0, lines.length - limit)
  return { lines: lines.slice(earlier), earlier }
}

function lineOf(event: PaymentEvent): StoryLine {
  const { at } = event
  switch (event.type) {
    case 'attempt-started':
      return event.attempt === 1
        ? { at, key: 'attempt' }
        : { at, key: 'attemptAgain', attempt: event.attempt }
    case 'attempt-failed':
      return {
        at,
        key: failureKey(event),
        reason: event.reason,
      }
    case 'refused':
      return { at, key: 'refused', message: event.message }
    case 'stopped-waiting':
      return { at, key: 'stoppedWaiting' }
    case 'status-read':
      return { at, key: 'read', status: event.status }
    case 'mismatched':
      return { at, key: 'mismatched', field: event.mismatch.field }
    case 'settled':
      return settled(event)
    case 'contradicted':
      return { at, key: 'contradicted', status: event.status }
    case 'meaning-given':
      return { at, key: event.meaning === 'paid' ? 'meaningPaid' : 'meaningFailed' }
    case 'handed-over':
      return { at, key: 'handedOver' }
    case 'paid-twice':
      return { at, key: 'paidTwice' }
    case 'resolved':
      return { at, key: 'resolved', reason: event.reason }
    default:
      return { at, key: event.type }
  }
}

function failureKey({ sent, reason }: EventOf<'attempt-failed'>) {
  if (sent === 'maybe') return 'failedMaybeSent'
  const turnedAway = reason === 'keys-rejected' || reason === 'throttled'
  return turnedAway ? 'failedTurnedAway' : 'failedNotSent'
}

function settled(event: EventOf<'settled'>): StoryLine {
  const { at, outcome, status } = event
  return outcome === 'unrecognised' ? { at, key: outcome, status } : { at, key: outcome }
}

/** An attempt and how it failed are one line; so are reads that said the same. */
function merge(last: StoryLine, line: StoryLine): StoryLine | null {
  const failed = ['failedNotSent', 'failedMaybeSent', 'failedTurnedAway'].includes(line.key)
  if (failed && (last.key === 'attempt' || last.key === 'attemptAgain')) return line
  // The word was understood; it is the rest of the answer that is not this sale's.
  if (line.key === 'unrecognised' && last.key === 'mismatched') return last
  if (line.key !== 'read') return null
  if (last.key === 'read' && last.status === line.status)
    return { ...line, key: 'readMany', times: 2 }
  if (last.key === 'readMany' && last.status === line.status)
    return { ...last, at: line.at, times: last.times + 1 }
  return null
}
