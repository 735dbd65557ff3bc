import type { PaymentEvent } from '../../../../../../shared/payment/event'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { Database } from '../../../database'
import { entriesOf, entryRow } from '../../entries/entry-rows'
import { type EntryPlace, entriesAdded, mayMove } from '../../entries/moved-by'
import { runningPeriod } from '../../rows/counting'
import { presentKey } from '../../rows/payment-key'
import type { Projection } from '../projection'

/** The money of an open ledger, as its events moved it. */
export class Entries implements Projection {
  constructor(private readonly database: Database) {}

  apply(after: Payment, before: Payment | null, events: readonly PaymentEvent[]): void {
    if (!events.some(mayMove)) return
    const { id, channel } = after
    const key = presentKey(this.database, id)
    const entries = before === null ? [] : entriesOf(this.database, key, id)
    for (const entry of entriesAdded({ id, payment: before, entries }, events, this.#next()))
      this.database.insert('entry', entryRow(entry, { key, channel }))
  }

  #next(): EntryPlace {
    const [row] = this.database.all(
      `SELECT (SELECT COALESCE(MAX(number), 0) + 1 FROM entry) AS number, ${runningPeriod} AS period`,
    )
    return { number: Number(row?.number), period: Number(row?.period) }
  }
}
