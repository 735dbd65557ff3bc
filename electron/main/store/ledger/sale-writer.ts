import type { EventOf, PaymentEvent } from '../../../../shared/payment/event'
import type { Payment } from '../../../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../../../shared/payment/reducer'
import { type Database, databaseFailure } from '../database'
import type { LinkAdder } from '../link'
import { AlreadyHandedOver, LedgerWriteFailed } from './errors'
import { lengthOf, readHistory, writeEvents } from './events/history'
import { boundHistory, longHistory } from './events/history-bound'
import type { Projection } from './projections/projection'
import type { Sales } from './projections/sales/sales'
import { LedgerDamaged } from './rows/codec'
import { pack } from './rows/packing'
import { presentKey } from './rows/sale-key'

/** A sale's request as it was committed before the first byte left (money rules 1 and 2). */
export interface RecordedRequest {
  /** The exact JSON text that every attempt sends. */
  body: string
}

/** A sale as it was and as it is. */
interface SaleChange {
  before: Payment | null
  after: Payment
}

/** Events for one sale, its key, and how long its history was before them. */
interface News {
  key: number
  length: number
  events: readonly PaymentEvent[]
}

/** What writes to a ledger works on. */
export interface WriterParts {
  database: Database
  chain: LinkAdder
  sales: Pick<Sales, 'find' | 'ofReference' | 'open'>
  /** What is derived from the sales. The rows that others refer to come first. */
  projections: readonly Projection[]
}

/** The only writer of sales: events, their links and all that is derived, in one transaction. */
export class SaleWriter {
  #isDurable = false

  constructor(private readonly parts: WriterParts) {}

  /** As `Ledger.record`. */
  record(
    id: string,
    event: EventOf<'recorded'>,
    request: RecordedRequest,
    following: readonly PaymentEvent[],
  ): Payment {
    const { database, chain } = this.parts
    const events = [event, ...following]
    const sale = following.reduce(applyEvent, beginPayment(id, event))
    this.#writing(sale, events, () => {
      this.#project(sale, null, events)
      const key = presentKey(database, id)
      database.insert('request', { sale: key, body: pack(request.body) })
      writeEvents(database, chain, { sale: key, subject: id }, 0, events)
    })
    this.#assertDurableOnce(sale, events)
    return sale
  }

  /** As `Ledger.appendToAll`; returns all that changed, the first sale first. */
  append(
    id: string,
    added: readonly PaymentEvent[],
    others: readonly string[],
    eventsOf: (sale: Payment) => readonly PaymentEvent[],
  ): { sale: Payment; changes: readonly SaleChange[] } {
    const before = this.#present(id)
    const news = this.#taken(id, added)
    if (news.events.length === 0) return { sale: before, changes: [] }
    const changes = this.#writing(before, news.events, () => [
      { before, after: this.#change(before, news) },
      ...others.map(other => {
        const was = this.#present(other)
        return { before: was, after: this.#change(was, this.#taken(other, eventsOf(was))) }
      }),
    ])
    return { sale: changes[0]?.after ?? before, changes }
  }

  /** One sale's part of a transaction that is already open. */
  #change(before: Payment, { key, length, events }: News): Payment {
    const { database, chain } = this.parts
    const { id } = before
    if (events.length === 0) return before
    const after = events.reduce(applyEvent, before)
    if (events.some(({ type }) => type === 'goods-handed-over')) this.#refuseSecondHandOver(before)
    writeEvents(database, chain, { sale: key, subject: id }, length, events)
    this.#project(after, before, events)
    return after
  }

  #project(after: Payment, before: Payment | null, events: readonly PaymentEvent[]): void {
    for (const projection of this.parts.projections) projection.apply(after, before, events)
  }

  /** Goods are handed over once per reference of an account, whichever of its sales is asked (money rule 11). */
  #refuseSecondHandOver(sale: Payment): void {
    const others = this.parts.sales.ofReference(sale.reference ?? '')
    const handedOver = others.find(
      other => other.handedOverAt !== null && other.account === sale.account,
    )
    if (handedOver) throw new AlreadyHandedOver(handedOver)
  }

  #present(id: string): Payment {
    const sale = this.parts.sales.find(id)
    if (!sale) throw new LedgerDamaged(`Sale ${id} is not in the ledger`)
    return sale
  }

  /** What a history still takes of these events, and how long it is. */
  #taken(id: string, added: readonly PaymentEvent[]): News {
    const { database } = this.parts
    const key = presentKey(database, id)
    const length = lengthOf(database, key)
    if (length < longHistory) return { key, length, events: added }
    return { key, length, events: boundHistory(readHistory(database, key), added) }
  }

  /** One transaction for a sale; where the disk fails, the error says which sale it was. */
  #writing<T>(sale: Payment, events: readonly PaymentEvent[], work: () => T): T {
    const { database } = this.parts
    try {
      return database.transaction(work)
    } catch (error) {
      const ours = ['other', 'constraint'].includes(databaseFailure(error))
      const inDoubt = !ours || database.suspect() !== null
      throw inDoubt ? new LedgerWriteFailed(sale, events, error) : error
    }
  }

  /** The sale is committed by then; the caller gets an error, so the sale has to be read back. */
  #assertDurableOnce(sale: Payment, events: readonly PaymentEvent[]): void {
    if (this.#isDurable) return
    try {
      this.parts.database.assertDurable()
    } catch (error) {
      throw new LedgerWriteFailed(sale, events, error)
    }
    this.#isDurable = true
  }
}
