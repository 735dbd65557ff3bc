import type { Sale } from '../../../../../shared/payment/sale'
import type { FoundSales, SalesFilter } from '../../../../../shared/payment/sales-filter'
import { searchStatusesOf } from '../../../../../shared/payment/sales-filter'
import { isUnrecognised } from '../../../../../shared/payment/status'
import type { Database } from '../../../database'
import { LedgerDamaged, readable, readSale } from '../../rows/codec'
import { idAt } from '../../rows/sale-id-time'
import { idBytes, readId } from '../../rows/sale-key'
import type { Projection } from '../projection'
import { createSearchProjection, longestIdLead } from './apply'
import { type Criterion, criteriaOf, settledCriterion, timeCriteria } from './criteria'
import { countOf, type KeyRange, newestOf } from './newest'
import { searchTerms } from './terms'

/*
 * How a search runs (decision 15). Each part of the filter becomes a criterion (criteria.ts): a condition on a
 * row of `sale_search` and, where few values hold its sales, the indexes with these values.
 * - The criterion with the fewest sales leads: they are read, newest first, and the others are asked of each row.
 * - None can lead: the rows are walked back from the newest sale.
 * Both read from one sale's key to another (newest.ts), and pause after a few ms, so that no sale is kept waiting. One
 * statement for all would be simpler: it reads every hit of a common name or amount before it sorts them, and
 * among 1,000,000 sales a page must come within 25 ms.
 * Damage: only keys are read from the indexes; each sale is decoded from its own bytes, and counted where it
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
  /** The same without the sales: the newest keys, at most `limit`. */
  findKeys(filter: SalesFilter, limit: number): Generator<undefined, number[]>
  /** All sales that were settled with a word without a meaning, resolved or not. */
  unclear(): Sale[]
}

/** The search of an open ledger. */
export function createSearch(database: Database): Projection & SearchQueries {
  return {
    ...createSearchProjection(database),
    *search({ filter, before, limit }) {
      return yield* page(database, yield* newestKeys(database, filter, before, limit + 1), limit)
    },
    findKeys: (filter, limit) => newestKeys(database, filter, null, limit),
    unclear: () =>
      database
        .all(
          `SELECT state FROM sale
           WHERE key IN (SELECT sale FROM sale_search WHERE status = 'manager') ORDER BY key`,
        )
        .map(row => readSale(row.state))
        .filter(isUnrecognised),
  }
}

/** Only keys are read of what is searched; the sales themselves are decoded from their bytes. */
function* newestKeys(
  database: Database,
  filter: SalesFilter,
  before: string | null,
  limit: number,
): Generator<undefined, number[]> {
  const terms = searchTerms(filter.text, filter.phone)
  if (filter.text !== '' && terms.length === 0) return []
  const ahead = longestIdLead(database)
  const criteria = [
    ...criteriaOf(database, terms, searchStatusesOf(filter.states)),
    ...(filter.settled.length > 0 ? [settledCriterion(filter.settled)] : []),
    ...(ahead > 0 ? timeCriteria(filter) : []),
  ]
  const range = keyRange(database, filter, ahead, before)
  const lead = yield* leadOf(database, criteria, range)
  return yield* newestOf(database, lead, criteria, range, limit)
}

/**
 * Ids sort by the moments that they were made from: those at which their sales were recorded, or later by no
 * more than their lead. Keys sort as ids do: each id is made after the last one.
 */
function keyRange(
  database: Database,
  { from, to }: SalesFilter,
  ahead: number,
  before: string | null,
): KeyRange {
  const firstOf = (id: Buffer) => firstKey(database, id)
  return {
    from: from === null ? 0 : firstOf(idAt(from)),
    before: Math.min(
      to === null ? endOfKeys : firstOf(idAt(to + ahead)),
      before === null ? endOfKeys : firstOf(idBytes(before)),
    ),
  }
}

const endOfKeys = Number.MAX_SAFE_INTEGER

/** The key of the first sale whose id is not less than this. */
function firstKey(database: Database, id: Buffer): number {
  const [row] = database.all('SELECT key FROM sale WHERE id >= ? ORDER BY id LIMIT 1', [id])
  return row ? Number(row.key) : endOfKeys
}

/** The criterion with the fewest ids, so that the others are asked of few; null where none can lead. */
function* leadOf(
  database: Database,
  criteria: readonly Criterion[],
  range: KeyRange,
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
  found: readonly number[],
  limit: number,
): Generator<undefined, FoundSales> {
  const rows: FoundRow[] = []
  for (const [n, key] of found.slice(0, limit).entries()) {
    if (n % decodedInTurn === 0) yield
    rows.push(rowOf(database, key))
  }
  const sales = rows.map(({ sale }) => sale).filter(sale => sale !== null)
  const last = rows.findLast(({ id }) => id !== null)?.id ?? null
  if (found.length > limit && last === null) throw new LedgerDamaged('No id on a page can be read')
  return {
    sales,
    next: found.length > limit ? last : null,
    unreadable: rows.length - sales.length,
  }
}

/** A sale that was found; null for what of it cannot be read. */
interface FoundRow {
  id: string | null
  sale: Sale | null
}

function rowOf(database: Database, key: number): FoundRow {
  const [row] = database.all('SELECT id, state FROM sale WHERE key = ?', [key])
  return { id: readable(() => readId(row?.id)), sale: readable(() => readSale(row?.state)) }
}
