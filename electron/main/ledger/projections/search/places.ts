import type { Database, Value } from '../../../database'
import { allOf, type Criterion, type Place, type Sql } from './criteria'

/** Ids from `from` (inclusive) to `before` (exclusive). */
export interface IdRange {
  from: Value
  before: Value
}

/** How many ids are read at first of all places together, within these bounds for each; then more each time. */
const firstRead = 128
const fewest = 3
const enough = 16
const mostRead = 128
/** The work of one turn, a few ms, in ids: looks into an index, and what a statement costs besides. */
const readInTurn = 1_000
const statementCost = 40
/** Looking into so many places costs as much as fetching the row, which lies on a page of its own. */
const rowCost = 20

interface Reading {
  place: Place
  /** Newest first, and not yet handed out. */
  ids: Buffer[]
  /** Everything from here on was read. */
  before: Value
  next: number
  done: boolean
}

/**
 * The ids in all these places that are everything else too, newest first and each once, some at a
 * time: little more is read than is handed out. Pauses (`null`) when others should come first.
 */
export function* newestOf(
  database: Database,
  places: readonly Place[],
  others: readonly Criterion[],
  { from, before }: IdRange,
): Generator<Buffer[] | null, void> {
  const check = others.length === 0 ? null : allOf(cheapestFirst(others).map(checkOf))
  const idCost = others.reduce((sum, other) => sum + askingCost(other), 1)
  const next = Math.min(enough, Math.max(fewest, Math.ceil(firstRead / places.length)))
  let readings: Reading[] = places.map(place => ({ place, ids: [], before, next, done: false }))
  let work = 0
  while (readings.length > 0) {
    for (const reading of readings) {
      if (reading.ids.length > 0 || reading.done) continue
      work += reading.next * idCost + statementCost
      readMore(database, reading, from, check)
      if (work < readInTurn) continue
      work = 0
      yield null
    }
    yield handOut(readings)
    readings = readings.filter(({ ids, done }) => ids.length > 0 || !done)
  }
}

function readMore(database: Database, reading: Reading, from: Value, check: Sql | null): void {
  const { place, before, next } = reading
  if (check === null) {
    reading.ids = select(database, place, { from, before }, `LIMIT ${next}`)
    reading.done = reading.ids.length < next
    reading.before = reading.ids.at(-1) ?? before
  } else {
    // Not all that is read fits: how far it went is asked first.
    const [last] = select(database, place, { from, before }, `LIMIT 1 OFFSET ${next - 1}`)
    reading.ids = select(database, place, { from: last ?? from, before }, '', check)
    reading.done = last === undefined
    reading.before = last ?? before
  }
  reading.next = Math.min(mostRead, next * 2)
}

function select(
  database: Database,
  { table, index, is, key }: Place,
  { from, before }: IdRange,
  limit: string,
  check: Sql = allOf([]),
): Buffer[] {
  const rows = database.all(
    `SELECT id FROM ${table} AS hit INDEXED BY ${index}
     WHERE ${is} AND id >= CAST(? AS TEXT) AND id < CAST(? AS TEXT) AND ${check.text}
     ORDER BY id DESC ${limit}`,
    [key, from, before, ...check.values],
  )
  return rows.map(({ id }) => id as Buffer)
}

/** What no place can still have something newer than. The bytes sort as the engine sorts text. */
function handOut(readings: readonly Reading[]): Buffer[] {
  const [limit] = readings
    .flatMap(({ done, before }) => (done || !Buffer.isBuffer(before) ? [] : [before]))
    .toSorted(newestFirst)
  const isSure = (id: Buffer) => limit === undefined || Buffer.compare(id, limit) >= 0
  const sure = readings.flatMap(({ ids }) => ids.filter(isSure)).toSorted(newestFirst)
  for (const reading of readings) reading.ids = reading.ids.filter(id => !isSure(id))
  return sure.filter((id, n) => n === 0 || !id.equals(sure[n - 1] as Buffer))
}

const newestFirst = (one: Buffer, other: Buffer) => Buffer.compare(other, one)

/** What it costs to ask this of one id, in looks into an index. */
export function askingCost({ places }: Criterion): number {
  return Math.min(places?.length ?? rowCost, rowCost)
}

function cheapestFirst(criteria: readonly Criterion[]): Criterion[] {
  return criteria.toSorted((one, other) => askingCost(one) - askingCost(other))
}

/** Asks it of `hit`: of the index where that takes few looks, otherwise of the row. */
function checkOf({ places, condition }: Criterion): Sql {
  if (places === null || places.length >= rowCost)
    return {
      text: `EXISTS (SELECT 1 FROM sale_search AS other WHERE other.id = hit.id AND ${condition.text})`,
      values: condition.values,
    }
  const looks = places.map(
    ({ table, index, is }) =>
      `EXISTS (SELECT 1 FROM ${table} AS other INDEXED BY ${index} WHERE ${is} AND other.id = hit.id)`,
  )
  return { text: `(${['0', ...looks].join(' OR ')})`, values: places.map(({ key }) => key) }
}

/** How many sales are in these places, counted up to `most`. Pauses when others should come first. */
export function* countOf(
  database: Database,
  places: readonly Place[],
  { from, before }: IdRange,
  most: number,
): Generator<undefined, number> {
  let count = 0
  let counted = 0
  for (const place of places) {
    if (count >= most) return most
    const hits = countIn(database, place, { from, before }, most - count)
    count += hits
    counted += hits / 4 + statementCost
    if (counted < readInTurn) continue
    counted = 0
    yield
  }
  return count
}

function countIn(
  database: Database,
  { table, index, is, key }: Place,
  { from, before }: IdRange,
  most: number,
): number {
  const [row] = database.all(
    `SELECT COUNT(*) AS hits FROM (
       SELECT 1 FROM ${table} INDEXED BY ${index} WHERE ${is} AND id >= ? AND id < ? LIMIT ?
     )`,
    [key, from, before, most],
  )
  return Number(row?.hits)
}
