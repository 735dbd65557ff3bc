import type { EventOf, PaymentEvent } from '../../../../shared/payment/event'
import type { Payment } from '../../../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../../../shared/payment/reducer'
import { type Database, databaseFailure } from '../database'
import type { LinkAdder } from '../link'
import { AlreadyHandedOver, LedgerWriteFailed } from './errors'
import { lengthOf, readHistory, writeEvents } from './events/history'
import { boundHistory, longHistory } from './events/history-bound'
import type { Payments } from './projections/payments/payments'
import type { Projection } from './projections/projection'
import { LedgerDamaged } from './rows/codec'
import { pack } from './rows/packing'
import { presentKey } from './rows/payment-key'

/** A payment's request as it was committed before the first byte left (money rules 1 and 2). */
export interface RecordedRequest {
  /** The exact JSON text that every attempt sends. */
  body: string
}

/** A payment as it was and as it is. */
interface PaymentChange {
  before: Payment | null
  after: Payment
}

/** Events for one payment, its key, and how long its history was before them. */
interface News {
  key: number
  length: number
  events: readonly PaymentEvent[]
}

/** What writes to a ledger works on. */
export interface WriterParts {
  database: Database
  chain: LinkAdder
  payments: Pick<Payments, 'find' | 'ofReference' | 'open'>
  /** What is derived from the payments. The rows that others refer to come first. */
  projections: readonly Projection[]
}

/** The only writer of payments: events, their links and all that is derived, in one transaction. */
export class PaymentWriter {
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
    const payment = following.reduce(applyEvent, beginPayment(id, event))
    this.#writing(payment, events, () => {
      this.#project(payment, null, events)
      const key = presentKey(database, id)
      database.insert('request', { payment: key, body: pack(request.body) })
      writeEvents(database, chain, { payment: key, subject: id }, 0, events)
    })
    this.#assertDurableOnce(payment, events)
    return payment
  }

  /** As `Ledger.appendToAll`; returns all that changed, the first payment first. */
  append(
    id: string,
    added: readonly PaymentEvent[],
    others: readonly string[],
    eventsOf: (payment: Payment) => readonly PaymentEvent[],
  ): { payment: Payment; changes: readonly PaymentChange[] } {
    const before = this.#present(id)
    const news = this.#taken(id, added)
    if (news.events.length === 0) return { payment: before, changes: [] }
    const changes = this.#writing(before, news.events, () => [
      { before, after: this.#change(before, news) },
      ...others.map(other => {
        const was = this.#present(other)
        return { before: was, after: this.#change(was, this.#taken(other, eventsOf(was))) }
      }),
    ])
    return { payment: changes[0]?.after ?? before, changes }
  }

  /** One payment's part of a transaction that is already open. */
  #change(before: Payment, { key, length, events }: News): Payment {
    const { database, chain } = this.parts
    const { id } = before
    if (events.length === 0) return before
    const after = events.reduce(applyEvent, before)
    if (events.some(({ type }) => type === 'goods-handed-over')) this.#refuseSecondHandOver(before)
    writeEvents(database, chain, { payment: key, subject: id }, length, events)
    this.#project(after, before, events)
    return after
  }

  #project(after: Payment, before: Payment | null, events: readonly PaymentEvent[]): void {
    for (const projection of this.parts.projections) projection.apply(after, before, events)
  }

  /** Goods are handed over once per reference of an account, whichever of its payments is asked (money rule 11). */
  #refuseSecondHandOver(payment: Payment): void {
    const others = this.parts.payments.ofReference(payment.reference ?? '')
    const handedOver = others.find(
      other => other.handedOverAt !== null && other.account === payment.account,
    )
    if (handedOver) throw new AlreadyHandedOver(handedOver)
  }

  #present(id: string): Payment {
    const payment = this.parts.payments.find(id)
    if (!payment) throw new LedgerDamaged(`Payment ${id} is not in the ledger`)
    return payment
  }

  /** What a history still takes of these events, and how long it is. */
  #taken(id: string, added: readonly PaymentEvent[]): News {
    const { database } = this.parts
    const key = presentKey(database, id)
    const length = lengthOf(database, key)
    if (length < longHistory) return { key, length, events: added }
    return { key, length, events: boundHistory(readHistory(database, key), added) }
  }

  /** One transaction for a payment; where the disk fails, the error says which payment it was. */
  #writing<T>(payment: Payment, events: readonly PaymentEvent[], work: () => T): T {
    const { database } = this.parts
    try {
      return database.transaction(work)
    } catch (error) {
      const ours = ['other', 'constraint'].includes(databaseFailure(error))
      const inDoubt = !ours || database.suspect() !== null
      throw inDoubt ? new LedgerWriteFailed(payment, events, error) : error
    }
  }

  /** The payment is committed by then; the caller gets an error, so the payment has to be read back. */
  #assertDurableOnce(payment: Payment, events: readonly PaymentEvent[]): void {
    if (this.#isDurable) return
    try {
      this.parts.database.assertDurable()
    } catch (error) {
      throw new LedgerWriteFailed(payment, events, error)
    }
    this.#isDurable = true
  }
}
