import type { PaymentEvent } from '../../shared/payment/event'
import { type HistoryLine, historyLine, isFailure } from './history-line'

/** A sale's events in plain lines: reads of the same word that follow one another become one line. */
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
  return line.key === 'repeatRefused' ? { at: line.at, key: 'repeatRefused' } : line
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
  // The word was understood; it is the rest of the answer that is not this sale's.
  if (line.key === 'unrecognised' && isAboutMismatch(last.key)) return last
  if (line.key !== 'read') return null
  if (last.key !== 'read' || last.status !== line.status) return null
  return { ...line, times: (last.times ?? 1) + 1 }
}

function isAboutMismatch(key: HistoryLine['key']): boolean {
  return key === 'mismatched' || key === 'sharedReference'
}
