import { isOpen } from '../../../../../shared/payment/actions'
import type { Sale } from '../../../../../shared/payment/sale'
import type { Database } from '../../../database'
import { pack } from '../../rows/packing'
import { customerRemoved, type Projection } from '../projection'
import { type Taking, takingFactsSchema, takingsOf } from './taking'
import { runningPeriod } from './takings'

/** Keeps what each sale brought to which period. */
export function createCashUpProjection(database: Database): Projection {
  function apply(after: Sale, before: Sale | null): void {
    if (before !== null && customerRemoved(after, before)) forgetReasons(database, after)
    else if (mayBring(after, before)) updateTakings(database, after)
  }
  return { apply }
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
  const brought = takingsOf(sale, isOfEarlier(database, sale))
  // Cash that was taken stays taken, whatever the service says later.
  database.run(`UPDATE taking SET counts = 0 WHERE sale_id = ? AND kind != 'cash'`, [sale.id])
  for (const taking of brought) keep(database, sale, taking)
}

function isOfEarlier(database: Database, { id }: Sale): boolean {
  const sql = `SELECT period < ${runningPeriod} AS earlier FROM sale WHERE id = ?`
  return database.all(sql, [id])[0]?.earlier === 1
}

/** The first time decides the period, for good: nothing is ever counted in two of them. */
function keep(database: Database, { id, amount }: Sale, { kind, facts, quarter }: Taking): void {
  const bytes = pack(JSON.stringify(takingFactsSchema.parse(facts)))
  database.run(
    `INSERT INTO taking (period, kind, sale_id, counts, earlier, amount, currency, quarter, facts)
     VALUES (${runningPeriod}, ?, ?, 1, ?, ?, ?, ?, ?)
     ON CONFLICT (sale_id, kind) DO UPDATE SET counts = 1, facts = excluded.facts`,
    [kind, id, facts.earlier ? 1 : 0, amount.value, amount.currency, quarter, bytes],
  )
}
