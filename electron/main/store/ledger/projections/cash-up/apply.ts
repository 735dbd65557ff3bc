import { isOpen } from '../../../../../../shared/payment/actions'
import { completes } from '../../../../../../shared/payment/purchase'
import type { Sale } from '../../../../../../shared/payment/sale'
import type { Database } from '../../../database'
import { pack } from '../../rows/packing'
import { presentKey } from '../../rows/sale-key'
import { customerRemoved, type Projection } from '../projection'
import { type Taking, takingFactsSchema, takingsOf } from './taking'
import { runningPeriod } from './takings'

/** Keeps what each sale brought to which period. */
export function createCashUpProjection(database: Database): Projection {
  function apply(after: Sale, before: Sale | null): void {
    if (before === null) keepLines(database, after)
    if (before !== null && customerRemoved(after, before)) forgetReasons(database, after)
    else if (mayBring(after, before)) updateTakings(database, after)
  }
  return { apply }
}

/** Of a purchase in parts, with the last part alone: it is sold once that is paid. */
function keepLines(database: Database, sale: Sale): void {
  if (!completes(sale)) return
  const { id, lines } = sale
  const key = presentKey(database, id)
  for (const [number, { name, price, quantity }] of lines.entries())
    database.run(
      'INSERT INTO sold_line (sale, number, name, price, quantity) VALUES (?, ?, ?, ?, ?)',
      [key, number, Buffer.from(name), price, quantity],
    )
}

function forgetReasons(database: Database, { id }: Sale): void {
  database.run('DELETE FROM cash_up_reason WHERE sale_id = ?', [id])
}

/**
 * A sale that stays on its way has brought nothing yet, except cash that a person took for it. A sale that
 * is pending again no longer brings what it brought.
 */
function mayBring(after: Sale, before: Sale | null): boolean {
  const wasOpen = before === null || isOpen(before)
  return !wasOpen || !isOpen(after) || after.resolution !== null
}

function updateTakings(database: Database, sale: Sale): void {
  const key = presentKey(database, sale.id)
  const brought = takingsOf(sale, isOfEarlier(database, key))
  // Cash that was taken stays taken, whatever the service says later.
  database.run(`UPDATE taking SET counts = 0 WHERE sale = ? AND kind != 'cash'`, [key])
  for (const taking of brought) keep(database, key, sale, taking)
}

function isOfEarlier(database: Database, key: number): boolean {
  const sql = `SELECT period < ${runningPeriod} AS earlier FROM sale WHERE key = ?`
  return database.all(sql, [key])[0]?.earlier === 1
}

/** The first time decides the period, for good: nothing is ever counted in two of them. */
function keep(
  database: Database,
  key: number,
  { amount }: Sale,
  { kind, facts, quarter }: Taking,
): void {
  const bytes = pack(JSON.stringify(takingFactsSchema.parse(facts)))
  database.run(
    `INSERT INTO taking (period, kind, sale, counts, earlier, amount, currency, quarter, facts)
     VALUES (${runningPeriod}, ?, ?, 1, ?, ?, ?, ?, ?)
     ON CONFLICT (sale, kind) DO UPDATE SET counts = 1, facts = excluded.facts`,
    [kind, key, facts.earlier ? 1 : 0, amount.value, amount.currency, quarter, bytes],
  )
}
