import type { PaymentEvent } from '../../../../../shared/payment/event'
import type { Database } from '../../database'
import { LedgerDamaged } from '../rows/codec'
import type { AddLink } from '../rows/ledger-rows'
import { encodeEvent, type ReadEvent, readEvent, type StoredEvent } from './event-rows'

/**
 * Adds events to a sale's history, behind its first `length`, and the link that holds them to what they
 * are. In the transaction that changes the sale.
 */
export function writeEvents(
  database: Database,
  addLink: AddLink,
  { sale, subject }: { sale: number; subject: string },
  length: number,
  events: readonly PaymentEvent[],
): void {
  const stored = events.map(event => encodeEvent(event))
  const bodies = stored.map(({ body }) => body)
  const link = addLink({ sale, subject, first: length + 1, bodies })
  for (const [index, event] of stored.entries())
    writeEvent(database, { sale, number: length + index + 1, link }, event)
}

/** Where an event is kept: the sale's key, its number in the history, and the link that holds it. */
export interface EventPlace {
  sale: number
  number: number
  link: number
}

/** One event's rows. What may be removed one day is not among the bytes that a link holds. */
export function writeEvent(
  database: Database,
  { sale, number, link }: EventPlace,
  { body, personal }: StoredEvent,
): void {
  database.run('INSERT INTO event (sale, number, link, body) VALUES (?, ?, ?, ?)', [
    ...[sale, number, link],
    body,
  ])
  if (personal !== null)
    database.run('INSERT INTO personal (sale, number, body) VALUES (?, ?, ?)', [
      ...[sale, number],
      personal,
    ])
}

/** The number of the last event of a sale; 0 where it has none. */
export function lengthOf(database: Database, sale: number): number {
  const sql = 'SELECT MAX(number) AS last FROM event WHERE sale = ?'
  return Number(database.all(sql, [sale])[0]?.last)
}

/**
 * Everything that happened to a sale. Throws LedgerDamaged for an event that cannot be read, and for
 * one whose personal part is gone without an event that says so.
 */
export function readHistory(database: Database, sale: number): PaymentEvent[] {
  const read = database.all(bothParts, [sale]).map(row => readEvent(row.body, row.personal))
  const removedAt = read.findLastIndex(({ event }) => event.type === 'customer-removed')
  if (read.some(({ removed }, at) => removed && at > removedAt))
    throw new LedgerDamaged('What an event says of a customer is missing')
  return read.map(({ event }: ReadEvent) => event)
}

const bothParts = `SELECT event.body AS body, personal.body AS personal FROM event
  LEFT JOIN personal ON personal.sale = event.sale AND personal.number = event.number
  WHERE event.sale = ? ORDER BY event.number`
