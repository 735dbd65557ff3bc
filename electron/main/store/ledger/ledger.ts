import { forEachField } from '../../../../shared/payment/customer-fields'
import type { EventOf, PaymentEvent } from '../../../../shared/payment/event'
import type { Payment } from '../../../../shared/payment/payment'
import type { FoundPayments } from '../../../../shared/payment/payments-filter'
import { bySale } from '../../../../shared/sale/lead'
import type { PaymentsOfSales } from '../../../../shared/sale/sale-view'
import type { Database } from '../database'
import { readHistory } from './events/history'
import { LedgerChain } from './hash-chain/ledger-chain'
import { createLinkReader, type LinkReader } from './hash-chain/shipped-links'
import { PaymentWriter, type RecordedRequest, type WriterParts } from './payment-writer'
import { DayBook } from './projections/cash-up/day-book'
import { type BookKeeping, CustomerBook } from './projections/customers/customers'
import { Entries } from './projections/entries/entries'
import { Payments } from './projections/payments/payments'
import { Rulings } from './projections/rulings/rulings'
import { Sales } from './projections/sales/sales'
import { Search, type SearchQuery } from './projections/search/search'
import { Totals } from './projections/totals/totals'
import { LedgerRebuild } from './rebuild'
import { CustomerRemoval } from './retention/customer-removal'
import { LedgerDamaged, readPacked } from './rows/codec'
import { keyOf, presentKey } from './rows/payment-key'

export type { RecordedRequest }

/** Follows a committed change of a payment; `before` is null where it is new. */
export type CommitListener = (payment: Payment, before: Payment | null) => void

/** How large a ledger is and where its hash chain ends. It names no payment and no customer. */
export interface LedgerStatistics {
  payments: number
  open: number
  needsAttention: number
  events: number
  cashUps: number
  links: number
  /** The first 16 hexadecimal digits of the last link; '' of an empty chain. */
  lastLink: string
}

const plainBook: BookKeeping = {
  shop: () => ({ country: 'TZ', currency: 'TZS', customer: forEachField(() => '') }),
  damaged: () => undefined,
}

/**
 * The durable list of everything that happened to every payment, on an open, migrated database. The one place that
 * knows every projection: the writer gets them as a list, and each is read through its own queries.
 */
export class Ledger extends Payments {
  readonly chain: LedgerChain
  /** What payments came to. */
  readonly totals: Totals
  /** What each period of the shop has, kept in the same transactions. */
  readonly day: DayBook
  /** Who the payments are with. */
  readonly customers: CustomerBook
  /** Customers' data goes after the time that the owner set (decision 21). */
  readonly removal: CustomerRemoval
  /** What the shop database is sent. */
  readonly links: LinkReader
  /** What people's words about fields of answers have made paid. */
  readonly rulings: Rulings
  /** What the payments belong to, and their money. */
  readonly sales: Sales
  readonly #search: Search
  readonly #parts: WriterParts
  readonly #writer: PaymentWriter
  readonly #listeners: Parameters<Ledger['onCommit']>[] = []

  constructor(database: Database, book = plainBook, sealedNumber?: () => number) {
    super(database)
    const chain = new LedgerChain(database, sealedNumber)
    const search = new Search(database, book.shop)
    this.chain = chain
    this.totals = new Totals(database, search)
    this.day = new DayBook(database, chain)
    this.customers = new CustomerBook(database, book)
    this.links = createLinkReader(database, chain)
    this.rulings = new Rulings(database)
    this.#search = search
    this.removal = new CustomerRemoval(database, (id, event) => this.append(id, event))
    this.sales = new Sales(database, this, search)
    const projections = [
      this,
      this.customers,
      new Entries(database),
      this.sales,
      this.day,
      this.removal,
      this.rulings,
    ]
    this.#parts = { database, chain, payments: this, projections }
    this.#writer = new PaymentWriter(this.#parts)
  }

  /**
   * Commits a new sale with its request bytes, and what follows at once, in one transaction. The draft's id is
   * unique: see `findByDraft`. Throws as `append` does.
   */
  record(
    id: string,
    event: EventOf<'recorded'>,
    request: RecordedRequest,
    following: readonly PaymentEvent[] = [],
  ): Payment {
    const payment = this.#writer.record(id, event, request, following)
    this.#committed(payment, null)
    return payment
  }

  /**
   * Commits events and the payment that follows from them in one transaction, all or none. A history that
   * is long already takes none that say nothing new (history-bound).
   * Throws ImpossibleTransition, AlreadyHandedOver (money rule 11), or a ZodError for what could not
   * be read back: then nothing was written. Throws LedgerWriteFailed where the disk failed: then it has
   * to be read back.
   */
  append(id: string, ...events: readonly PaymentEvent[]): Payment {
    return this.appendToAll(id, events, [], () => [])
  }

  /**
   * As `append`, and with it what follows for other payments, in the same transaction: all or none. Each is
   * asked for its events once those before it are written. Returns the first.
   */
  appendToAll(
    id: string,
    events: readonly PaymentEvent[],
    others: readonly string[],
    eventsOf: (payment: Payment) => readonly PaymentEvent[],
  ): Payment {
    const { payment, changes } = this.#writer.append(id, events, others, eventsOf)
    for (const { after, before } of changes) this.#committed(after, before)
    return payment
  }

  /**
   * Calls the listener for each payment after its commit, never before; listeners in the order in which they were added.
   * `failed` gets what the listener throws: it never reaches the writer, for the payment is safe by then.
   */
  onCommit(listener: CommitListener, failed: (error: unknown, payment: Payment) => void): void {
    this.#listeners.push([listener, failed])
  }

  /** The request bytes of a payment, as committed. Throws LedgerDamaged where they are no longer there. */
  request(id: string): RecordedRequest {
    const key = presentKey(this.database, id)
    const [row] = this.database.all('SELECT body FROM request WHERE payment = ?', [key])
    const body = readPacked(row?.body)
    // An empty body is what the removal of a customer's data leaves: it must never be sent (money rule 2).
    if (body === '') throw new LedgerDamaged(`The request of payment ${id} is gone`)
    return { body }
  }

  history(id: string): PaymentEvent[] {
    const key = keyOf(this.database, id)
    return key === null ? [] : readHistory(this.database, key)
  }

  /** A page of the sales that a filter finds, newest first, each with all its payments. Between two slices others may work. */
  *search(query: SearchQuery): Generator<undefined, FoundPayments> {
    const found = yield* this.#search.search(query)
    return { ...found, sales: this.sales.viewsOf(found.payments) }
  }

  /** The last payments, and all of the sales that have something open or wait for a person. */
  lastSales(limit: number): PaymentsOfSales {
    const lists = [this.open(), this.toDos(), this.recent(limit)]
    const sales = [...bySale(lists.flat()).keys()]
    const payments = sales.flatMap(id => this.sales.paymentsOf(id))
    return { payments, sales: this.sales.viewsOf(payments) }
  }

  /** Counts by indexes alone: a whole ledger of a million payments is not read for it. */
  statistics(): LedgerStatistics {
    const count = (rows: string) =>
      Number(this.database.all(`SELECT COUNT(*) AS n FROM ${rows}`)[0]?.n)
    const { number, value } = this.chain.head()
    return {
      payments: count('payment'),
      open: count('payment WHERE is_open = 1'),
      needsAttention: count('payment WHERE to_do = 1'),
      events: count('event'),
      cashUps: count('cash_up'),
      links: count('link'),
      lastLink: number === 0 ? '' : value.toString('hex', 0, 8),
    }
  }

  /** Builds a lost till's ledger again; for an empty ledger alone. */
  rebuild(): LedgerRebuild {
    const append = (id: string, event: PaymentEvent) => this.append(id, event)
    return new LedgerRebuild({ ...this.#parts, chain: this.chain, day: this.day, append })
  }

  #committed(payment: Payment, before: Payment | null): void {
    for (const [listener, failed] of this.#listeners)
      try {
        listener(payment, before)
      } catch (error) {
        failed(error, payment)
      }
  }
}
