import { isDeepStrictEqual } from 'node:util'
import type { PaymentEvent } from '../../../../shared/payment/event'
import { type Sale, saleSchema } from '../../../../shared/payment/sale'
import { applyEvent, beginSale } from '../../../../shared/payment/sale-reducer'
import type { Database } from '../../database'
import { readHistory } from '../../ledger/events/history'
import { readText } from '../../ledger/rows/codec'
import { attempt, walkIds } from './walk'

/** A sale as far as it can be read. */
export interface SalvagedSale {
  id: string
  /** Its fields as JSON holds them, of whatever version; null where nothing of it can be read. */
  fields: Record<string, unknown> | null
  /** `history`: its row is damaged, and this was derived from its events. `differs`: row and events disagree. */
  source: 'row' | 'history' | 'differs' | 'nothing'
}

/** What can be read of a ledger. Every sale has a row in three tables: one that is whole names them all. */
export function salvage(database: Database): { sales: Iterable<SalvagedSale>; complete: boolean } {
  const walks = (['sale', 'request', 'event'] as const).map(table => walkIds(database, table))
  const ids = new Set(walks.flatMap(walk => walk.ids))
  return {
    sales: salvageEach(database, ids),
    complete: walks.some(walk => walk.whole),
  }
}

function* salvageEach(database: Database, ids: Iterable<string>): Iterable<SalvagedSale> {
  for (const id of ids) yield salvageOne(database, id)
}

function salvageOne(database: Database, id: string): SalvagedSale {
  const fields = attempt(() => readRow(database, id))
  const derived = attempt(() => derive(database, id))
  if (fields === null)
    return derived
      ? { id, fields: { ...derived }, source: 'history' }
      : { id, fields: null, source: 'nothing' }
  return { id, fields, source: derived && !agree(fields, derived) ? 'differs' : 'row' }
}

/** Read without this app's schema: a newer app may have written more. */
function readRow(database: Database, id: string): Record<string, unknown> | null {
  const [row] = database.all('SELECT state FROM sale WHERE id = ?', [id])
  const fields: unknown = JSON.parse(readText(row?.state))
  return typeof fields === 'object' && fields !== null ? { ...fields } : null
}

function derive(database: Database, id: string): Sale | null {
  const [first, ...later] = readHistory(database, id)
  return first?.type === 'recorded' ? replay(id, first, later) : null
}

function replay(
  id: string,
  first: Extract<PaymentEvent, { type: 'recorded' }>,
  later: readonly PaymentEvent[],
): Sale {
  return later.reduce<Sale>((sale, event) => applyEvent(sale, event), beginSale(id, first))
}

/** Only a row of this app's own shape can be compared with what this app derives. */
function agree(fields: Record<string, unknown>, derived: Sale): boolean {
  const row = saleSchema.safeParse(fields)
  return !row.success || isDeepStrictEqual(row.data, derived)
}
