import { isOpen, needsResolving } from '../../../../shared/payment/actions'
import type { Sale } from '../../../../shared/payment/sale'
import { applyEvent } from '../../../../shared/payment/sale-reducer'
import type { Database } from '../../database'
import { encodeSale, readable, readSale, readText } from '../codec'
import type { LedgerChain } from '../hash-chain/ledger-chain'
import { lengthOf, writeEvents } from '../history'
import { forgetInSearch } from '../projections/search/search-rows'

/** One slice of a removal. */
export interface RemovalSlice {
  /** Goes on behind this row: 0 at first. */
  after: number
  /** Rows that are looked at: so much is done in one turn. */
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

/** A sale as it was and as it is. */
interface Change {
  before: Sale
  after: Sale
}

/** The removal in an open, migrated ledger; `changed` is told of each sale after its commit, as the ledger's is. */
export function createCustomerRemoval(
  database: Database,
  chain: Pick<LedgerChain, 'add'>,
  changed: (sale: Sale, before: Sale) => void,
): CustomerRemoval {
  const numberOf = (sql: string, values: readonly (string | number)[] = []) =>
    Number(database.all(sql, values)[0]?.number ?? 0)

  const isKept = (saleId: string, upTo: number) =>
    numberOf('SELECT COUNT(*) AS number FROM personal WHERE sale_id = ? AND row > ?', [
      ...[saleId, upTo],
    ]) > 0

  function removeFrom(saleId: string, upTo: number, slice: RemovalSlice): Change | null {
    const [row] = database.all('SELECT state FROM sale WHERE id = ?', [saleId])
    // Damage is for the examination: it keeps no other customer's data here.
    const sale = readable(() => readSale(row?.state))
    if (sale === null || !mayLose(sale) || isKept(saleId, upTo)) return null
    return { before: sale, after: removeCustomer(database, chain, sale, slice) }
  }

  function removeSlice(slice: RemovalSlice): { removed: Change[]; next: number | null } {
    const upTo = numberOf('SELECT MAX(up_to) AS number FROM retention_mark WHERE at <= ?', [
      slice.before,
    ])
    const rows = database.all(
      'SELECT row, sale_id FROM personal WHERE row > ? AND row <= ? ORDER BY row LIMIT ?',
      [slice.after, upTo, slice.limit],
    )
    const ids = rows.map(row => readable(() => readText(row.sale_id)))
    const each = [...new Set(ids)].filter(id => id !== null)
    const removed = each.map(id => removeFrom(id, upTo, slice)).filter(change => change !== null)
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
      for (const { before, after } of removed) changed(after, before)
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

/** In one transaction, or the customer would be gone in one place and there in another. */
function removeCustomer(
  database: Database,
  chain: Pick<LedgerChain, 'add'>,
  sale: Sale,
  { at, months }: RemovalSlice,
): Sale {
  const event = { type: 'customer-removed', at, months } as const
  const after = applyEvent(sale, event)
  database.run('DELETE FROM personal WHERE sale_id = ?', [sale.id])
  writeEvents(database, chain, sale.id, lengthOf(database, sale.id), [event])
  // The row stays: a damaged ledger is walked by it. It is never sent again, for the sale is final.
  database.run('UPDATE request SET body = ? WHERE sale_id = ?', [Buffer.alloc(0), sale.id])
  database.run('DELETE FROM cash_up_reason WHERE sale_id = ?', [sale.id])
  database.run(`UPDATE sale SET msisdn = '', search = '', state = ? WHERE id = ?`, [
    encodeSale(after),
    sale.id,
  ])
  forgetInSearch(database, sale)
  forgetEntry(database, sale.msisdn)
  return after
}

/** The customer book knows a customer as long as a sale does. */
function forgetEntry(database: Database, msisdn: string): void {
  const others = database.all('SELECT 1 AS one FROM sale WHERE msisdn = ? LIMIT 1', [msisdn])
  if (others.length === 0) database.run('DELETE FROM customer WHERE msisdn = ?', [msisdn])
}
