import type { SalesFilter } from '../../../../../shared/payment/sales-filter'
import type { Database, Value } from '../../../database'
import { amountOf, isPart, isWhole, type SearchTerm } from './terms'

/** A piece of SQL with its values. */
export interface Sql {
  text: string
  values: readonly Value[]
}

/** An index, and the keys in it that hold what is searched: under each key the ids lie sorted. */
export interface Lead {
  table: 'sale' | 'sale_search'
  index: string
  column: string
  /** A query with one column, `key`. */
  keys: Sql
}

/** One thing that a sale has to be. */
export interface Criterion {
  /** Indexes that together hold all its ids; null where there are none, or too many keys. */
  leads: readonly Lead[] | null
  /** How many keys the leads have. */
  keys: number
  /** The same, asked of a row of `sale_search`. */
  condition: Sql
}

/** More customers than this are no search for one; walking back from the newest sale soon meets them. */
const mostKeys = 300

/** The highest code point: after everything that begins with a text. */
const end = '\u{10ffff}'

type Kind = Omit<Lead, 'keys'>

const byName: Kind = { table: 'sale_search', index: 'sale_search_name', column: 'name' }
const byPhone: Kind = { table: 'sale', index: 'sale_phone', column: 'msisdn' }
const byAmount: Kind = { table: 'sale_search', index: 'sale_search_amount', column: 'amount' }
const byStatus: Kind = { table: 'sale_search', index: 'sale_search_status', column: 'status' }
const bySettled: Kind = { table: 'sale_search', index: 'sale_search_settled', column: 'settled' }
const byReference: Kind = {
  table: 'sale_search',
  index: 'sale_search_reference',
  column: 'reference',
}

/** All that a sale has to be. Words of one name are one thing: few customers have all of them. */
export function criteriaOf(
  database: Database,
  terms: readonly SearchTerm[],
  statuses: readonly string[],
): Criterion[] {
  const isName = (term: SearchTerm) =>
    term.name !== '' && countKeys(database, [referenceLead(term)]) === 0
  const names = terms.filter(isName)
  const others = terms.filter(term => !names.includes(term))
  const words = names.map(({ name }) => name)
  return [
    ...(words.length > 0
      ? [criterion(database, [nameLead(words)], joined(words.map(hasName), 'AND'))]
      : []),
    ...others.map(term => criterion(database, leadsOf(term), termCondition(term))),
    ...(statuses.length > 0 ? [oneOf(byStatus, statuses)] : []),
  ]
}

/** When sales were recorded, where their ids do not tell: asked of each sale, which no index has. */
export function timeCriteria({ from, to }: Pick<SalesFilter, 'from' | 'to'>): Criterion[] {
  const recordedAt = '(SELECT recorded_at FROM sale WHERE sale.key = sale_search.sale)'
  const ends = [
    ...(from === null ? [] : [{ text: `${recordedAt} >= ?`, values: [from] }]),
    ...(to === null ? [] : [{ text: `${recordedAt} < ?`, values: [to] }]),
  ]
  return ends.map(condition => ({ leads: null, keys: 0, condition }))
}

function criterion(database: Database, leads: Lead[] | null, condition: Sql): Criterion {
  const keys = leads ? countKeys(database, leads) : 0
  return { leads: keys > mostKeys ? null : leads, keys, condition }
}

/** What a person said of how a sale ended. */
export function settledCriterion(blocks: readonly string[]): Criterion {
  return oneOf(bySettled, blocks)
}

/** One of a few values of a column. */
function oneOf(lead: Kind, wanted: readonly string[]): Criterion {
  const marks = wanted.map(() => '(?)').join(', ')
  const keys = { text: `SELECT column1 AS key FROM (VALUES ${marks})`, values: wanted }
  const condition = { text: `${lead.column} IN (VALUES ${marks})`, values: wanted }
  return { leads: [{ ...lead, keys }], keys: wanted.length, condition }
}

/** Counted up to one more than too many. */
function countKeys(database: Database, leads: readonly Lead[]): number {
  const keys = union(leads.map(lead => lead.keys))
  const sql = `SELECT COUNT(*) AS number FROM (${keys.text} LIMIT ${mostKeys + 1})`
  return Number(database.all(sql, keys.values)[0]?.number)
}

/** Digits that are too short to be looked up are in almost every number: no index holds them. */
function leadsOf(term: SearchTerm): Lead[] | null {
  const { name, digits } = term
  if (digits && !isPart(digits)) return null
  const amount = amountOf(digits)
  return [
    referenceLead(term),
    ...(name ? [nameLead([name])] : []),
    ...(digits ? [phoneLead(term)] : []),
    ...(amount === null
      ? []
      : [{ ...byAmount, keys: { text: 'SELECT ? AS key', values: [amount] } }]),
  ]
}

/** The names that have all these words, found by the longest one. */
function nameLead(names: readonly string[]): Lead {
  const words = names.flatMap(name => name.split(' ').filter(Boolean))
  const [longest = ''] = words.toSorted((one, other) => other.length - one.length)
  const all = names.map(name => ({ text: 'instr(lead || part, ?) > 0', values: [name] }))
  return { ...byName, keys: wholes([joined([inRange(longest, longest + end), ...all], 'AND')]) }
}

/** The numbers in which the digits begin an end that is kept, or begin one digit before it. */
function phoneLead({ digits, ending }: SearchTerm): Lead {
  const first = partsFrom(digits, ending)
  const [before = '', ...after] = digits
  const { text, values } = partsFrom(after.join(''), ending)
  const second = { text: `${text} AND substr(lead, -1) = ?`, values: [...values, before] }
  return { ...byPhone, keys: wholes([first, second]) }
}

/** The names or numbers that the parts belong to of which one of these holds. */
function wholes(conditions: readonly Sql[]): Sql {
  const rows = union(
    conditions.map(({ text, values }) => ({
      text: `SELECT ${wholeOfPart} AS whole FROM search_part WHERE ${text}`,
      values,
    })),
  )
  return { text: `SELECT DISTINCT whole AS key FROM (${rows.text})`, values: rows.values }
}

const wholeOfPart = `CASE WHEN lead LIKE '%${isWhole}' THEN rtrim(lead, '${isWhole}') ELSE lead || part END`

function partsFrom(digits: string, ending: boolean): Sql {
  return inRange(digits, digits + (ending ? ' ' : end))
}

function inRange(from: string, to: string): Sql {
  return { text: 'part >= ? AND part < ?', values: [from, to] }
}

function referenceLead({ reference }: SearchTerm): Lead {
  const text = `SELECT DISTINCT reference AS key FROM sale_search INDEXED BY sale_search_reference
    WHERE reference != '' AND reference >= ? AND reference < ?`
  return { ...byReference, keys: { text, values: [reference, reference + end] } }
}

function termCondition({ name, digits, ending, reference }: SearchTerm): Sql {
  const amount = amountOf(digits)
  const parts: Sql[] = [
    { text: 'reference >= ? AND reference < ?', values: [reference, reference + end] },
    ...(name ? [hasName(name)] : []),
    ...(digits ? [hasPhone(digits, ending)] : []),
    ...(amount === null ? [] : [{ text: 'amount = ?', values: [amount] }]),
  ]
  return joined(parts, 'OR')
}

function hasName(name: string): Sql {
  return { text: 'instr(name, ?) > 0', values: [name] }
}

/** Both forms of a number end alike. */
function hasPhone(digits: string, ending: boolean): Sql {
  if (!ending) return { text: 'instr(phone, ?) > 0', values: [digits] }
  return { text: 'substr(phone, ?) = ?', values: [-digits.length, digits] }
}

/** The pieces in brackets, with this word between them. */
export function joined(parts: readonly Sql[], word: 'AND' | 'OR'): Sql {
  const text = parts.map(part => part.text).join(` ${word} `)
  return { text: `(${text})`, values: parts.flatMap(({ values }) => values) }
}

/** The rows of all these queries. */
export function union(queries: readonly Sql[]): Sql {
  const text = queries.map(query => query.text).join(' UNION ALL ')
  return { text, values: queries.flatMap(({ values }) => values) }
}
