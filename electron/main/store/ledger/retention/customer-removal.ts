import type { EventOf } from '../../../../../shared/payment/event'
import type { Payment } from '../../../../../shared/payment/payment'
import type { Database } from '../../database'
import { customerRemoved, type Projection } from '../projections/projection'
import { readable, readPayment } from '../rows/codec'
import { presentKey } from '../rows/payment-key'

const nextWithPersonal = `SELECT personal.link AS link, link.payment AS payment
  FROM personal JOIN link ON link.number = personal.link
  WHERE personal.link > ? AND personal.link <= ? ORDER BY personal.link LIMIT 1`

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
    database.run('DELETE FROM personal WHERE link IN (SELECT link FROM event WHERE payment = ?)', [
      key,
    ])
    // The row stays: it is never sent again, for the payment is final.
    database.run('UPDATE request SET body = ? WHERE payment = ?', [Buffer.alloc(0), key])
  }

  /** Notes that all that is in the ledger now was there by `at`. A later mark of the same `at` replaces it. */
  mark(at: number): void {
    this.database.transaction(() =>
      this.database.run(
        `INSERT INTO retention_mark (at, up_to) SELECT ?, COALESCE(MAX(number), 0) FROM link WHERE TRUE
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
    for (let link = 0; ; ) {
      const [found] = this.database.all(nextWithPersonal, [link, upTo])
      if (!found) return removed
      if (link > 0) yield
      link = Number(found.link)
      const paymentId = this.#mayLose(Number(found.payment), upTo)
      if (paymentId !== null) {
        this.append(paymentId, { type: 'customer-removed', ...facts })
        removed += 1
      }
    }
  }

  /**
   * Nothing of a sale that is still on its way, that a person is asked about (money rule 8), or that has anything younger:
   * the payments of a sale lose their data in the same run.
   */
  #mayLose(key: number, upTo: number): string | null {
    const [row] = this.database.all('SELECT sale, state FROM payment WHERE key = ?', [key])
    // Damage is for the salvage: it keeps no other customer's data here.
    const payment = readable(() => readPayment(row?.state))
    if (payment === null) return null
    const ofSale = [Number(row?.sale ?? key), Number(row?.sale ?? key)]
    const needed =
      'SELECT COUNT(*) AS number FROM payment WHERE (key = ? OR sale = ?) AND (is_open = 1 OR to_do = 1)'
    const younger = `SELECT COUNT(*) AS number FROM payment JOIN event ON event.payment = payment.key
      JOIN personal ON personal.link = event.link AND personal.number = event.number
      WHERE (payment.key = ? OR payment.sale = ?) AND event.link > ?`
    const stays = this.#numberOf(needed, ofSale) + this.#numberOf(younger, [...ofSale, upTo])
    return stays > 0 ? null : payment.id
  }

  #numberOf(sql: string, values: readonly number[] = []): number {
    return Number(this.database.all(sql, values)[0]?.number ?? 0)
  }
}
