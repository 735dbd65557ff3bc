import { isDeepStrictEqual } from 'node:util'
import { settledAs } from '../../../../../../shared/day/blocks'
import type { Payment } from '../../../../../../shared/payment/payment'
import {
  type FoundPayments,
  type PaymentsFilter,
  searchStatusesOf,
  searchStatusOf,
} from '../../../../../../shared/payment/payments-filter'
import { isUnrecognised } from '../../../../../../shared/payment/status'
import type { Database, Value } from '../../../database'
import { LedgerDamaged, readable, readPayment } from '../../rows/codec'
import { idAt } from '../../rows/payment-id-time'
import { idBytes, presentKey, readId } from '../../rows/payment-key'
import type { Projection } from '../projection'
import {
  nameKey,
  phoneKey,
  referenceKey,
  type SearchPlace,
  type SearchTerm,
  searchTerms,
} from './terms'

/**
 * What payments are searched by (decision 15): narrow rows, apart from the payments themselves, so that a search reads a
 * tenth of the pages. No index but for the few whose word had no meaning: a search walks.
 */
export const searchTables = [
  `CREATE TABLE payment_search (
    payment INTEGER PRIMARY KEY,
    recorded_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    amount INTEGER NOT NULL,
    purchase INTEGER,
    phone TEXT NOT NULL,
    name TEXT NOT NULL,
    reference TEXT NOT NULL,
    settled TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX payment_search_manager ON payment_search (payment) WHERE status = 'manager'`,
]

export interface SearchQuery {
  filter: PaymentsFilter
  /** The id that the page before ended with, or null: payments that come meanwhile move no page. */
  before: string | null
  limit: number
}

/** How many rows are walked in one slice: a few ms, so that no payment is kept waiting. */
const walkedInSlice = 10_000

/** How many payments are read and checked in one slice: each lies on pages of its own. */
const decodedInSlice = 16

/** The search of an open ledger (decision 15). Generators: between two slices the caller may let others work. */
export class Search implements Projection {
  constructor(
    private readonly database: Database,
    private readonly place: () => SearchPlace,
  ) {}

  apply(after: Payment, before: Payment | null): void {
    const columns = columnsOf(after)
    if (before !== null && isDeepStrictEqual(columnsOf(before), columns)) return
    this.database.run(
      `INSERT OR REPLACE INTO payment_search
         (payment, recorded_at, status, amount, purchase, phone, name, reference, settled)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [presentKey(this.database, after.id), ...columns],
    )
  }

  /** Finds a page of payments, newest first. */
  *search({ filter, before, limit }: SearchQuery): Generator<undefined, FoundPayments> {
    const keys = yield* this.#newestKeys(filter, before, limit + 1)
    return yield* page(this.database, keys, limit)
  }

  /** The same without the payments: the newest keys, at most `limit`. */
  findKeys(filter: PaymentsFilter, limit: number): Generator<undefined, number[]> {
    return this.#newestKeys(filter, null, limit)
  }

  *#newestKeys(
    filter: PaymentsFilter,
    before: string | null,
    limit: number,
  ): Generator<undefined, number[]> {
    const terms = searchTerms(filter.text, filter.phone, this.place())
    if (filter.text !== '' && terms.length === 0) return []
    const condition = conditionOf(filter, terms)
    return yield* newestKeys(this.database, condition, filter.from, before, limit)
  }

  /** All payments that were settled with a word without a meaning, resolved or not. */
  unclear(): Payment[] {
    return this.database
      .all(
        `SELECT state FROM payment
         WHERE key IN (SELECT payment FROM payment_search WHERE status = 'manager') ORDER BY key`,
      )
      .map(row => readPayment(row.state))
      .filter(isUnrecognised)
  }
}

function columnsOf(payment: Payment): Value[] {
  return [
    payment.recordedAt,
    searchStatusOf(payment),
    payment.amount.value,
    payment.purchase?.total ?? null,
    phoneKey(payment.msisdn),
    nameKey(payment),
    referenceKey(payment.reference),
    settledAs(payment) ?? '',
  ]
}

interface Sql {
  text: string
  values: readonly Value[]
}

/**
 * The newest keys that the filter finds, in order: rows are walked back from the newest. Only keys are read of what
 * is searched; the payments themselves are decoded from their own bytes.
 */
function* newestKeys(
  database: Database,
  condition: Sql,
  from: number | null,
  before: string | null,
  limit: number,
): Generator<undefined, number[]> {
  const { text, values } = condition
  const sql = `SELECT payment FROM payment_search WHERE payment >= ? AND payment < ? AND ${text}
    ORDER BY payment DESC LIMIT ?`
  // An id is made from the moment of its payment or a later one, where the clock was set back.
  const first = from === null ? 0 : firstKey(database, idAt(from))
  const found: number[] = []
  let end = firstKey(database, before === null ? null : idBytes(before))
  while (end > first && found.length < limit) {
    const start = Math.max(first, end - walkedInSlice)
    const rows = database.all(sql, [start, end, ...values, limit - found.length])
    found.push(...rows.map(({ payment }) => Number(payment)))
    end = start
    yield
  }
  return found
}

/** The key of the first payment whose id is not less than this; where there is none, and for null, behind the last. */
function firstKey(database: Database, id: Buffer | null): number {
  const [row] = id
    ? database.all('SELECT key FROM payment WHERE id >= ? ORDER BY id LIMIT 1', [id])
    : []
  if (row) return Number(row.key)
  return Number(database.all('SELECT MAX(key) AS last FROM payment')[0]?.last ?? 0) + 1
}

function conditionOf(filter: PaymentsFilter, terms: readonly SearchTerm[]): Sql {
  const { from, to, settled } = filter
  const statuses = searchStatusesOf(filter.states)
  const parts: Sql[] = [
    ...(from === null ? [] : [{ text: 'recorded_at >= ?', values: [from] }]),
    ...(to === null ? [] : [{ text: 'recorded_at < ?', values: [to] }]),
    ...(statuses.length === 0 ? [] : [oneOf('status', statuses)]),
    ...(settled.length === 0 ? [] : [oneOf('settled', settled)]),
    ...terms.map(termCondition),
  ]
  return parts.length === 0 ? { text: 'TRUE', values: [] } : joined(parts, 'AND')
}

function oneOf(column: string, wanted: readonly string[]): Sql {
  return { text: `${column} IN (${wanted.map(() => '?').join(', ')})`, values: wanted }
}

/** The highest code point: after everything that begins with a text. */
const highest = '\u{10ffff}'

function termCondition({ name, phones, ending, reference, amount }: SearchTerm): Sql {
  return joined(
    [
      ...(reference ? [beginsWith(reference)] : []),
      ...(name ? [{ text: 'instr(name, ?) > 0', values: [name] }] : []),
      ...phones.map(digits => hasPhone(digits, ending)),
      ...(amount === null ? [] : [{ text: '? IN (amount, purchase)', values: [amount] }]),
    ],
    'OR',
  )
}

function beginsWith(reference: string): Sql {
  return { text: 'reference >= ? AND reference < ?', values: [reference, reference + highest] }
}

/** Both forms of a number end alike. */
function hasPhone(digits: string, ending: boolean): Sql {
  if (!ending) return { text: 'instr(phone, ?) > 0', values: [digits] }
  return { text: 'substr(phone, ?) = ?', values: [-digits.length, digits] }
}

/** The pieces in brackets, with this word between them. */
function joined(parts: readonly Sql[], word: 'AND' | 'OR'): Sql {
  const text = parts.map(part => part.text).join(` ${word} `)
  return { text: `(${text})`, values: parts.flatMap(({ values }) => values) }
}

/** Decodes a page. What is damaged is counted, and stops neither the search nor the till. */
function* page(
  database: Database,
  found: readonly number[],
  limit: number,
): Generator<undefined, FoundPayments> {
  const rows: FoundRow[] = []
  for (const [n, key] of found.slice(0, limit).entries()) {
    if (n % decodedInSlice === 0) yield
    rows.push(rowOf(database, key))
  }
  const payments = rows.map(({ payment }) => payment).filter(payment => payment !== null)
  const last = rows.findLast(({ id }) => id !== null)?.id ?? null
  if (found.length > limit && last === null) throw new LedgerDamaged('No id on a page can be read')
  const next = found.length > limit ? last : null
  return { payments: payments, next, unreadable: rows.length - payments.length }
}

/** A payment that was found; null for what of it cannot be read. */
interface FoundRow {
  id: string | null
  payment: Payment | null
}

function rowOf(database: Database, key: number): FoundRow {
  const [row] = database.all('SELECT id, state FROM payment WHERE key = ?', [key])
  return { id: readable(() => readId(row?.id)), payment: readable(() => readPayment(row?.state)) }
}
