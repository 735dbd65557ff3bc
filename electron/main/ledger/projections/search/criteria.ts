import type { SalesFilter } from '../../../../../shared/payment/sales-filter'
import type { Database, Value } from '../../../database'
import { amountOf, isPart, type SearchTerm } from './terms'

/** A piece of SQL with its values. */
export interface Sql {
  text: string
  values: readonly Value[]
}

/** One place in an index: the ids in it lie sorted, so the newest come without reading the others. */
export interface Place {
  table: 'sale' | 'sale_search'
  index: string
  /** What is asked of the indexed column, with one mark for the key. */
  is: string
  key: Value
}

/** One thing that a sale has to be. */
export interface Criterion {
  /** Where all its ids lie, or null when that is nowhere or in too many places. */
  places: readonly Place[] | null
  /** The same, asked of a row of `sale_search`, which is called `other`. */
  condition: Sql
}

/** More customers than this are no search for one; walking back from the newest sale soon meets them. */
const mostPlaces = 300

/** The highest code point: after everything that begins with a text. */
const end = '\u{10ffff}'

type Kind = Omit<Place, 'key'>

const inName: Kind = {
  table: 'sale_search',
  index: 'sale_search_name',
  is: 'name = CAST(? AS TEXT)',
}
const inPhone: Kind = { table: 'sale', index: 'sale_phone', is: 'msisdn = CAST(? AS TEXT)' }
const inAmount: Kind = { table: 'sale_search', index: 'sale_search_amount', is: 'amount = ?' }
const inStatus: Kind = { table: 'sale_search', index: 'sale_search_status', is: 'status = ?' }
const inReference: Kind = {
  table: 'sale_search',
  index: 'sale_search_reference',
  // Without the first half the engine may not use an index that leaves empty ones out.
  is: `reference != '' AND reference = CAST(? AS TEXT)`,
}

/** All that a sale has to be. Words of one name are one thing: few customers have all of them. */
export function criteriaOf(
  database: Database,
  terms: readonly SearchTerm[],
  statuses: readonly string[],
): Criterion[] {
  const found = terms.map(term => ({ term, references: referencesOf(database, term) }))
  const isName = ({ term, references }: (typeof found)[number]) =>
    term.name !== '' && references.length === 0
  const names = found.filter(isName).map(({ term }) => term.name)
  const others = found.filter(one => !isName(one))
  return [
    ...(names.length > 0 ? [namesCriterion(database, names)] : []),
    ...others.map(({ term, references }) => termCriterion(database, term, references)),
    ...(statuses.length > 0 ? [statusCriterion(statuses)] : []),
  ]
}

/** When sales were recorded, where their ids do not tell: asked of each sale, which no index has. */
export function timeCriteria({ from, to }: Pick<SalesFilter, 'from' | 'to'>): Criterion[] {
  const recordedAt = '(SELECT recorded_at FROM sale WHERE sale.id = other.id)'
  const ends = [
    ...(from === null ? [] : [{ text: `${recordedAt} >= ?`, values: [from] }]),
    ...(to === null ? [] : [{ text: `${recordedAt} < ?`, values: [to] }]),
  ]
  return ends.map(condition => ({ places: null, condition }))
}

function namesCriterion(database: Database, names: readonly string[]): Criterion {
  return {
    places: limited(namePlaces(database, names)),
    condition: allOf(names.map(nameCondition)),
  }
}

function termCriterion(
  database: Database,
  term: SearchTerm,
  references: readonly Place[],
): Criterion {
  return {
    places: limited([...references, ...otherPlaces(database, term)]),
    condition: termCondition(term),
  }
}

function statusCriterion(statuses: readonly string[]): Criterion {
  return {
    places: statuses.map(key => ({ ...inStatus, key })),
    condition: { text: `status IN (${statuses.map(() => '?').join(', ')})`, values: statuses },
  }
}

function limited(places: readonly (Place | null)[]): Place[] | null {
  const known = places.filter(place => place !== null)
  return known.length < places.length || known.length > mostPlaces ? null : known
}

function otherPlaces(database: Database, term: SearchTerm): (Place | null)[] {
  const amount = amountOf(term.digits)
  return [
    ...(term.name ? namePlaces(database, [term.name]) : []),
    ...(term.digits ? phonePlaces(database, term) : []),
    ...(amount === null ? [] : [{ ...inAmount, key: amount }]),
  ]
}

/** The names that have all these words, found by the longest one. */
function namePlaces(database: Database, names: readonly string[]): Place[] {
  const words = names.flatMap(name => name.split(' ').filter(Boolean))
  const [longest = ''] = words.toSorted((one, other) => other.length - one.length)
  const all = allOf(names.map(name => ({ text: 'instr(whole, ?) > 0', values: [name] })))
  return wholes(
    database,
    {
      text: `part >= ? AND part < ? AND ${all.text}`,
      values: [longest, longest + end, ...all.values],
    },
    inName,
  )
}

/** Digits that are too short to be looked up are in almost every number: no place. */
function phonePlaces(database: Database, { digits, ending }: SearchTerm): (Place | null)[] {
  if (!isPart(digits)) return [null]
  return wholes(
    database,
    { text: 'part >= ? AND part < ?', values: [digits, digits + (ending ? ' ' : end)] },
    inPhone,
  )
}

function wholes(database: Database, { text, values }: Sql, kind: Kind): Place[] {
  const rows = database.all(
    `SELECT DISTINCT whole FROM search_part WHERE ${text} LIMIT ${mostPlaces + 1}`,
    values,
  )
  // As bytes: damaged text is compared by the engine alone.
  return rows.map(({ whole }) => ({ ...kind, key: whole as Buffer }))
}

function referencesOf(database: Database, { reference }: SearchTerm): Place[] {
  const rows = database.all(
    `SELECT DISTINCT reference FROM sale_search INDEXED BY sale_search_reference
     WHERE reference != '' AND reference >= ? AND reference < ? LIMIT ${mostPlaces + 1}`,
    [reference, reference + end],
  )
  return rows.map(row => ({ ...inReference, key: row.reference as Buffer }))
}

function termCondition({ name, digits, ending, reference }: SearchTerm): Sql {
  const parts: Sql[] = [
    { text: 'reference >= ? AND reference < ?', values: [reference, reference + end] },
  ]
  if (name) parts.push(nameCondition(name))
  if (digits) parts.push(phoneCondition(digits, ending))
  const amount = amountOf(digits)
  if (amount !== null) parts.push({ text: 'amount = ?', values: [amount] })
  return joined(parts, ' OR ')
}

function nameCondition(name: string): Sql {
  return { text: 'instr(name, ?) > 0', values: [name] }
}

/** Both forms of a number end alike. */
function phoneCondition(digits: string, ending: boolean): Sql {
  if (!ending) return { text: 'instr(phone, ?) > 0', values: [digits] }
  return { text: 'substr(phone, ?) = ?', values: [-digits.length, digits] }
}

/** True of a row that all of these are true of; of every row when there are none. */
export function allOf(parts: readonly Sql[]): Sql {
  return parts.length === 0 ? { text: '(1)', values: [] } : joined(parts, ' AND ')
}

function joined(parts: readonly Sql[], word: string): Sql {
  return {
    text: `(${parts.map(({ text }) => text).join(word)})`,
    values: parts.flatMap(({ values }) => values),
  }
}
