import type { Database } from '../../../database'
import { type Criterion, joined, type Lead, type Sql, union } from './criteria'

/** Keys of sales from `from` (inclusive) to `before` (exclusive). */
export interface KeyRange {
  from: number
  before: number
}

/** What is walked where no criterion leads: all rows, from the newest back. */
type Way = Lead | 'all rows'

/** How many rows are read in one slice, a few ms: few at first, for most pages are full at once. */
const firstTurn = 128
const longestWalk = 2_000
/** Under a lead the rows lie apart, each on a page of its own. */
const longestLead = 500
const fewestOfKey = 3

/**
 * The newest keys, in order, that fulfil all criteria; `lead` is the one whose indexes are read. Each slice
 * reads the sales between two keys, so few of each key that a slice takes a few ms.
 */
export function* newestOf(
  database: Database,
  lead: Criterion | null,
  criteria: readonly Criterion[],
  range: KeyRange,
  wanted: number,
): Generator<undefined, number[]> {
  const ways = lead?.leads ?? (['all rows'] as const)
  const others = criteria.filter(one => one !== lead).map(({ condition }) => condition)
  const longest = lead ? longestLead : longestWalk
  const keys: number[] = []
  let { before } = range
  for (let rows = firstTurn; ; rows = Math.min(longest, rows * 2)) {
    const ofKey = Math.max(fewestOfKey, Math.ceil(rows / (lead?.keys || 1)))
    const end = turnEnd(database, ways, { ...range, before }, ofKey)
    const slice = { from: end ?? range.from, before }
    keys.push(...keysIn(database, ways, others, slice, wanted - keys.length))
    if (end === null || keys.length >= wanted) return keys
    before = end
    yield
  }
}

/** The key with which a slice ends that reads at most so many of each key; null when all the rest fits. */
function turnEnd(
  database: Database,
  ways: readonly Way[],
  range: KeyRange,
  ofKey: number,
): number | null {
  const last = union(ways.map(way => lastOfEachKey(way, range, ofKey)))
  const [row] = database.all(`SELECT MAX(sale) AS sale FROM (${last.text})`, last.values)
  return row?.sale == null ? null : Number(row.sale)
}

function lastOfEachKey(way: Way, range: KeyRange, ofKey: number): Sql {
  const { text, values } = inRange(way, range)
  const last = (source: string) =>
    `SELECT rowid AS sale FROM ${source} AND ${text} ORDER BY rowid DESC LIMIT 1 OFFSET ${ofKey - 1}`
  if (way === 'all rows') return { text: `SELECT * FROM (${last('sale_search WHERE 1')})`, values }
  const ofOne = last(`${indexed(way)} ${way.column} = keys.key`)
  return {
    text: `SELECT (${ofOne}) AS sale FROM (${way.keys.text}) AS keys`,
    values: [...values, ...way.keys.values],
  }
}

function keysIn(
  database: Database,
  ways: readonly Way[],
  others: readonly Sql[],
  range: KeyRange,
  limit: number,
): number[] {
  const hits = union(ways.map(way => hitsOf(way, others, range)))
  const sql = `SELECT DISTINCT sale FROM (${hits.text}) ORDER BY sale DESC LIMIT ?`
  return database.all(sql, [...hits.values, limit]).map(({ sale }) => Number(sale))
}

function hitsOf(way: Way, others: readonly Sql[], range: KeyRange): Sql {
  const within = inRange(way, range)
  const checks = others.length === 0 ? [] : [asked(way, joined(others, 'AND'))]
  const all = joined([...(way === 'all rows' ? [] : [inKeys(way)]), within, ...checks], 'AND')
  const source = way === 'all rows' ? 'sale_search WHERE' : indexed(way)
  return { text: `SELECT rowid AS sale FROM ${source} ${all.text}`, values: all.values }
}

function inKeys({ column, keys }: Lead): Sql {
  return { text: `${column} IN (${keys.text})`, values: keys.values }
}

/** Conditions are asked of a row of `sale_search`. */
function asked(way: Way, { text, values }: Sql): Sql {
  if (way === 'all rows' || way.table === 'sale_search') return { text, values }
  const row = 'SELECT 1 FROM sale_search WHERE sale_search.sale = sale.key'
  return { text: `EXISTS (${row} AND ${text})`, values }
}

/** An index that leaves empty values out is used only where the query says so too. */
function indexed({ table, index, column }: Lead): string {
  const filled = ['reference', 'settled'].includes(column) ? `${column} != '' AND` : ''
  return `${table} INDEXED BY ${index} WHERE ${filled}`
}

function inRange(way: Way, { from, before }: KeyRange): Sql {
  const table = way === 'all rows' ? 'sale_search' : way.table
  const text = `${table}.rowid >= ? AND ${table}.rowid < ?`
  return { text, values: [from, before] }
}

/** How many sales a criterion's indexes hold, counted up to `most`. */
export function countOf(
  database: Database,
  leads: readonly Lead[],
  range: KeyRange,
  most: number,
): number {
  const hits = union(leads.map(lead => hitsOf(lead, [], range)))
  const sql = `SELECT COUNT(*) AS hits FROM (${hits.text} LIMIT ?)`
  return Number(database.all(sql, [...hits.values, most])[0]?.hits)
}
