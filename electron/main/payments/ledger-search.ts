import type { FoundSales, SalesFilter } from '../../../shared/payment/sales-filter'
import { facesOf } from '../../../shared/payment/sales-filter'
import type { Database, Value } from '../database'
import { LedgerDamaged, readable, readSale, readText } from './ledger-rows'
import { amountOf, isPart, type SearchTerm, searchTerms } from './search-terms'

/** A piece of SQL with its values. */
interface Sql {
  text: string
  values: readonly Value[]
}

export interface SearchQuery {
  filter: SalesFilter
  /** The id that the page before ended with, or null: sales that come meanwhile move no page. */
  before: string | null
  limit: number
}

/**
 * A lookup with fewer hits than this is sorted; with more, its hits stand so close that walking back
 * from the newest sale soon fills a page. Both cost the same at about the root of (sales × page).
 */
const fewHits = 3_000

/** How many sales are walked in one turn, a few ms: other work comes in between. */
const turn = 5_000

const nothing: FoundSales = { sales: [], next: null, unreadable: 0 }

/** The highest code point: after everything that begins with a text. */
const end = '\u{10ffff}'

/**
 * Finds a page of sales, newest first. A generator: between two turns the caller may let others work.
 * Only ids are read of what is searched; the sales themselves are decoded from their bytes.
 */
export function* searchSales(
  database: Database,
  { filter, before, limit }: SearchQuery,
): Generator<undefined, FoundSales> {
  const terms = searchTerms(filter.text, filter.phone)
  if (filter.text !== '' && terms.length === 0) return nothing
  const faces = facesOf(filter.states)
  const range = idRange(filter, before)
  const wanted = limit + 1
  const ids: Buffer[] = []
  const lookup = cheapestLookup(database, terms, faces, range)
  const conditions = [...terms.map(termCondition), ...faceCondition(faces)]
  if (lookup) ids.push(...lookedUp(database, lookup, conditions, range, wanted))
  else yield* walk(database, conditions, range, wanted, ids)
  return page(database, ids, limit)
}

/** Ids are UUIDv7: they sort by the time that they were made at, which is in their first 48 bits. */
function idRange({ from, to }: SalesFilter, before: string | null): Sql {
  const ends = [to === null ? '~' : idAt(to), before ?? '~']
  const [upper = '~'] = ends.toSorted((one, other) => (one < other ? -1 : 1))
  return { text: 'id >= ? AND id < ?', values: [from === null ? '' : idAt(from), upper] }
}

function idAt(wall: number): string {
  const hex = wall.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}`
}

function termCondition({ name, digits, ending, reference }: SearchTerm): Sql {
  const parts: Sql[] = [
    { text: 'reference >= ? AND reference < ?', values: [reference, reference + end] },
  ]
  if (name) parts.push({ text: 'instr(name, ?) > 0', values: [name] })
  if (digits) parts.push(phoneCondition(digits, ending))
  const amount = amountOf(digits)
  if (amount !== null) parts.push({ text: 'amount = ?', values: [amount] })
  return { text: `(${parts.map(({ text }) => text).join(' OR ')})`, values: valuesOf(parts) }
}

/** Both forms of a number end alike. */
function phoneCondition(digits: string, ending: boolean): Sql {
  if (!ending) return { text: 'instr(phone, ?) > 0', values: [digits] }
  return { text: 'substr(phone, ?) = ?', values: [-digits.length, digits] }
}

function faceCondition(faces: readonly string[]): Sql[] {
  if (faces.length === 0) return []
  return [{ text: `face IN (${faces.map(() => '?').join(', ')})`, values: faces }]
}

/** The lookup with the fewest hits, when they are few. */
function cheapestLookup(
  database: Database,
  terms: readonly SearchTerm[],
  faces: readonly string[],
  range: Sql,
): Sql | null {
  const lookups = [...terms.flatMap(termLookup), ...faceLookup(faces)].map(lookup => ({
    lookup,
    hits: countHits(database, lookup, range),
  }))
  const [best] = lookups.sort((one, other) => one.hits - other.hits)
  return best && best.hits < fewHits ? best.lookup : null
}

/** Ids that a term is found by, through indexes alone; none for digits that are in almost every number. */
function termLookup({ name, digits, ending, reference }: SearchTerm): Sql[] {
  if (digits && !isPart(digits)) return []
  const parts: Sql[] = [
    {
      text: `SELECT id FROM sale_search INDEXED BY sale_search_reference
             WHERE reference != '' AND reference >= ? AND reference < ?`,
      values: [reference, reference + end],
    },
  ]
  const [word] = name.split(' ').filter(Boolean)
  if (word) parts.push(partLookup('sale_search', 'sale_search_name', 'name', word, end))
  if (digits) parts.push(partLookup('sale', 'sale_phone', 'msisdn', digits, ending ? ' ' : end))
  const amount = amountOf(digits)
  if (amount !== null)
    parts.push({
      text: 'SELECT id FROM sale_search INDEXED BY sale_search_amount WHERE amount = ?',
      values: [amount],
    })
  return [{ text: parts.map(({ text }) => text).join(' UNION ALL '), values: valuesOf(parts) }]
}

/** The parts that begin so, up to `rest` behind it. CROSS JOIN keeps the order: the few parts first, then the sales of each. */
function partLookup(
  table: string,
  index: string,
  column: string,
  beginning: string,
  rest: string,
): Sql {
  return {
    text: `SELECT found.id FROM (
             SELECT DISTINCT whole FROM search_part WHERE part >= ? AND part < ?
           ) AS known CROSS JOIN ${table} AS found INDEXED BY ${index}
           ON found.${column} = known.whole`,
    values: [beginning, beginning + rest],
  }
}

function faceLookup(faces: readonly string[]): Sql[] {
  if (faces.length === 0) return []
  const [{ text, values }] = faceCondition(faces) as [Sql]
  return [{ text: `SELECT id FROM sale_search INDEXED BY sale_search_face WHERE ${text}`, values }]
}

function countHits(database: Database, lookup: Sql, range: Sql): number {
  const [row] = database.all(
    `SELECT COUNT(*) AS hits FROM (
       SELECT 1 FROM (${lookup.text}) WHERE ${range.text} LIMIT ${fewHits}
     )`,
    [...lookup.values, ...range.values],
  )
  return Number(row?.hits)
}

function lookedUp(
  database: Database,
  lookup: Sql,
  conditions: readonly Sql[],
  range: Sql,
  limit: number,
): Buffer[] {
  const rows = database.all(
    `SELECT id FROM (SELECT DISTINCT id AS hit FROM (${lookup.text}))
     CROSS JOIN sale_search ON id = hit
     WHERE ${[range, ...conditions].map(({ text }) => text).join(' AND ')}
     ORDER BY id DESC LIMIT ?`,
    [...lookup.values, ...valuesOf([range, ...conditions]), limit],
  )
  return rows.map(row => row.id as Buffer)
}

/** From the newest back, turn by turn, until there are enough. */
function* walk(
  database: Database,
  conditions: readonly Sql[],
  range: Sql,
  limit: number,
  ids: Buffer[],
): Generator<undefined, void> {
  const [from = '', to] = range.values
  let upper = to ?? '~'
  for (;;) {
    const lower = turnEnd(database, from, upper)
    const slice = { text: range.text, values: [lower ?? from, upper] }
    const rows = database.all(
      `SELECT id FROM sale_search
       WHERE ${[slice, ...conditions].map(({ text }) => text).join(' AND ')}
       ORDER BY id DESC LIMIT ?`,
      [...valuesOf([slice, ...conditions]), limit - ids.length],
    )
    ids.push(...rows.map(row => row.id as Buffer))
    if (lower === null || ids.length >= limit) return
    upper = lower
    yield
  }
}

/** The oldest id of the next turn, or null when the rest fits into it. */
function turnEnd(database: Database, from: Value, upper: Value): string | null {
  const [row] = database.all(
    `SELECT id FROM sale_search WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1 OFFSET ${turn}`,
    [from, upper],
  )
  return row ? readText(row.id) : null
}

/** Decodes a page. What is damaged is counted, and stops neither the search nor the till. */
function page(database: Database, found: readonly Buffer[], limit: number): FoundSales {
  const known = found.slice(0, limit).map(id => readable(() => readText(id)))
  const sales = known.map(id => (id === null ? null : readable(() => saleOf(database, id))))
  const last = known.findLast(id => id !== null)
  if (found.length > limit && !last) throw new LedgerDamaged('No id on a page can be read')
  return {
    sales: sales.filter(sale => sale !== null),
    next: found.length > limit ? (last ?? null) : null,
    unreadable: sales.filter(sale => sale === null).length,
  }
}

function saleOf(database: Database, id: string) {
  return readSale(database.all('SELECT state FROM sale WHERE id = ?', [id])[0]?.state)
}

function valuesOf(parts: readonly Sql[]): Value[] {
  return parts.flatMap(({ values }) => values)
}
