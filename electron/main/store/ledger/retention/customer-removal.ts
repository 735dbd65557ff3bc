import { isOpen, needsResolving } from '../../../../../shared/payment/actions'
import type { Sale } from '../../../../../shared/payment/sale'
import type { Database } from '../../database'
import { readable, readSale } from '../rows/codec'
import type { SaleWriter } from '../sale-writer'

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

/** Takes customers' data out of an open ledger, in slices that each are whole (decision 21). */
export class CustomerRemoval {
  constructor(
    private readonly database: Database,
    private readonly writer: Pick<SaleWriter, 'change'>,
    /** Gets each sale after its commit. */
    private readonly committed: (sale: Sale, before: Sale) => void,
  ) {}

  /** Notes that all that is in the ledger now was there by `at`. A later mark of the same `at` replaces it. */
  mark(at: number): void {
    this.database.transaction(() => {
      const upTo = this.#numberOf('SELECT MAX(row) AS number FROM personal')
      this.database.run(
        `INSERT INTO retention_mark (at, up_to) VALUES (?, ?)
         ON CONFLICT (at) DO UPDATE SET up_to = excluded.up_to`,
        [at, upTo],
      )
    })
  }

  /** Where to go on, or null when all that is old enough was looked at. */
  remove(slice: RemovalSlice): { removed: number; next: number | null } {
    const { removed, next } = this.database.transaction(() => this.#removeSlice(slice))
    for (const { before, after } of removed) this.committed(after, before)
    return { removed: removed.length, next }
  }

  /** Whether pages may still hold copies of what was removed: kept over a crash. */
  scrubDue(): boolean {
    return this.#numberOf('SELECT due AS number FROM retention_scrub') === 1
  }

  /** Empties what is unused of so many pages from `from` on (1 at first); null when all were. */
  scrub(from: number, pages: number): number | null {
    const { database } = this
    return database.transaction(() => {
      const next = database.scrubPages(from, pages)
      if (next === null) database.run('UPDATE retention_scrub SET due = 0')
      return next
    })
  }

  #removeSlice(slice: RemovalSlice): { removed: RemovedFrom[]; next: number | null } {
    const { database } = this
    const upTo = this.#numberOf('SELECT MAX(up_to) AS number FROM retention_mark WHERE at <= ?', [
      slice.before,
    ])
    const rows = database.all(
      'SELECT row, sale FROM personal WHERE row > ? AND row <= ? ORDER BY row LIMIT ?',
      [slice.after, upTo, slice.limit],
    )
    const keys = new Set(rows.map(row => Number(row.sale)))
    const removed = [...keys].flatMap(key => this.#removeFrom(key, upTo, slice) ?? [])
    if (removed.length > 0) database.run('UPDATE retention_scrub SET due = 1')
    return { removed, next: rows.length < slice.limit ? null : Number(rows.at(-1)?.row) }
  }

  /** In one transaction, or the customer would be gone in one place and present in another. */
  #removeFrom(key: number, upTo: number, { at, months }: RemovalSlice): RemovedFrom | null {
    const { database } = this
    const [row] = database.all('SELECT state FROM sale WHERE key = ?', [key])
    // Damage is for the salvage: it keeps no other customer's data here.
    const before = readable(() => readSale(row?.state))
    if (before === null || !mayLose(before) || this.#isKept(key, upTo)) return null
    database.run('DELETE FROM personal WHERE sale = ?', [key])
    // The row stays: a damaged ledger is walked by it. It is never sent again, for the sale is final.
    database.run('UPDATE request SET body = ? WHERE sale = ?', [Buffer.alloc(0), key])
    return { before, after: this.writer.change(before, [{ type: 'customer-removed', at, months }]) }
  }

  #isKept(key: number, upTo: number): boolean {
    const sql = 'SELECT COUNT(*) AS number FROM personal WHERE sale = ? AND row > ?'
    return this.#numberOf(sql, [key, upTo]) > 0
  }

  #numberOf(sql: string, values: readonly number[] = []): number {
    return Number(this.database.all(sql, values)[0]?.number ?? 0)
  }
}

interface RemovedFrom {
  before: Sale
  after: Sale
}

/** Nothing that is still on its way, and nothing that a person has yet to resolve (money rule 8). */
function mayLose(sale: Sale): boolean {
  return !isOpen(sale) && !needsResolving(sale)
}
