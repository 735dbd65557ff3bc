import type { Sale } from '../../../../../shared/payment/sale'
import type { FoundSales, SalesFilter } from '../../../../../shared/payment/sales-filter'
import { searchStatusesOf } from '../../../../../shared/payment/sales-filter'
import { isUnrecognised } from '../../../../../shared/payment/status'
import type { Database } from '../../../database'
import { LedgerDamaged, readable, readSale, readText } from '../../rows/codec'
import { idAt } from '../../rows/sale-id-time'
import type { Projection } from '../projection'
import { createSearchProjection } from './apply'
import { allOf, type Criterion, criteriaOf, type Place, timeCriteria } from './criteria'
import { longestIdLead } from './id-lead'
import { askingCost, countOf, type IdRange, newestOf } from './places'
import { searchTerms } from './terms'

/*
 * How a search runs (decision 15). Each part of the filter becomes a criterion (criteria.ts): a condition on
 * a row of `sale_search`, and, where there are few, the places in the indexes that hold its ids (places.ts).
 * - One criterion has places: its ids are merged, newest first, until a page is full.
 * - Several have: the cheapest leads, by the number of its ids and what it costs to ask the others of each.
 * - None has, or each has too many: the rows are walked back from the newest sale until a page is full.
 * Every step pauses after a few ms, so that a sale is never kept waiting.
 * Damage: only ids are read from the indexes; each sale is decoded from its own bytes, and counted where
 * it cannot be.
 */

export interface SearchQuery {
  filter: SalesFilter
  /** The id that the page before ended with, or null: sales that come meanwhile move no page. */
  before: string | null
  limit: number
}

/** With more hits than this, in one thing and the others, walking back from the newest sale soon fills a page. */
const manyHits = 10_000

/** How many rows are walked in one turn, a few ms: small at first, for most pages are full at once. */
const firstTurn = 250
const longestTurn = 2_000

/** How many sales are read and checked in one turn: each lies on pages of its own. */
const decodedInTurn = 16

const nothing: FoundSales = { sales: [], next: null, unreadable: 0 }

/** A criterion whose places are known. */
type Placed = Criterion & { places: readonly Place[] }

/** What the search answers. */
export interface SearchQueries {
  /** Finds a page of sales, newest first. A generator: between two turns the caller may let others work. */
  search(query: SearchQuery): Generator<undefined, FoundSales>
  /** All sales that were settled with a word without a meaning, resolved or not. */
  unclear(): Sale[]
}

/** The search of an open ledger. */
export function createSearch(database: Database): Projection & SearchQueries {
  return {
    ...createSearchProjection(database),
    search: query => searchSales(database, query),
    unclear: () =>
      database
        .all(
          `SELECT state FROM sale
           WHERE id IN (SELECT id FROM sale_search WHERE status = 'manager') ORDER BY id`,
        )
        .map(row => readSale(row.state))
        .filter(isUnrecognised),
  }
}

/** Only ids are read of what is searched; the sales themselves are decoded from their bytes. */
function* searchSales(
  database: Database,
  { filter, before, limit }: SearchQuery,
): Generator<undefined, FoundSales> {
  const terms = searchTerms(filter.text, filter.phone)
  if (filter.text !== '' && terms.length === 0) return nothing
  const lead = longestIdLead(database)
  const criteria = [
    ...criteriaOf(database, terms, searchStatusesOf(filter.states)),
    ...(lead > 0 ? timeCriteria(filter) : []),
  ]
  const range = idRange(filter, lead, before)
  const first = yield* cheapest(database, criteria, range)
  const found = first
    ? lookedUp(database, first, criteria, range, limit + 1)
    : walk(database, criteria, range, limit + 1)
  return yield* page(database, yield* found, limit)
}

/**
 * Ids sort by the moments that they were made from: those at which their sales were recorded, or later by no
 * more than their lead.
 */
function idRange({ from, to }: SalesFilter, lead: number, before: string | null): IdRange {
  const ends = [to === null ? '~' : idAt(to + lead), before ?? '~']
  const [upper = '~'] = ends.toSorted((one, other) => (one < other ? -1 : 1))
  return { from: from === null ? '' : idAt(from), before: upper }
}

/** The one to begin with, so that least is read when the others are asked of its ids; null: walk. */
function* cheapest(
  database: Database,
  criteria: readonly Criterion[],
  range: IdRange,
): Generator<undefined, Placed | null> {
  const placed = criteria.filter((one): one is Placed => one.places !== null)
  if (criteria.length < 2) return placed[0] ?? null
  const costs: { one: Placed; cost: number }[] = []
  for (const one of placed) {
    yield
    const hits = yield* countOf(database, one.places, range, manyHits)
    const needsRows = criteria.some(other => other !== one && other.places === null)
    const asking = criteria.filter(other => other !== one).map(askingCost)
    if (hits < manyHits || !needsRows)
      costs.push({ one, cost: hits * asking.reduce((sum, cost) => sum + cost, 1) })
  }
  const [best] = costs.toSorted((one, other) => one.cost - other.cost)
  return best?.one ?? null
}

/** From the newest of one criterion's ids back, until enough are everything else too. */
function* lookedUp(
  database: Database,
  first: Placed,
  criteria: readonly Criterion[],
  range: IdRange,
  wanted: number,
): Generator<undefined, Buffer[]> {
  const others = criteria.filter(criterion => criterion !== first)
  const ids: Buffer[] = []
  for (const some of newestOf(database, first.places, others, range)) {
    if (some === null) yield
    else ids.push(...some)
    if (ids.length >= wanted) break
  }
  return ids.slice(0, wanted)
}

/** From the newest sale back, turn by turn, until there are enough. */
function* walk(
  database: Database,
  criteria: readonly Criterion[],
  range: IdRange,
  wanted: number,
): Generator<undefined, Buffer[]> {
  const conditions = allOf(criteria.map(({ condition }) => condition))
  const ids: Buffer[] = []
  let { before } = range
  for (let rows = firstTurn; ; rows = Math.min(longestTurn, rows * 2)) {
    const lower = turnEnd(database, { ...range, before }, rows)
    const found = database.all(
      `SELECT id FROM sale_search AS other WHERE id >= CAST(? AS TEXT) AND id < CAST(? AS TEXT)
       AND ${conditions.text} ORDER BY id DESC LIMIT ?`,
      [lower ?? range.from, before, ...conditions.values, wanted - ids.length],
    )
    ids.push(...found.map(({ id }) => id as Buffer))
    if (lower === null || ids.length >= wanted) return ids
    before = lower
    yield
  }
}

/** The oldest id of the next turn, or null when the rest fits into it. */
function turnEnd(database: Database, { from, before }: IdRange, rows: number): Buffer | null {
  const [row] = database.all(
    `SELECT id FROM sale_search WHERE id >= ? AND id < CAST(? AS TEXT)
     ORDER BY id DESC LIMIT 1 OFFSET ${rows}`,
    [from, before],
  )
  return row ? (row.id as Buffer) : null
}

/** Decodes a page. What is damaged is counted, and stops neither the search nor the till. */
function* page(
  database: Database,
  found: readonly Buffer[],
  limit: number,
): Generator<undefined, FoundSales> {
  const known = found.slice(0, limit).map(id => readable(() => readText(id)))
  const sales: (Sale | null)[] = []
  for (const [n, id] of known.entries()) {
    if (n % decodedInTurn === 0) yield
    sales.push(id === null ? null : readable(() => saleOf(database, id)))
  }
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
