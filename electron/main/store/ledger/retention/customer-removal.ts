import { isOpen, needsResolving } from '../../../../../shared/payment/actions'
import type { PaymentEvent } from '../../../../../shared/payment/event'
import type { Sale } from '../../../../../shared/payment/sale'
import type { Database } from '../../database'
import { readable, readSale } from '../rows/codec'

/** One slice of a removal. */
export interface RemovalSlice {
  /** Goes on behind this row: 0 at first. */
  after: number
  /** Rows that are looked at: so much is done in one slice. */
  limit: number
  /** Only what a mark of this moment or before says was there (a retention mark's own time, ms). */
  before: number
  /** For the event: wall clock, ms, and the owner's months. */
  at: number
  months: number
}

/** Takes customers' data out of a ledger, in slices that each are whole (decision 21). */
export interface CustomerRemoval {
  /** Notes that all that is in the ledger now was there by `at`. A later mark of the same `at` replaces it. */
  mark(at: number): void
  /** Where to go on, or null when all that is old enough was looked at. */
  remove(slice: RemovalSlice): { removed: number; next: number | null }
  /** Whether pages may still hold copies of what was removed: kept over a crash. */
  scrubDue(): boolean
  /** Empties what is unused of so many pages from `from` on (1 at first); null when all were. */
  scrub(from: number, pages: number): number | null
}

/** Writes what happened to a sale, inside a transaction that is open; returns the sale that follows. */
type ChangeSale = (before: Sale, events: readonly PaymentEvent[]) => Sale

interface RemovedFrom {
  before: Sale
  after: Sale
}

/** The removal in an open, migrated ledger; `tell` gets each sale after its commit. */
export function createCustomerRemoval(
  database: Database,
  change: ChangeSale,
  tell: (sale: Sale, before: Sale) => void,
): CustomerRemoval {
  const numberOf = (sql: string, values: readonly (string | number)[] = []) =>
    Number(database.all(sql, values)[0]?.number ?? 0)

  const isKept = (key: number, upTo: number) =>
    numberOf('SELECT COUNT(*) AS number FROM personal WHERE sale = ? AND row > ?', [key, upTo]) > 0

  function removeFrom(key: number, upTo: number, slice: RemovalSlice): RemovedFrom | null {
    const [row] = database.all('SELECT state FROM sale WHERE key = ?', [key])
    // Damage is for the salvage: it keeps no other customer's data here.
    const sale = readable(() => readSale(row?.state))
    if (sale === null || !mayLose(sale) || isKept(key, upTo)) return null
    return { before: sale, after: removeCustomer(key, sale, slice) }
  }

  /** In one transaction, or the customer would be gone in one place and present in another. */
  function removeCustomer(key: number, sale: Sale, { at, months }: RemovalSlice): Sale {
    database.run('DELETE FROM personal WHERE sale = ?', [key])
    // The row stays: a damaged ledger is walked by it. It is never sent again, for the sale is final.
    database.run('UPDATE request SET body = ? WHERE sale = ?', [Buffer.alloc(0), key])
    return change(sale, [{ type: 'customer-removed', at, months }])
  }

  function removeSlice(slice: RemovalSlice): { removed: RemovedFrom[]; next: number | null } {
    const upTo = numberOf('SELECT MAX(up_to) AS number FROM retention_mark WHERE at <= ?', [
      slice.before,
    ])
    const rows = database.all(
      'SELECT row, sale FROM personal WHERE row > ? AND row <= ? ORDER BY row LIMIT ?',
      [slice.after, upTo, slice.limit],
    )
    const keys = new Set(rows.map(row => Number(row.sale)))
    const removed = [...keys]
      .map(key => removeFrom(key, upTo, slice))
      .filter(change => change !== null)
    if (removed.length > 0) database.run('UPDATE retention_scrub SET due = 1')
    return { removed, next: rows.length < slice.limit ? null : Number(rows.at(-1)?.row) }
  }

  return {
    mark: at =>
      database.transaction(() => {
        const upTo = numberOf('SELECT MAX(row) AS number FROM personal')
        database.run(
          `INSERT INTO retention_mark (at, up_to) VALUES (?, ?)
           ON CONFLICT (at) DO UPDATE SET up_to = excluded.up_to`,
          [at, upTo],
        )
      }),
    remove(slice) {
      const { removed, next } = database.transaction(() => removeSlice(slice))
      for (const { before, after } of removed) tell(after, before)
      return { removed: removed.length, next }
    },
    scrubDue: () => numberOf('SELECT due AS number FROM retention_scrub') === 1,
    scrub: (from, pages) =>
      database.transaction(() => {
        const next = database.scrubPages(from, pages)
        if (next === null) database.run('UPDATE retention_scrub SET due = 0')
        return next
      }),
  }
}

/** Nothing that is still on its way, and nothing that a person has yet to resolve (money rule 8). */
function mayLose(sale: Sale): boolean {
  return !isOpen(sale) && !needsResolving(sale)
}
