import { validate as isUuid } from 'uuid'
import type { Database } from '../../database'
import { LedgerDamaged } from './codec'
import { formatId } from './packing'

/*
 * Tables name a payment by `sale.key`, which counts up in the order in which payments were recorded: an id takes
 * ten times as many bytes, in each table and index. Ids are kept as their 16 bytes, in `sale` and `request`.
 */

const idLength = 16

/** An id (UUID) as it is kept. What is no UUID is kept nowhere, and its bytes are found nowhere. */
export function idBytes(id: string): Buffer {
  return isUuid(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : Buffer.from(id)
}

/** The id of these bytes. Throws LedgerDamaged for other bytes. */
export function readId(value: unknown): string {
  const hex = Buffer.isBuffer(value) && value.length === idLength ? value.toString('hex') : ''
  const id = formatId(hex)
  if (!isUuid(id)) throw new LedgerDamaged('A row of the ledger does not hold an id')
  return id
}

/** A payment's key; null where it is not in the ledger. */
export function keyOf(database: Database, id: string): number | null {
  const [row] = database.all('SELECT key FROM payment WHERE id = ?', [idBytes(id)])
  return row ? Number(row.key) : null
}

/** As `keyOf`. Throws LedgerDamaged where the payment is not in the ledger. */
export function presentKey(database: Database, id: string): number {
  const key = keyOf(database, id)
  if (key === null) throw new LedgerDamaged(`Payment ${id} is not in the ledger`)
  return key
}
