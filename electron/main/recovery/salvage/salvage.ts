import { isDeepStrictEqual } from 'node:util'
import { validate as isUuid } from 'uuid'
import { type Sale, saleSchema } from '../../../../shared/payment/sale'
import { applyEvent, beginSale } from '../../../../shared/payment/sale-reducer'
import type { Database } from '../../database'
import { readHistory } from '../../ledger/events/history'
import { LedgerDamaged, readJson, readText } from '../../ledger/rows/codec'

/** A sale as far as it can be read. */
export interface SalvagedSale {
  id: string
  /** Its fields as JSON holds them, of whatever version; null where nothing of it can be read. */
  fields: Record<string, unknown> | null
  /** `history`: its row is damaged, and this was derived from its events. `differs`: row and events disagree. */
  source: 'row' | 'history' | 'differs' | 'nothing'
}

/** The sales of a ledger. Each has a row in three tables: a table that is whole names them all. */
export function salvage(database: Database): { ids: ReadonlySet<string>; complete: boolean } {
  const walks = (['sale', 'request', 'event'] as const).map(table => walkIds(database, table))
  return {
    ids: new Set(walks.flatMap(walk => walk.ids)),
    complete: walks.some(walk => walk.whole),
  }
}

/** What can be read of one of them. */
export function salvageSale(database: Database, id: string): SalvagedSale {
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
  const fields: unknown = readJson(row?.state)
  return typeof fields === 'object' && fields !== null ? { ...fields } : null
}

function derive(database: Database, id: string): Sale | null {
  const [first, ...later] = readHistory(database, id)
  return first?.type === 'recorded' ? later.reduce(applyEvent, beginSale(id, first)) : null
}

/** Only a row of this app's own shape can be compared with what this app derives. */
function agree(fields: Record<string, unknown>, derived: Sale): boolean {
  const row = saleSchema.safeParse(fields)
  return !row.success || isDeepStrictEqual(row.data, derived)
}

const batch = 200

/** The ids that can be reached in a table, and whether they are all that it holds. */
interface Walk {
  ids: string[]
  whole: boolean
}

/**
 * Collects a table's sale ids, from the first on and, where that is stopped by damage, from the last
 * back. Never throws: what cannot be read ends the walk from that side.
 */
function walkIds(database: Database, table: 'sale' | 'request' | 'event'): Walk {
  const column = table === 'sale' ? 'id' : 'sale_id'
  const next = (from: string, order: 'ASC' | 'DESC', limit: number) =>
    database
      .all(
        `SELECT DISTINCT ${column} AS id FROM ${table}
         WHERE ${column} ${order === 'ASC' ? '>' : '<'} ? ORDER BY ${column} ${order} LIMIT ?`,
        [from, limit],
      )
      .map(row => readId(row.id))
  const forward = walkOneWay('', (from, limit) => next(from, 'ASC', limit))
  if (forward.whole) return forward
  const backward = walkOneWay('~', (from, limit) => next(from, 'DESC', limit))
  return { ids: [...new Set([...forward.ids, ...backward.ids])], whole: false }
}

function walkOneWay(start: string, next: (from: string, limit: number) => string[]): Walk {
  const ids: string[] = []
  for (;;) {
    const from = ids.at(-1) ?? start
    // A batch that meets damage is read again row by row, up to the damage itself.
    const found = attempt(() => next(from, batch)) ?? attempt(() => next(from, 1))
    if (found === null) return { ids, whole: false }
    if (found.length === 0) return { ids, whole: true }
    ids.push(...found)
  }
}

/** Throws for a damaged key: to walk on from it would jump over what lies between. */
function readId(value: unknown): string {
  const id = readText(value)
  if (!isUuid(id)) throw new LedgerDamaged('A key of the ledger is damaged')
  return id
}

/** Null for what cannot be read: here that is an answer, not an error. */
function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
