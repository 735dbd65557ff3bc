import type { PaymentEvent } from '../../../../shared/payment/event'
import type { Database } from '../../database'
import type { AddLink } from '../../hash-chain/link'
import { LedgerDamaged } from '../rows/codec'
import { encodeEvent, type ReadEvent, readEvent } from './event-rows'

/**
 * Adds events to a sale's history, behind its first `length`, and the link that holds them to what they
 * are. In the transaction that changes the sale.
 */
export function writeEvents(
  database: Database,
  addLink: AddLink,
  saleId: string,
  length: number,
  events: readonly PaymentEvent[],
): void {
  const bodies = events.map((event, index) =>
    writeEvent(database, saleId, length + index + 1, event),
  )
  addLink({ subject: saleId, first: length + 1, bodies })
}

/** Returns the bytes that a link holds: what may be removed one day is not among them. */
function writeEvent(
  database: Database,
  saleId: string,
  number: number,
  event: PaymentEvent,
): Buffer {
  const { body, personal } = encodeEvent(event)
  database.run('INSERT INTO event (sale_id, number, body) VALUES (?, ?, ?)', [saleId, number, body])
  if (personal !== null)
    database.run('INSERT INTO personal (sale_id, number, body) VALUES (?, ?, ?)', [
      saleId,
      number,
      personal,
    ])
  return body
}

/** The number of the last event of a sale; 0 where it has none. */
export function lengthOf(database: Database, saleId: string): number {
  const sql = 'SELECT MAX(number) AS last FROM event WHERE sale_id = ?'
  return Number(database.all(sql, [saleId])[0]?.last)
}

/**
 * Everything that happened to a sale. Throws LedgerDamaged for an event that cannot be read, and for
 * one whose personal part is gone without an event that says so.
 */
export function readHistory(database: Database, saleId: string): PaymentEvent[] {
  const read = database.all(bothParts, [saleId]).map(row => readEvent(row.body, row.personal))
  const removedAt = read.findLastIndex(({ event }) => event.type === 'customer-removed')
  if (read.some(({ removed }, at) => removed && at > removedAt))
    throw new LedgerDamaged('What an event says of a customer is missing')
  return read.map(({ event }: ReadEvent) => event)
}

const bothParts = `SELECT event.body AS body, personal.body AS personal FROM event
  LEFT JOIN personal ON personal.sale_id = event.sale_id AND personal.number = event.number
  WHERE event.sale_id = ? ORDER BY event.number`
