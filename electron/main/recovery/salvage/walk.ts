import { validate as isUuid } from 'uuid'
import type { Database } from '../../database'
import { LedgerDamaged, readText } from '../../ledger/rows/codec'

const batch = 200

/** The ids that can be reached in a table, and whether they are all that it holds. */
export interface Walk {
  ids: string[]
  whole: boolean
}

/**
 * Collects a table's sale ids, from the first on and, where that is stopped by damage, from the last
 * back. Never throws: what cannot be read ends the walk from that side.
 */
export function walkIds(database: Database, table: 'sale' | 'request' | 'event'): Walk {
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
export function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
