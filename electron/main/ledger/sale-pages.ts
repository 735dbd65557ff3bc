import type { Sale } from '../../../shared/payment/sale'
import type { Database } from '../database'
import { LedgerDamaged, readable, readSale, readText } from './codec'

/** A row of the ledger as far as it can be read: null is damaged. */
export interface SaleRow {
  id: string | null
  sale: Sale | null
}

const rowsInPage = 500

/**
 * Every sale of a ledger, the oldest first, so many at a time: a million does not fit into memory.
 * Throws LedgerDamaged where no id of a page can be read: nobody knows then where to go on.
 */
export function* salePages(database: Database): Generator<readonly SaleRow[]> {
  let last = ''
  for (;;) {
    const rows = database.all('SELECT id, state FROM sale WHERE id > ? ORDER BY id LIMIT ?', [
      last,
      rowsInPage,
    ])
    const page = rows.map(row => ({
      id: readable(() => readText(row.id)),
      sale: readable(() => readSale(row.state)),
    }))
    yield page
    if (rows.length < rowsInPage) return
    const reached = page.findLast(({ id }) => id !== null)
    if (!reached?.id) throw new LedgerDamaged('No id on a page of the ledger can be read')
    last = reached.id
  }
}
