import { forEachField } from '../../../../shared/payment/customer-fields'
import type { EventOf, PaymentEvent } from '../../../../shared/payment/event'
import type { Sale } from '../../../../shared/payment/sale'
import type { FoundSales } from '../../../../shared/payment/sales-filter'
import type { Database } from '../database'
import { readHistory } from './events/history'
import { LedgerChain } from './hash-chain/ledger-chain'
import { createLinkReader, type LinkReader } from './hash-chain/shipped-links'
import { DayBook } from './projections/cash-up/day-book'
import { type BookKeeping, CustomerBook } from './projections/customers/customers'
import { createSales, type SaleQueries } from './projections/sales/sales'
import { Search, type SearchQuery } from './projections/search/search'
import { Totals } from './projections/totals/totals'
import { LedgerRebuild } from './rebuild'
import { CustomerRemoval } from './retention/customer-removal'
import { LedgerDamaged, readPacked } from './rows/codec'
import { keyOf, presentKey } from './rows/sale-key'
import { type RecordedRequest, SaleWriter } from './sale-writer'

export type { RecordedRequest }

/** Follows a committed change of a sale; `before` is null where it is new. */
export type CommitListener = (sale: Sale, before: Sale | null) => void

/** How large a ledger is and where its hash chain ends. It names no sale and no customer. */
export interface LedgerStatistics {
  sales: number
  open: number
  needsAttention: number
  events: number
  cashUps: number
  links: number
  /** The first 16 hexadecimal digits of the last link; '' of an empty chain. */
  lastLink: string
}

/** The durable list of everything that happened to every sale. */
export interface Ledger extends SaleQueries {
  /**
   * Commits a new sale with its request bytes, and what follows at once, in one transaction. The draft's id is
   * unique: see `findByDraft`. Throws as `append` does.
   */
  record(
    id: string,
    event: EventOf<'recorded'>,
    request: RecordedRequest,
    following?: readonly PaymentEvent[],
  ): Sale
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
  /**
   * Calls the listener for each sale after its commit, never before; listeners in the order in which they were added.
   * `failed` gets what the listener throws: it never reaches the writer, for the sale is safe by then.
   */
  onCommit(listener: CommitListener, failed: (error: unknown, sale: Sale) => void): void
  /** The request bytes of a sale, as committed. Throws LedgerDamaged where they are no longer there. */
  request(id: string): RecordedRequest
  history(id: string): PaymentEvent[]
  /** All sales that were settled with a word without a meaning, resolved or not. */
  unclear(): Sale[]
  /** A page of the sales that a filter finds, newest first. Between two slices others may work. */
  search(query: SearchQuery): Generator<undefined, FoundSales>
  /** What payments came to, kept in the same transactions. */
  totals: Totals
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
export function createLedger({ database, book = plainBook }: LedgerDeps): Ledger {
  const chain = new LedgerChain(database)
  const sales = createSales(database)
  const search = new Search(database)
  const totals = new Totals(database, search)
  const customers = new CustomerBook(database, book)
  const day = new DayBook(database, chain)
  const projections = [sales, search, customers, day, totals]
  const parts = { database, chain, sales, projections }
  const writer = new SaleWriter(parts)
  const listeners: Parameters<Ledger['onCommit']>[] = []

  const committed: CommitListener = (sale, before) => {
    for (const [listener, failed] of listeners)
      try {
        listener(sale, before)
      } catch (error) {
        failed(error, sale)
      }
  }
  const appendToAll: Ledger['appendToAll'] = (id, events, others, eventsOf) => {
    const { sale, changes } = writer.append(id, events, others, eventsOf)
    for (const { after, before } of changes) committed(after, before)
    return sale
  }
  const append: Ledger['append'] = (id, ...events) => appendToAll(id, events, [], () => [])

  return {
    ...sales,
    record(id, event, request, following = []) {
      const sale = writer.record(id, event, request, following)
      committed(sale, null)
      return sale
    },
    append,
    appendToAll,
    onCommit: (...listener) => void listeners.push(listener),
    request: id => readRequest(database, id),
    history(id) {
      const key = keyOf(database, id)
      return key === null ? [] : readHistory(database, key)
    },
    unclear: () => search.unclear(),
    search: query => search.search(query),
    totals,
    day,
    customers,
    removal: new CustomerRemoval(database, writer, committed),
    statistics: () => readStatistics(database, chain),
    links: createLinkReader(database, chain),
    rebuild: () => new LedgerRebuild({ ...parts, day, append, head: () => chain.head() }),
  }
}

function readRequest(database: Database, id: string): RecordedRequest {
  const [row] = database.all('SELECT body FROM request WHERE sale = ?', [presentKey(database, id)])
  const body = readPacked(row?.body)
  // An empty body is what the removal of a customer's data leaves: it must never be sent (money rule 2).
  if (body === '') throw new LedgerDamaged(`The request of sale ${id} is gone`)
  return { body }
}

/** Counts by indexes alone: a whole ledger of a million sales is not read for it. */
function readStatistics(database: Database, chain: LedgerChain): LedgerStatistics {
  const count = (rows: string) => Number(database.all(`SELECT COUNT(*) AS n FROM ${rows}`)[0]?.n)
  const { number, value } = chain.head()
  return {
    sales: count('sale'),
    open: count('sale WHERE is_open = 1'),
    needsAttention: count('sale WHERE to_do = 1'),
    events: count('event'),
    cashUps: count('cash_up'),
    links: count('link'),
    lastLink: number === 0 ? '' : value.toString('hex', 0, 8),
  }
}
