import type { Sale } from '../../../../../shared/payment/sale'
import type { FoundSales, SalesFilter } from '../../../../../shared/payment/sales-filter'
import { searchStatusesOf } from '../../../../../shared/payment/sales-filter'
import { isUnrecognised } from '../../../../../shared/payment/status'
import type { Database } from '../../../database'
import { LedgerDamaged, readable, readSale, readText } from '../../rows/codec'
import { idAt } from '../../rows/sale-id-time'
import type { Projection } from '../projection'
import { createSearchProjection, longestIdLead } from './apply'
import { type Criterion, criteriaOf, settledCriterion, timeCriteria } from './criteria'
import { countOf, type IdRange, newestOf } from './newest'
import { searchTerms } from './terms'

/*
 * How a search runs (decision 15). Each part of the filter becomes a criterion (criteria.ts): a condition on a
 * row of `sale_search` and, where few keys hold its ids, the indexes with these keys.
 * - The criterion with the fewest ids leads: its ids are read, newest first, and the others are asked of each row.
 * - None can lead: the rows are walked back from the newest sale.
 * Both read from one id to another (newest.ts), and pause after a few ms, so that no sale is kept waiting. One
 * statement for all would be simpler: it reads every hit of a common name or amount before it sorts them, and
 * among 1,000,000 sales a page must come within 25 ms.
 * Damage: only ids are read from the indexes; each sale is decoded from its own bytes, and counted where it
 * cannot be.
 */

export interface SearchQuery {
  filter: SalesFilter
  /** The id that the page before ended with, or null: sales that come meanwhile move no page. */
  before: string | null
  limit: number
}

/** Ids are counted up to this: whichever of two larger criteria leads, a page is soon full. */
const manyHits = 10_000

/** How many sales are read and checked in one slice: each lies on pages of its own. */
const decodedInTurn = 16

/** What the search answers. */
export interface SearchQueries {
  /** Finds a page of sales, newest first. A generator: between two slices the caller may let others work. */
  search(query: SearchQuery): Generator<undefined, FoundSales>
  /** The same without the sales: the newest ids, at most `limit`. Damaged ones are left out. */
  findIds(filter: SalesFilter, limit: number): Generator<undefined, string[]>
  /** All sales that were settled with a word without a meaning, resolved or not. */
  unclear(): Sale[]
}

/** The search of an open ledger. */
export function createSearch(database: Database): Projection & SearchQueries {
  return {
    ...createSearchProjection(database),
    *search({ filter, before, limit }) {
      return yield* page(database, yield* newestIds(database, filter, before, limit + 1), limit)
    },
    *findIds(filter, limit) {
      const ids = yield* newestIds(database, filter, null, limit)
      return ids.map(id => readable(() => readText(id))).filter(id => id !== null)
    },
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
function* newestIds(
  database: Database,
  filter: SalesFilter,
  before: string | null,
  limit: number,
): Generator<undefined, Buffer[]> {
  const terms = searchTerms(filter.text, filter.phone)
  if (filter.text !== '' && terms.length === 0) return []
  const ahead = longestIdLead(database)
  const criteria = [
    ...criteriaOf(database, terms, searchStatusesOf(filter.states)),
    ...(filter.settled.length > 0 ? [settledCriterion(filter.settled)] : []),
    ...(ahead > 0 ? timeCriteria(filter) : []),
  ]
  const range = idRange(filter, ahead, before)
  const lead = yield* leadOf(database, criteria, range)
  return yield* newestOf(database, lead, criteria, range, limit)
}

/**
 * Ids sort by the moments that they were made from: those at which their sales were recorded, or later by no
 * more than their lead.
 */
function idRange({ from, to }: SalesFilter, ahead: number, before: string | null): IdRange {
  const ends = [to === null ? '~' : idAt(to + ahead), before ?? '~']
  const [upper = '~'] = ends.toSorted((one, other) => (one < other ? -1 : 1))
  return { from: from === null ? '' : idAt(from), before: upper }
}

/** The criterion with the fewest ids, so that the others are asked of few; null where none can lead. */
function* leadOf(
  database: Database,
  criteria: readonly Criterion[],
  range: IdRange,
): Generator<undefined, Criterion | null> {
  const able = criteria.filter(({ leads }) => leads !== null)
  if (able.length < 2) return able[0] ?? null
  const counted: { one: Criterion; hits: number }[] = []
  for (const one of able) {
    counted.push({ one, hits: countOf(database, one.leads ?? [], range, manyHits) })
    yield
  }
  return counted.toSorted((one, other) => one.hits - other.hits)[0]?.one ?? null
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
