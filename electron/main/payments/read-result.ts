import type { Mismatch, PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import {
  meaningOf,
  type StatusMeaning,
  type StatusWords,
} from '../../../shared/payment/status-words'
import type { StatusRead } from '../service'
import { mismatchOf } from './attempt-result'

interface ReadFacts {
  by: 'watcher' | 'person'
  words: StatusWords
  /** Wall clock, ms. */
  now: number
  /** The id of a sale that was paid for the same thing, or null; asked only once money has come. */
  alsoPaid: () => string | null
}

/**
 * What a status read means for the sale (§4.2, §4.4), as events to append: the only way to `paid`
 * (money rule 5). Empty when it says nothing new: polls that still say pending are not kept.
 */
export function readResult(sale: Sale, read: StatusRead, facts: ReadFacts): PaymentEvent[] {
  const meaning = meaningOf(read.status, facts.words)
  const mismatch = sale.mismatch ? null : readMismatch(sale, read)
  const events: PaymentEvent[] = []
  if (mismatch) events.push({ type: 'mismatched', at: facts.now, mismatch })
  if (sale.phase === 'settled') events.push(...afterSettlement(sale, read, meaning, facts.now))
  else if (meaning !== 'pending')
    events.push(...settlement(read.status, meaning, mismatch ?? sale.mismatch, facts))
  return isNews(sale, read, facts.by, events) ? [statusRead(read, facts), ...events] : []
}

function statusRead(read: StatusRead, { now, by }: ReadFacts): PaymentEvent {
  return {
    type: 'status-read',
    at: now,
    by,
    status: read.status,
    providerStatus: read.providerStatus,
  }
}

function isNews(
  sale: Sale,
  read: StatusRead,
  by: ReadFacts['by'],
  events: PaymentEvent[],
): boolean {
  if (events.length > 0 || by === 'person') return true
  return read.status !== sale.rawStatus || read.providerStatus !== sale.providerStatus
}

function settlement(
  status: string,
  meaning: Exclude<StatusMeaning, 'pending'>,
  mismatch: Mismatch | null,
  { now: at, alsoPaid }: ReadFacts,
): PaymentEvent[] {
  // A status for another amount, currency or reference is not a status of this sale (money rule 12).
  const outcome = mismatch ? 'unrecognised' : meaning
  const settled: PaymentEvent = { type: 'settled', at, status, outcome }
  const other = outcome === 'paid' ? alsoPaid() : null
  return other === null ? [settled] : [settled, { type: 'paid-twice', at, other }]
}

/**
 * A result is written once: a later answer that differs is recorded, not applied (money rule 6). The
 * word that the result was read from does not contradict it, whatever the lists say by now.
 */
function afterSettlement(
  sale: Sale,
  read: StatusRead,
  meaning: StatusMeaning,
  at: number,
): PaymentEvent[] {
  const differs = sale.outcome === 'unrecognised' || meaning !== sale.outcome
  const contradicts = differs && read.status !== sale.rawStatus
  const known = sale.contradiction === read.status
  return contradicts && !known ? [{ type: 'contradicted', at, status: read.status }] : []
}

function readMismatch(sale: Sale, read: StatusRead): Mismatch | null {
  if (read.reference !== null && read.reference !== sale.reference)
    return { field: 'reference', asked: sale.reference ?? '', answered: read.reference }
  if (read.money.kind === 'unreadable')
    return { field: 'amount', asked: String(sale.amount.value), answered: read.money.raw }
  return read.money.kind === 'read' ? mismatchOf(sale, read.money.amount) : null
}
