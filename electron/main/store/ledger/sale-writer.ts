import type { EventOf, PaymentEvent } from '../../../../shared/payment/event'
import type { Sale } from '../../../../shared/payment/sale'
import { applyEvent, beginSale } from '../../../../shared/payment/sale-reducer'
import { type Database, databaseFailure } from '../database'
import { AlreadyHandedOver, LedgerWriteFailed } from './errors'
import { lengthOf, readHistory, writeEvents } from './events/history'
import { boundHistory, longHistory } from './events/history-bound'
import type { Projection } from './projections/projection'
import type { SaleQueries } from './projections/sales/sales'
import { LedgerDamaged } from './rows/codec'
import type { AddLink } from './rows/ledger-rows'
import { pack } from './rows/packing'
import { presentKey } from './rows/sale-key'

/** A sale's request as it was committed before the first byte left (money rules 1 and 2). */
export interface RecordedRequest {
  /** The exact JSON text that every attempt sends. */
  body: string
}

/** A sale as it was and as it is. */
export interface SaleChange {
  before: Sale | null
  after: Sale
}

/** Events for one sale, its key, and how long its history was before them. */
interface News {
  key: number
  length: number
  events: readonly PaymentEvent[]
}

/** The only writer of sales: events, what they are linked with and all that is derived, in one transaction. */
export interface SaleWriter {
  record(id: string, event: EventOf<'recorded'>, request: RecordedRequest): Sale
  /** As `Ledger.appendToAll`; returns all that changed, the first sale first. */
  append(
    id: string,
    events: readonly PaymentEvent[],
    others: readonly string[],
    eventsOf: (sale: Sale) => readonly PaymentEvent[],
  ): { sale: Sale; changes: readonly SaleChange[] }
  /** One sale's part of a transaction that is already open. */
  change(before: Sale, events: readonly PaymentEvent[]): Sale
}

interface SaleWriterDeps {
  database: Database
  addLink: AddLink
  sales: Pick<SaleQueries, 'find' | 'ofReference'>
  /** What is derived from the sales. The rows that others refer to come first. */
  projections: readonly Projection[]
}

/** A writer on an open ledger. */
export function createSaleWriter(deps: SaleWriterDeps): SaleWriter {
  const { database, addLink, sales, projections } = deps
  const assertDurableOnce = durabilityCheck(database)

  const project = (after: Sale, before: Sale | null) => {
    for (const projection of projections) projection.apply(after, before)
  }

  /** Goods are handed over once per reference of an account, whichever of its sales is asked (money rule 11). */
  const refuseSecondHandOver = (sale: Sale) => {
    const others = sales.ofReference(sale.reference ?? '')
    const handedOver = others.find(
      other => other.handedOverAt !== null && other.account === sale.account,
    )
    if (handedOver) throw new AlreadyHandedOver(handedOver)
  }

  const present = (id: string) => {
    const sale = sales.find(id)
    if (!sale) throw new LedgerDamaged(`Sale ${id} is not in the ledger`)
    return sale
  }

  /** What a history still takes of these events, and how long it is. */
  const taken = (id: string, added: readonly PaymentEvent[]): News => {
    const key = presentKey(database, id)
    const length = lengthOf(database, key)
    const history = () => readHistory(database, key)
    return { key, length, events: length < longHistory ? added : boundHistory(history(), added) }
  }

  const changeSale = (before: Sale, { key, length, events }: News): Sale => {
    const { id } = before
    if (events.length === 0) return before
    const after = events.reduce(applyEvent, before)
    if (events.some(({ type }) => type === 'goods-handed-over')) refuseSecondHandOver(before)
    writeEvents(database, addLink, { sale: key, subject: id }, length, events)
    project(after, before)
    return after
  }

  return {
    record(id, event, request) {
      const sale = beginSale(id, event)
      writing(database, sale, [event], () => {
        project(sale, null)
        const body = pack(request.body)
        const key = presentKey(database, id)
        database.run('INSERT INTO request (sale, body) VALUES (?, ?)', [key, body])
        writeEvents(database, addLink, { sale: key, subject: id }, 0, [event])
      })
      assertDurableOnce(sale, [event])
      return sale
    },
    append(id, added, others, eventsOf) {
      const before = present(id)
      const news = taken(id, added)
      if (news.events.length === 0) return { sale: before, changes: [] }
      const changes = writing(database, before, news.events, () => [
        { before, after: changeSale(before, news) },
        ...others.map(other => {
          const was = present(other)
          return { before: was, after: changeSale(was, taken(other, eventsOf(was))) }
        }),
      ])
      return { sale: changes[0]?.after ?? before, changes }
    },
    change(before, events) {
      const key = presentKey(database, before.id)
      return changeSale(before, { key, length: lengthOf(database, key), events })
    },
  }
}

/** One transaction for a sale; where the disk fails, the error says which sale it was. */
function writing<T>(
  database: Database,
  sale: Sale,
  events: readonly PaymentEvent[],
  work: () => T,
): T {
  try {
    return database.transaction(work)
  } catch (error) {
    const ours = ['other', 'constraint'].includes(databaseFailure(error))
    const inDoubt = !ours || database.health().state === 'suspect'
    throw inDoubt ? new LedgerWriteFailed(sale, events, error) : error
  }
}

/** The sale is committed by then; the caller gets an error, so the sale has to be read back. */
function durabilityCheck(
  database: Database,
): (sale: Sale, events: readonly PaymentEvent[]) => void {
  let asserted = false
  return (sale, events) => {
    try {
      if (!asserted) database.assertDurable()
    } catch (error) {
      throw new LedgerWriteFailed(sale, events, error)
    }
    asserted = true
  }
}
