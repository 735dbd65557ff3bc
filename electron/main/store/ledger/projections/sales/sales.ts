import type { PaymentEvent } from '../../../../../../shared/payment/event'
import type { Payment } from '../../../../../../shared/payment/payment'
import { cameFor } from '../../../../../../shared/payment/payment-money'
import { firstCoveredBy, type SaleMoney } from '../../../../../../shared/sale/cover'
import { type Entry, isByHand, withoutUndone } from '../../../../../../shared/sale/entry'
import { bySale } from '../../../../../../shared/sale/lead'
import { type ReceiptSale, receiptSale } from '../../../../../../shared/sale/receipt-sale'
import { paysAlone, type SaleView } from '../../../../../../shared/sale/sale-view'
import type { Database, Value } from '../../../database'
import { entriesOf } from '../../entries/entry-rows'
import {
  entriesOfSale,
  isRowOf,
  marksOf,
  moneyOf,
  type Sale,
  type SaleMarks,
  saleColumns,
  saleRow,
  saleViewOf,
  saleWith,
} from '../../entries/sale-rows'
import { LedgerDamaged, readable } from '../../rows/codec'
import { keyOf, presentKey } from '../../rows/payment-key'
import type { Payments } from '../payments/payments'
import type { Projection } from '../projection'
import type { Search } from '../search/search'

/** The sales of an open ledger, by what their payments and entries now are. */
export class Sales implements Projection {
  constructor(
    private readonly database: Database,
    private readonly payments: Pick<Payments, 'ofSale' | 'markToDos'>,
    private readonly search: Pick<Search, 'note'>,
  ) {}

  apply(after: Payment, _before: Payment | null, events: readonly PaymentEvent[]): void {
    const { database } = this
    const key = presentKey(database, after.sale)
    const row = saleRow(database, key)
    const payments = this.payments.ofSale(key)
    const entries = entriesOfSale(database, payments)
    const { total } = after
    const marks = marksAfter(marksOf(row), { total, entries }, events)
    const columns = saleColumns(saleWith(payments, entries, marks), marks)
    if (row === null) database.insert('sale', { key, ...columns })
    else if (!isRowOf(row, columns)) this.#update(key, columns)
    const { asks, lead } = saleViewOf(after.sale, payments, moneyOf(payments, entries, marks))
    this.payments.markToDos(payments, asks)
    this.search.note(key, payments, payments.find(({ id }) => id === lead) ?? after)
  }

  /** The sale with this id, which is its first payment's; null where there is none. */
  find(id: string): Sale | null {
    const parts = this.#partsOf(id)
    return parts && saleWith(...parts)
  }

  /** What its money is judged by. Throws LedgerDamaged where there is no such sale. */
  money(id: string): SaleMoney {
    return moneyOf(...this.#presentParts(id))
  }

  /** What a person moved last of its money, and of which payment. Null where there is nothing that is not undone. */
  lastByHand(id: string): { payment: Payment; entry: Entry } | null {
    const moved = this.paymentsOf(id).flatMap(payment => {
      const entries = entriesOf(this.database, presentKey(this.database, payment.id), payment.id)
      return withoutUndone(entries)
        .filter(isByHand)
        .map(entry => ({ payment, entry }))
    })
    return moved.sort((one, other) => other.entry.number - one.entry.number)[0] ?? null
  }

  /** It, as a screen shows it. Throws LedgerDamaged where there is no such sale. */
  view(id: string): SaleView {
    const parts = this.#presentParts(id)
    return saleViewOf(id, parts[0], moneyOf(...parts))
  }

  /** It, as its receipt tells it. Throws LedgerDamaged where there is no such sale. */
  receipt(id: string): ReceiptSale {
    const [payments, entries] = this.#presentParts(id)
    return receiptSale(payments, entries)
  }

  /** The payments' sales, where a sale is more than one payment for all of it, once. What is damaged is left out. */
  viewsOf(payments: readonly Payment[]): SaleView[] {
    const isPlain = (payment: Payment) =>
      paysAlone(payment) && cameFor(payment) <= payment.amount.value
    const isMore = (ofSale: readonly Payment[]) => ofSale.length > 1 || !ofSale.every(isPlain)
    return [...bySale(payments)]
      .filter(([, ofSale]) => isMore(ofSale))
      .map(([id]) => readable(() => this.view(id)))
      .filter(view => view !== null)
  }

  /** Its payments, oldest first. */
  paymentsOf(id: string): readonly Payment[] {
    return this.#partsOf(id)?.[0] ?? []
  }

  #presentParts(id: string): Parameters<typeof saleWith> {
    const parts = this.#partsOf(id)
    if (parts === null) throw new LedgerDamaged(`Sale ${id} is not in the ledger`)
    return parts
  }

  #partsOf(id: string): Parameters<typeof saleWith> | null {
    const key = keyOf(this.database, id)
    const row = key === null ? null : saleRow(this.database, key)
    if (key === null || row === null) return null
    const payments = this.payments.ofSale(key)
    return [payments, entriesOfSale(this.database, payments), marksOf(row)]
  }

  #update(key: number, columns: Record<string, Value>): void {
    const names = Object.keys(columns).map(name => `${name} = ?`)
    const values = [...Object.values(columns), key]
    this.database.run(`UPDATE sale SET ${names.join(', ')} WHERE key = ?`, values)
  }
}

/** The goods go once; of late money the last word counts. What a person presses is a commit of its own. */
function marksAfter(
  { handedOverAfter, lateEndedAfter, borneAfter, coveredBy }: SaleMarks,
  { total, entries }: { total: number; entries: readonly Entry[] },
  events: readonly PaymentEvent[],
): SaleMarks {
  const newest = entries.at(-1)?.number ?? 0
  const has = (type: PaymentEvent['type']) => events.some(event => event.type === type)
  return {
    handedOverAfter: handedOverAfter ?? (has('goods-handed-over') ? newest : null),
    lateEndedAfter: has('resolved') ? newest : lateEndedAfter,
    borneAfter: events.some(isBorne) ? newest : borneAfter,
    coveredBy: isOfEarlierPeriod(coveredBy, entries)
      ? coveredBy
      : firstCoveredBy({ total, entries }),
  }
}

function isBorne(event: PaymentEvent): boolean {
  return event.type === 'resolved' && event.how === 'shop-bears-it'
}

/** What an earlier period counted stays counted there. */
function isOfEarlierPeriod(number: number | null, entries: readonly Entry[]): boolean {
  const entry = entries.find(each => each.number === number)
  return entry !== undefined && entry.period < (entries.at(-1)?.period ?? 0)
}
