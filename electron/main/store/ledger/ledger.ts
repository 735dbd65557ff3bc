import { forEachField } from '../../../../shared/payment/customer-fields'
import type { EventOf, PaymentEvent } from '../../../../shared/payment/event'
import type { Sale } from '../../../../shared/payment/sale'
import type { FoundSales } from '../../../../shared/payment/sales-filter'
import type { Database } from '../database'
import { type CommitListeners, createCommitListeners } from './commit-listeners'
import { readHistory } from './events/history'
import { createLedgerChain, readHead } from './hash-chain/ledger-chain'
import { createLinkReader, type LinkReader } from './hash-chain/shipped-links'
import { createDayBook, type DayBook } from './projections/cash-up/day-book'
import type { BookKeeping } from './projections/customers/apply'
import { type CustomerBook, createCustomerBook } from './projections/customers/customers'
import { createSales, type SaleQueries } from './projections/sales/sales'
import { createSearch, type SearchQuery } from './projections/search/search'
import { createTotals, type TotalsQueries } from './projections/totals/totals'
import { createLedgerRebuild, type LedgerRebuild } from './rebuild'
import { type CustomerRemoval, createCustomerRemoval } from './retention/customer-removal'
import { LedgerDamaged, readPacked } from './rows/codec'
import { keyOf, presentKey } from './rows/sale-key'
import { createSaleWriter, type RecordedRequest } from './sale-writer'
import { type LedgerStatistics, readStatistics } from './statistics'

export type { RecordedRequest }

/** The durable list of everything that happened to every sale. */
export interface Ledger extends SaleQueries {
  /** Commits a new sale with its request bytes. The draft's id is unique: see `findByDraft`. */
  record(id: string, event: EventOf<'recorded'>, request: RecordedRequest): Sale
  /**
   * Commits events and the sale that follows from them in one transaction, all or none. A history that
   * is long already takes none that say nothing new (history-bound).
   * Throws ImpossibleTransition, AlreadyHandedOver (money rule 11), or a ZodError for what could not
   * be read back: then nothing was written. Throws LedgerWriteFailed where the disk failed: then it has
   * to be read back.
   */
  append(id: string, ...events: readonly PaymentEvent[]): Sale
  /**
   * As `append`, and with it what follows for other sales, in the same transaction: all or none. Each is
   * asked for its events once those before it are written. Returns the first.
   */
  appendToAll(
    id: string,
    events: readonly PaymentEvent[],
    others: readonly string[],
    eventsOf: (sale: Sale) => readonly PaymentEvent[],
  ): Sale
  /** Calls the listener for each sale after its commit, never before: see `CommitListeners.add`. */
  onCommit: CommitListeners['add']
  /** The request bytes of a sale, as committed. Throws LedgerDamaged where they are no longer there. */
  request(id: string): RecordedRequest
  history(id: string): PaymentEvent[]
  /** All sales that were settled with a word without a meaning, resolved or not. */
  unclear(): Sale[]
  /** A page of the sales that a filter finds, newest first. Between two turns others may work. */
  search(query: SearchQuery): Generator<undefined, FoundSales>
  /** What payments came to, kept in the same transactions. */
  totals: TotalsQueries
  /** What each period of the shop has, kept in the same transactions. */
  day: DayBook
  /** Who the sales are with. */
  customers: CustomerBook
  /** Customers' data goes after the time that the owner set (decision 21). */
  removal: CustomerRemoval
  statistics(): LedgerStatistics
  /** What the shop database is sent. */
  links: LinkReader
  /** Builds a lost till's ledger again; for an empty ledger alone. */
  rebuild(): LedgerRebuild
}

interface LedgerDeps {
  database: Database
  /** How the customer book is kept; without it there is no walk-in customer. */
  book?: BookKeeping
}

const plainBook: BookKeeping = {
  walkIn: () => forEachField(() => ''),
  damaged: () => undefined,
}

/**
 * The ledger on an open, migrated database. The one place that knows every projection: the writer gets
 * them as a list, and each is read through its own queries.
 */
export function createLedger(deps: LedgerDeps): Ledger {
  const { database, book = plainBook } = deps
  const addLink = createLedgerChain(database)
  const listeners = createCommitListeners()
  const sales = createSales(database)
  const search = createSearch(database)
  const totals = createTotals(database, search)
  const customers = createCustomerBook(database, book)
  const day = createDayBook(database, addLink)
  const projections = [sales, search, customers, day, totals]
  const writer = createSaleWriter({ database, addLink, sales, projections })

  const appendToAll: Ledger['appendToAll'] = (id, events, others, eventsOf) => {
    const { sale, changes } = writer.append(id, events, others, eventsOf)
    for (const { after, before } of changes) listeners.tell(after, before)
    return sale
  }

  return {
    ...sales,
    record(id, event, request) {
      const sale = writer.record(id, event, request)
      listeners.tell(sale, null)
      return sale
    },
    append: (id, ...events) => appendToAll(id, events, [], () => []),
    appendToAll,
    onCommit: listeners.add,
    request: id => readRequest(database, id),
    history(id) {
      const key = keyOf(database, id)
      return key === null ? [] : readHistory(database, key)
    },
    unclear: search.unclear,
    search: search.search,
    totals,
    day,
    customers,
    removal: createCustomerRemoval(database, writer.change, listeners.tell),
    statistics: () => readStatistics(database),
    links: createLinkReader(database),
    rebuild: () =>
      createLedgerRebuild({
        database,
        addLink,
        sales,
        projections,
        cashUps: day,
        append: (id, event) => appendToAll(id, [event], [], () => []),
        head: () => readHead(database),
      }),
  }
}

function readRequest(database: Database, id: string): RecordedRequest {
  const [row] = database.all('SELECT body FROM request WHERE sale = ?', [presentKey(database, id)])
  const body = readPacked(row?.body)
  // An empty body is what the removal of a customer's data leaves: it must never be sent (money rule 2).
  if (body === '') throw new LedgerDamaged(`The request of sale ${id} is gone`)
  return { body }
}
