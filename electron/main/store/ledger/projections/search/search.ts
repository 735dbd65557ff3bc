import { settledAs } from '../../../../../../shared/day/blocks'
import type { HourOfPeriod } from '../../../../../../shared/day/hour'
import type { Payment } from '../../../../../../shared/payment/payment'
import {
  type FoundPayments,
  type PaymentsFilter,
  searchStatusesOf,
  searchStatusOf,
} from '../../../../../../shared/payment/payments-filter'
import type { Database, Value } from '../../../database'
import { cameIn, entryQuarter, hourOfQuarter } from '../../entries/hours'
import { LedgerDamaged, readable, readPayment } from '../../rows/codec'
import { idAt } from '../../rows/payment-id-time'
import { idBytes, readId } from '../../rows/payment-key'
import {
  nameKey,
  phoneKey,
  referenceKey,
  type SearchPlace,
  type SearchTerm,
  searchTerms,
} from './terms'

/**
 * What sales are searched by (decision 15): narrow rows, apart from the payments, so that a search reads a tenth of the
 * pages. No index: a search walks. `status` is that of the payment that stands for the sale; the texts are of all its
 * payments.
 */
export const searchTables = [
  `CREATE TABLE sale_search (
    sale INTEGER PRIMARY KEY,
    recorded_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    amounts TEXT NOT NULL,
    phones TEXT NOT NULL,
    names TEXT NOT NULL,
    sale_references TEXT NOT NULL,
    settled TEXT NOT NULL
  ) STRICT`,
]

export interface SearchQuery {
  filter: PaymentsFilter
  /** The id of the sale that the page before ended with, or null: sales that come meanwhile move no page. */
  before: string | null
  limit: number
}

/** How many rows are walked in one slice: a few ms, so that no payment is kept waiting. */
const walkedInSlice = 10_000

/** How many sales are read and checked in one slice: each lies on pages of its own. */
const decodedInSlice = 16

/** The search of an open ledger (decision 15). Generators: between two slices the caller may let others work. */
export class Search {
  constructor(
    private readonly database: Database,
    private readonly place: () => SearchPlace,
  ) {}

  /** Notes a sale: `payments` are all of it, oldest first, and `lead` stands for it. */
  note(key: number, payments: readonly Payment[], lead: Payment): void {
    this.database.run(noteSale, [key, ...columnsOf(payments, lead)])
  }

  /** Finds a page of sales, newest first: all payments of each, oldest first. */
  *search(query: SearchQuery): Generator<undefined, Omit<FoundPayments, 'sales'>> {
    const { filter, before, limit } = query
    const keys = yield* this.#newestKeys(filter, before, limit + 1)
    return yield* page(this.database, keys, limit)
  }

  /** The same without the payments: the newest sales' keys, at most `limit`. */
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
    const quarters = filter.hour === null ? [] : this.#quartersOf(filter.hour)
    const condition = conditionOf(filter, terms, quarters)
    return yield* newestKeys(this.database, condition, filter.from, before, limit)
  }

  /** The quarters of an hour of a period, of each of its dates, in which money came. */
  #quartersOf({ period, hour }: HourOfPeriod): number[] {
    const sql = `SELECT DISTINCT ${entryQuarter} AS quarter FROM entry WHERE period = ?`
    return this.database
      .all(sql, [period])
      .map(({ quarter }) => Number(quarter))
      .filter(quarter => hourOfQuarter(quarter) === hour)
  }
}

const changing = ['status', 'amounts', 'phones', 'names', 'sale_references', 'settled']
const excluded = changing.map(name => `excluded.${name}`)

/** A row that says the same already is not written again: it would be a page of the disk. */
const noteSale = `INSERT INTO sale_search (sale, recorded_at, ${changing.join(', ')})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (sale) DO UPDATE SET (${changing.join(', ')}) = (${excluded.join(', ')})
  WHERE (${changing.join(', ')}) IS NOT (${excluded.join(', ')})`

/** Each text of a list begins after a space, and ends before one: the beginning and the end of one can be asked for. */
function columnsOf(payments: readonly Payment[], lead: Payment): Value[] {
  const [first = lead] = payments
  const each = (textsOf: (payment: Payment) => readonly (string | number | null)[]) =>
    [...new Set(payments.flatMap(textsOf))].map(text => (text === '' ? '' : ` ${text} `)).join('')
  return [
    first.recordedAt,
    searchStatusOf(lead),
    each(({ amount, total }) => [amount.value, total]),
    each(({ msisdn }) => [phoneKey(msisdn)]),
    each(payment => [nameKey(payment).trim()]),
    each(({ reference }) => [referenceKey(reference)]),
    each(payment => [settledAs(payment) ?? '']),
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
  const sql = `SELECT sale FROM sale_search WHERE sale >= ? AND sale < ? AND ${text}
    ORDER BY sale DESC LIMIT ?`
  // An id is made from the moment of its payment or a later one, where the clock was set back.
  const first = from === null ? 0 : firstKey(database, idAt(from))
  const found: number[] = []
  let end = firstKey(database, before === null ? null : idBytes(before))
  while (end > first && found.length < limit) {
    const start = Math.max(first, end - walkedInSlice)
    const rows = database.all(sql, [start, end, ...values, limit - found.length])
    found.push(...rows.map(({ sale }) => Number(sale)))
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

function conditionOf(
  filter: PaymentsFilter,
  terms: readonly SearchTerm[],
  quarters: readonly number[],
): Sql {
  const { from, to, settled, hour } = filter
  const statuses = searchStatusesOf(filter.states)
  const parts: Sql[] = [
    ...(from === null ? [] : [{ text: 'recorded_at >= ?', values: [from] }]),
    ...(to === null ? [] : [{ text: 'recorded_at < ?', values: [to] }]),
    ...(statuses.length === 0 ? [] : [oneOf('status', statuses)]),
    ...(settled.length === 0
      ? []
      : [
          joined(
            settled.map(block => holds('settled', ` ${block} `)),
            'OR',
          ),
        ]),
    ...(hour === null ? [] : [hadMoney(hour, quarters)]),
    ...terms.map(termCondition),
  ]
  return parts.length === 0 ? { text: 'TRUE', values: [] } : joined(parts, 'AND')
}

/** What came and was undone again came all the same, for who looks for it. */
function hadMoney({ period }: HourOfPeriod, quarters: readonly number[]): Sql {
  const inQuarters = oneOf(entryQuarter, quarters)
  return {
    text: `sale IN (SELECT COALESCE(payment.sale, payment.key)
      FROM entry JOIN payment ON payment.key = entry.payment
      WHERE entry.period = ? AND ${cameIn} AND ${inQuarters.text})`,
    values: [period, ...inQuarters.values],
  }
}

function oneOf(column: string, wanted: readonly Value[]): Sql {
  return { text: `${column} IN (${wanted.map(() => '?').join(', ')})`, values: wanted }
}

function termCondition({ name, phones, ending, reference, amount }: SearchTerm): Sql {
  return joined(
    [
      ...(reference ? [holds('sale_references', ` ${reference}`)] : []),
      ...(name ? [holds('names', name)] : []),
      // Both forms of a number end alike.
      ...phones.map(digits => holds('phones', ending ? `${digits} ` : digits)),
      ...(amount === null ? [] : [holds('amounts', ` ${amount} `)]),
    ],
    'OR',
  )
}

function holds(column: string, text: string): Sql {
  return { text: `instr(${column}, ?) > 0`, values: [text] }
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
): Generator<undefined, Omit<FoundPayments, 'sales'>> {
  const sales: FoundSale[] = []
  for (const [n, key] of found.slice(0, limit).entries()) {
    if (n % decodedInSlice === 0) yield
    sales.push(saleOf(database, key))
  }
  const all = sales.flatMap(({ payments }) => payments)
  const payments = all.filter(payment => payment !== null)
  const last = sales.findLast(({ id }) => id !== null)?.id ?? null
  if (found.length > limit && last === null) throw new LedgerDamaged('No id on a page can be read')
  const next = found.length > limit ? last : null
  return { payments, next, unreadable: all.length - payments.length }
}

/** A sale that was found, and its payments; null for what of it cannot be read. */
interface FoundSale {
  id: string | null
  payments: (Payment | null)[]
}

function saleOf(database: Database, key: number): FoundSale {
  const rows = database.all(
    'SELECT id, state FROM payment WHERE key = ? OR sale = ? ORDER BY key',
    [key, key],
  )
  return {
    id: readable(() => readId(rows[0]?.id)),
    payments: rows.map(row => readable(() => readPayment(row.state))),
  }
}
