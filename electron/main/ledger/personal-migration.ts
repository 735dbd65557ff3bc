import { cashUpSchema } from '../../../shared/day/cash-up'
import type { Database } from '../database'
import { readable, readJson, readText } from './codec'
import { cashUpLinesSchema, encodeCashUp } from './projections/cash-up/cash-up-rows'
import { encodeEvent, readEvent } from './retention/personal-data'

/**
 * Customers' data where it can be removed (decision 21). `personal` holds what events say of a customer;
 * its `row` counts on and is never used twice, so that what was there at a `retention_mark` is told by
 * numbers that no clock makes. `cash_up_reason` holds what persons typed for a closing. One step of the
 * ledger's versions; it comes before a chain over the events, which would otherwise have to be made anew.
 */
export const personalStep: readonly (string | ((database: Database) => void))[] = [
  `CREATE TABLE personal (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    sale_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX personal_of_event ON personal (sale_id, number)',
  `CREATE TABLE retention_mark (
    at INTEGER PRIMARY KEY,
    up_to INTEGER NOT NULL
  ) STRICT`,
  // One row: pages may still hold copies of what was deleted.
  `CREATE TABLE retention_scrub (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    due INTEGER NOT NULL
  ) STRICT`,
  'INSERT INTO retention_scrub (only, due) VALUES (1, 1)',
  `CREATE TABLE cash_up_reason (
    sale_id TEXT NOT NULL,
    cash_up INTEGER NOT NULL,
    reason BLOB NOT NULL,
    PRIMARY KEY (sale_id, cash_up)
  ) STRICT, WITHOUT ROWID`,
  splitEvents,
  emptyCashUps,
]

const rowsInPage = 500

/** Page by page: a million sales do not fit into memory. What is damaged stays as it is. */
function splitEvents(database: Database): void {
  let [saleId, number]: [string, number] = ['', 0]
  for (;;) {
    const rows = database.all(
      `SELECT sale_id, number, body FROM event WHERE (sale_id, number) > (?, ?)
       ORDER BY sale_id, number LIMIT ?`,
      [saleId, number, rowsInPage],
    )
    for (const row of rows) splitEvent(database, row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsInPage) return
    saleId = readText(last.sale_id)
    number = Number(last.number)
  }
}

function splitEvent(database: Database, row: Record<string, unknown>): void {
  const event = readable(() => readEvent(row.body).event)
  const id = readable(() => readText(row.sale_id))
  if (event === null || id === null) return
  const { body, personal } = encodeEvent(event)
  if (personal === null) return
  const key = [id, Number(row.number)] as const
  database.run('UPDATE event SET body = ? WHERE sale_id = ? AND number = ?', [body, ...key])
  database.run('INSERT INTO personal (sale_id, number, body) VALUES (?, ?, ?)', [...key, personal])
}

function emptyCashUps(database: Database): void {
  for (const { number } of database.all('SELECT number FROM cash_up ORDER BY number')) {
    const [row] = database.all('SELECT body, lines FROM cash_up WHERE number = ?', [Number(number)])
    const cashUp = cashUpSchema.safeParse(readable(() => readJson(row?.body)))
    const lines = cashUpLinesSchema.safeParse(readable(() => readJson(row?.lines)))
    if (!cashUp.success || !lines.success) continue
    const stored = encodeCashUp(cashUp.data, lines.data)
    const values = [stored.body, stored.lines, cashUp.data.number]
    database.run('UPDATE cash_up SET body = ?, lines = ? WHERE number = ?', values)
    for (const { saleId, reason } of stored.reasons)
      database.run('INSERT INTO cash_up_reason (sale_id, cash_up, reason) VALUES (?, ?, ?)', [
        ...[saleId, cashUp.data.number, reason],
      ])
  }
}
