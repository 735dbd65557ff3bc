import { isOpen, needsResolving } from '../../../../../shared/payment/actions'
import type { EventOf } from '../../../../../shared/payment/event'
import type { Payment } from '../../../../../shared/payment/payment'
import type { Database } from '../../database'
import { customerRemoved, type Projection } from '../projections/projection'
import { readable, readPayment } from '../rows/codec'
import { presentKey } from '../rows/payment-key'

/** Takes customers' data out of an open ledger (decision 21). Generators: each slice is whole, and between two all else runs. */
export class CustomerRemoval implements Projection {
  constructor(
    private readonly database: Database,
    private readonly append: (paymentId: string, event: EventOf<'customer-removed'>) => void,
  ) {}

  /** What a payment keeps of its customer goes in the transaction that adds the event. */
  apply(after: Payment, before: Payment | null): void {
    if (before === null || !customerRemoved(after, before)) return
    const { database } = this
    const key = presentKey(database, after.id)
    database.run('DELETE FROM personal WHERE payment = ?', [key])
    // The row stays: it is never sent again, for the payment is final.
    database.run('UPDATE request SET body = ? WHERE payment = ?', [Buffer.alloc(0), key])
  }

  /** Notes that all that is in the ledger now was there by `at`. A later mark of the same `at` replaces it. */
  mark(at: number): void {
    this.database.transaction(() =>
      this.database.run(
        `INSERT INTO retention_mark (at, up_to) SELECT ?, COALESCE(MAX(row), 0) FROM personal WHERE TRUE
         ON CONFLICT (at) DO UPDATE SET up_to = excluded.up_to`,
        [at],
      ),
    )
  }

  /**
   * Of all that a mark of `before` or an earlier one says was there, payment by payment. `at`: wall clock, ms, and
   * `months`: the owner's, both for the event. Returns how many payments it changed.
   */
  *remove(said: { before: number; at: number; months: number }): Generator<undefined, number> {
    const { before, ...facts } = said
    const marked = 'SELECT MAX(up_to) AS number FROM retention_mark WHERE at <= ?'
    const upTo = this.#numberOf(marked, [before])
    let removed = 0
    for (let row = 0; ; ) {
      const next =
        'SELECT row, payment FROM personal WHERE row > ? AND row <= ? ORDER BY row LIMIT 1'
      const [found] = this.database.all(next, [row, upTo])
      if (!found) return removed
      if (row > 0) yield
      row = Number(found.row)
      const paymentId = this.#mayLose(Number(found.payment), upTo)
      if (paymentId !== null) {
        this.append(paymentId, { type: 'customer-removed', ...facts })
        removed += 1
      }
    }
  }

  /** Nothing that is still on its way, that a person has yet to resolve (money rule 8), or that is younger. */
  #mayLose(key: number, upTo: number): string | null {
    const [row] = this.database.all('SELECT state FROM payment WHERE key = ?', [key])
    // Damage is for the salvage: it keeps no other customer's data here.
    const payment = readable(() => readPayment(row?.state))
    if (payment === null || isOpen(payment) || needsResolving(payment)) return null
    const younger = 'SELECT COUNT(*) AS number FROM personal WHERE payment = ? AND row > ?'
    return this.#numberOf(younger, [key, upTo]) > 0 ? null : payment.id
  }

  #numberOf(sql: string, values: readonly number[] = []): number {
    return Number(this.database.all(sql, values)[0]?.number ?? 0)
  }
}
