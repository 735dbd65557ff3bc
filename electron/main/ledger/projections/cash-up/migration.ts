import type { Database } from '../../../database'
import { salePages } from '../../sale-pages'
import { createTakings } from './takings'

/**
 * What the day needs of the ledger. `sale.period` is the period that a sale was taken in; `taking` says
 * in which period each sale brought what, each kind once (decision 19); `cash_up` is only ever added to,
 * and so is `cash_up_document`, which counts what was made of each: all but the first are copies.
 */
export const dayMigration: readonly (string | ((database: Database) => void))[] = [
  'ALTER TABLE sale ADD COLUMN period INTEGER NOT NULL DEFAULT 1',
  `CREATE TABLE taking (
    period INTEGER NOT NULL,
    kind TEXT NOT NULL,
    sale_id TEXT NOT NULL REFERENCES sale (id),
    counts INTEGER NOT NULL,
    earlier INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    facts BLOB NOT NULL,
    PRIMARY KEY (period, kind, sale_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE UNIQUE INDEX taking_of_sale ON taking (sale_id, kind)',
  `CREATE TABLE cash_up (
    number INTEGER PRIMARY KEY,
    body BLOB NOT NULL,
    lines BLOB NOT NULL
  ) STRICT`,
  `CREATE TABLE cash_up_document (
    cash_up INTEGER NOT NULL REFERENCES cash_up (number),
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (cash_up, kind, number)
  ) STRICT, WITHOUT ROWID`,
  takeUpOldSales,
]

/** Nothing was closed before: everything there is belongs to the first period. */
function takeUpOldSales(database: Database): void {
  const takings = createTakings(database)
  // A damaged sale brings nothing that anybody could name; the list says that it is there.
  for (const page of salePages(database))
    for (const { sale } of page) if (sale) takings.note(sale, null)
}
