import { isOpen, needsResolving } from '../../../shared/payment/actions'
import type { EventOf, PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import { applyEvent, beginSale } from '../../../shared/payment/sale-reducer'
import type { FoundSales } from '../../../shared/payment/sales-filter'
import { isUnrecognised } from '../../../shared/payment/status'
import { type Database, databaseFailure } from '../database'
import { emptyKey } from '../hash-chain/link'
import { AlreadyHandedOver } from './already-handed-over'
import { createSaleCodec, LedgerDamaged, readText } from './codec'
import { createLedgerChain } from './hash-chain/ledger-chain'
import { lengthOf, readHistory, writeEvents } from './history'
import { boundHistory, longHistory } from './history-bound'
import { noteIdLead } from './id-lead'
import { LedgerWriteFailed } from './ledger-write-failed'
import { createDayBook, type DayBook } from './projections/cash-up/day-book'
import {
  type BookKeeping,
  type CustomerBook,
  createCustomerBook,
} from './projections/customers/customers'
import { type SearchQuery, searchSales } from './projections/search/search'
import { indexSale, reindexSale } from './projections/search/search-rows'
import { type CustomerRemoval, createCustomerRemoval } from './retention/customer-removal'

/** A sale's request as it was committed before the first byte left (money rules 1 and 2). */
export interface RecordedRequest {
  /** The exact JSON text that every attempt sends. */
  body: string
}

/** The durable list of everything that happened to every sale. */
export interface Ledger {
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
  find(id: string): Sale | null
  findByDraft(draftId: string): Sale | null
  /** The request bytes of a sale, as committed. Throws LedgerDamaged where they are no longer there. */
  request(id: string): RecordedRequest
  /** The first sale that the service knows by this reference. */
  findByReference(reference: string): Sale | null
  /** The sales that were made anew from this one. */
  replacing(id: string): Sale[]
  /** The last sales that others were charged again for, newest first. */
  chargedAgain(limit: number): Sale[]
  /** The id of the last sale that was recorded, or null. */
  lastId(): string | null
  /** All sales still on their way to a result, oldest first. */
  open(): Sale[]
  /** Their ids alone: a window is told of them often, and thousands take a second to read. */
  openIds(): string[]
  /** All sales that a person has yet to resolve, oldest first (money rule 8). */
  unresolved(): Sale[]
  /** All sales that were settled with a word nobody had explained, resolved or not. */
  unclear(): Sale[]
  /** A phone's open sales, and its last ones that are no longer open. */
  ofPhone(msisdn: string, last: number): Sale[]
  /** The last sales, newest first. */
  recent(limit: number): Sale[]
  /** A page of the sales that a filter finds, newest first. Between two turns others may work. */
  search(query: SearchQuery): Generator<undefined, FoundSales>
  history(id: string): PaymentEvent[]
  /** What each period of the shop has, kept in the same transactions. */
  day: DayBook
  /** Who the sales are with. */
  customers: CustomerBook
  /** Customers' data goes after the time that the owner set (decision 21). */
  removal: CustomerRemoval
}

interface LedgerDeps {
  database: Database
  /**
   * Told of each sale after its commit, never before, with what it was. Must not throw: the sale is
   * safe by then.
   */
  changed: (sale: Sale, before: Sale | null) => void
  /** How the customer book is kept; without it nobody is a walk-in. */
  book?: BookKeeping
  /** What the chain over the events is made with; without it anybody could make another. */
  chainKey?: Buffer
}

const plainBook: BookKeeping = {
  walkIn: () => ({ firstName: '', lastName: '', email: '', country: '', city: '', address: '' }),
  damaged: () => undefined,
}

/** The ledger on an open, migrated database. */
export function createLedger(deps: LedgerDeps): Ledger {
  const { database, changed, book = plainBook, chainKey = emptyKey } = deps
  const customers = createCustomerBook(database, book)
  const chain = createLedgerChain(database, chainKey)
  const sales = createSaleCodec()

  const select = (clause: string, values: readonly (string | number)[]) =>
    database.all(`SELECT state FROM sale ${clause}`, values).map(row => sales.read(row.state))

  const day = createDayBook(database, chain)

  const find = (id: string) => select('WHERE id = ?', [id])[0] ?? null

  const history = (id: string) => readHistory(database, id)

  /** One transaction for a sale; where the disk fails, the error says which sale it was. */
  const writing = <T>(sale: Sale, events: readonly PaymentEvent[], work: () => T): T => {
    try {
      return database.transaction(work)
    } catch (error) {
      const ours = ['other', 'constraint'].includes(databaseFailure(error))
      const inDoubt = !ours || database.health().state === 'suspect'
      throw inDoubt ? new LedgerWriteFailed(sale, events, error) : error
    }
  }

  /** Goods are handed over once per reference, whichever of its sales is asked (money rule 11). */
  const refuseSecondHandOver = (sale: Sale) => {
    const others = select('WHERE reference = ?', [sale.reference ?? ''])
    const handedOver = others.find(other => other.handedOverAt !== null)
    if (handedOver) throw new AlreadyHandedOver(handedOver)
  }

  let durabilityAsserted = false
  /** The sale is committed by then; whoever pressed is told otherwise, so it has to be read back. */
  const assertDurableOnce = (sale: Sale, events: readonly PaymentEvent[]) => {
    try {
      if (!durabilityAsserted) database.assertDurable()
    } catch (error) {
      throw new LedgerWriteFailed(sale, events, error)
    }
    durabilityAsserted = true
  }

  const record: Ledger['record'] = (id, event, request) => {
    const sale = beginSale(id, event)
    writing(sale, [event], () => {
      database.run(
        `INSERT INTO sale
           (id, draft_id, replaces, recorded_at, is_open, msisdn, reference, search, state, period)
         VALUES (?, ?, ?, ?, 1, ?, NULL, '', ?, (SELECT COALESCE(MAX(number), 0) + 1 FROM cash_up))`,
        [id, sale.draftId, sale.replaces, sale.recordedAt, sale.msisdn, sales.encode(sale)],
      )
      indexSale(database, sale)
      noteIdLead(database, sale)
      database.run('INSERT INTO request (sale_id, body) VALUES (?, ?)', [
        id,
        Buffer.from(request.body),
      ])
      writeEvents(database, chain, id, 0, [event])
      customers.learn(sale)
    })
    assertDurableOnce(sale, [event])
    changed(sale, null)
    return sale
  }

  const present = (id: string) => {
    const sale = find(id)
    if (!sale) throw new LedgerDamaged(`Sale ${id} is not in the ledger`)
    return sale
  }

  /** What a history still takes of these events, and how long it is. */
  const taken = (id: string, added: readonly PaymentEvent[]) => {
    const length = lengthOf(database, id)
    return { length, events: length < longHistory ? added : boundHistory(history(id), added) }
  }

  /** One sale's part of a transaction. */
  const change = (before: Sale, { length, events }: ReturnType<typeof taken>): Sale => {
    const { id } = before
    if (events.length === 0) return before
    const after = events.reduce(applyEvent, before)
    if (events.some(({ type }) => type === 'handed-over')) refuseSecondHandOver(before)
    writeEvents(database, chain, id, length, events)
    database.run(
      `UPDATE sale SET is_open = ?, to_do = ?, reference = ?, search = '', state = ?
       WHERE id = ?`,
      [
        isOpen(after) ? 1 : 0,
        needsResolving(after) ? 1 : 0,
        after.reference,
        sales.encode(after),
        id,
      ],
    )
    reindexSale(database, before, after)
    day.note(after, before)
    return after
  }

  const appendToAll: Ledger['appendToAll'] = (id, added, others, eventsOf) => {
    const before = present(id)
    const news = taken(id, added)
    if (news.events.length === 0) return before
    const { sale, followers } = writing(before, news.events, () => ({
      sale: change(before, news),
      followers: others.map(other => {
        const was = present(other)
        return { was, is: change(was, taken(other, eventsOf(was))) }
      }),
    }))
    changed(sale, before)
    for (const { was, is } of followers) changed(is, was)
    return sale
  }

  return {
    record,
    append: (id, ...events) => appendToAll(id, events, [], () => []),
    appendToAll,
    find,
    findByDraft: draftId => select('WHERE draft_id = ?', [draftId])[0] ?? null,
    request(id) {
      const [row] = database.all('SELECT body FROM request WHERE sale_id = ?', [id])
      const body = readText(row?.body)
      // An empty body is what the removal of a customer's data leaves: it must never be sent (money rule 2).
      if (body === '') throw new LedgerDamaged(`The request of sale ${id} is gone`)
      return { body }
    },
    findByReference: reference =>
      select('WHERE reference = ? ORDER BY id LIMIT 1', [reference])[0] ?? null,
    replacing: id => select('WHERE replaces = ? ORDER BY id', [id]),
    chargedAgain: limit =>
      select(
        `WHERE id IN (SELECT DISTINCT replaces FROM sale WHERE replaces IS NOT NULL
           ORDER BY replaces DESC LIMIT ?) ORDER BY id DESC`,
        [limit],
      ),
    lastId() {
      const [row] = database.all('SELECT MAX(id) AS id FROM sale')
      return row?.id == null ? null : readText(row.id)
    },
    open: () => select('WHERE is_open = 1 ORDER BY id', []),
    openIds: () =>
      database.all('SELECT id FROM sale WHERE is_open = 1').map(({ id }) => readText(id)),
    unresolved: () => select('WHERE to_do = 1 ORDER BY id', []),
    unclear: () =>
      select('WHERE id IN (SELECT id FROM sale_search WHERE face = ?) ORDER BY id', [
        'manager',
      ]).filter(isUnrecognised),
    ofPhone: (msisdn, last) => [
      ...select('WHERE msisdn = ? AND is_open = 1', [msisdn]),
      ...select('WHERE msisdn = ? AND is_open = 0 ORDER BY id DESC LIMIT ?', [msisdn, last]),
    ],
    recent: limit => select('ORDER BY id DESC LIMIT ?', [limit]),
    search: query => searchSales(database, query),
    history,
    day,
    customers,
    removal: createCustomerRemoval(database, chain, changed),
  }
}
