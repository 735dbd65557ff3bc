import type { PaymentEvent } from '../../../../../../shared/payment/event'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { Entry } from '../../../../../../shared/sale/entry'
import type { Database, Value } from '../../../database'
import {
  entriesOfSale,
  isRowOf,
  marksOf,
  type Sale,
  type SaleMarks,
  saleColumns,
  saleRow,
  saleWith,
} from '../../entries/sale-rows'
import { keyOf, presentKey } from '../../rows/payment-key'
import type { Payments } from '../payments/payments'
import type { Projection } from '../projection'

/** The sales of an open ledger, by what their payments and entries now are. */
export class Sales implements Projection {
  constructor(
    private readonly database: Database,
    private readonly payments: Pick<Payments, 'ofSale'>,
  ) {}

  apply(after: Payment, _before: Payment | null, events: readonly PaymentEvent[]): void {
    const { database } = this
    const key = presentKey(database, after.sale)
    const row = saleRow(database, key)
    const payments = this.payments.ofSale(key)
    const entries = entriesOfSale(database, payments)
    const marks = marksAfter(marksOf(row), entries, events)
    const columns = saleColumns(saleWith(payments, entries, marks), marks)
    if (row === null) database.insert('sale', { key, ...columns })
    else if (!isRowOf(row, columns)) this.#update(key, columns)
  }

  /** The sale with this id, which is its first payment's; null where there is none. */
  find(id: string): Sale | null {
    const key = keyOf(this.database, id)
    const row = key === null ? null : saleRow(this.database, key)
    if (key === null || row === null) return null
    const payments = this.payments.ofSale(key)
    return saleWith(payments, entriesOfSale(this.database, payments), marksOf(row))
  }

  #update(key: number, columns: Record<string, Value>): void {
    const names = Object.keys(columns).map(name => `${name} = ?`)
    const values = [...Object.values(columns), key]
    this.database.run(`UPDATE sale SET ${names.join(', ')} WHERE key = ?`, values)
  }
}

/** The goods go once; of late money the last word counts. What a person presses is a commit of its own. */
function marksAfter(
  { handedOverAfter, lateEndedAfter }: SaleMarks,
  entries: readonly Entry[],
  events: readonly PaymentEvent[],
): SaleMarks {
  const newest = entries.at(-1)?.number ?? 0
  const has = (type: PaymentEvent['type']) => events.some(event => event.type === type)
  return {
    handedOverAfter: handedOverAfter ?? (has('goods-handed-over') ? newest : null),
    lateEndedAfter: has('resolved') ? newest : lateEndedAfter,
  }
}
