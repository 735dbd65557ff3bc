import type { Sale } from '../../../../../shared/payment/sale'
import { searchStatusOf } from '../../../../../shared/payment/sales-filter'
import type { Database, Value } from '../../../database'
import { insertMany } from '../../insert-many'
import { type SaleRow, salePages } from '../../sale-pages'
import { nameKey, nameParts, phoneKey, phoneParts, referenceKey } from './terms'

/**
 * What sales are searched by (decision 15). Narrow rows, apart from the sales themselves: a search that
 * has to walk reads a tenth of the pages, and an old ledger is filled without rewriting a sale. Ordinary
 * indexes throughout: full-text ones merge now and then, and a customer would wait for it.
 */
export const searchTables = [
  `CREATE TABLE sale_search (
    id TEXT PRIMARY KEY,
    face TEXT NOT NULL,
    amount INTEGER NOT NULL,
    phone TEXT NOT NULL,
    name TEXT NOT NULL,
    reference TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  // A part of a phone number or name, and the whole of it: written once a customer, not once a sale.
  `CREATE TABLE search_part (
    part TEXT NOT NULL,
    whole TEXT NOT NULL,
    PRIMARY KEY (part, whole)
  ) STRICT, WITHOUT ROWID`,
] as const

/** Made after an old ledger was filled: sorted once, and not page by page. */
export const searchIndexes = [
  'CREATE INDEX sale_search_face ON sale_search (face)',
  'CREATE INDEX sale_search_amount ON sale_search (amount)',
  'CREATE INDEX sale_search_name ON sale_search (name)',
  `CREATE INDEX sale_search_reference ON sale_search (reference) WHERE reference != ''`,
] as const

/** Makes a new sale findable. In the transaction that records it. */
export function indexSale(database: Database, sale: Sale): void {
  const name = nameKey(sale)
  const phone = phoneKey(sale.msisdn)
  database.run(
    'INSERT INTO sale_search (id, face, amount, phone, name, reference) VALUES (?, ?, ?, ?, ?, ?)',
    [sale.id, searchStatusOf(sale), sale.amount.value, phone, name, referenceKey(sale.reference)],
  )
  addParts(database, sale.msisdn, phone, phoneParts)
  addParts(database, name, name, nameParts)
}

/** Follows a sale that has moved on; who paid how much never changes. */
export function reindexSale(database: Database, before: Sale, after: Sale): void {
  if (searchStatusOf(before) === searchStatusOf(after) && before.reference === after.reference)
    return
  database.run('UPDATE sale_search SET face = ?, reference = ? WHERE id = ?', [
    searchStatusOf(after),
    referenceKey(after.reference),
    after.id,
  ])
}

/**
 * Takes a customer whose data was removed out of the search. The sale itself is still found by its
 * reference, amount, state and day. Once the sale's own row has lost its number: `sale` is as it was before.
 */
export function forgetInSearch(database: Database, sale: Sale): void {
  database.run(`UPDATE sale_search SET phone = '', name = '' WHERE id = ?`, [sale.id])
  const name = nameKey(sale)
  if (!isHeld(database, inSales, sale.msisdn))
    forgetParts(database, sale.msisdn, phoneParts(phoneKey(sale.msisdn)))
  if (!isHeld(database, inNames, name)) forgetParts(database, name, nameParts(name))
}

const inSales = 'SELECT 1 AS one FROM sale WHERE msisdn = ? LIMIT 1'
const inNames = 'SELECT 1 AS one FROM sale_search WHERE name = ? LIMIT 1'

/** Another sale of the same customer, which is kept, is found by the same parts. */
function isHeld(database: Database, sql: string, whole: string): boolean {
  return database.all(sql, [whole]).length > 0
}

function forgetParts(database: Database, whole: string, parts: readonly string[]): void {
  for (const part of parts)
    database.run('DELETE FROM search_part WHERE part = ? AND whole = ?', [part, whole])
}

/** All parts are written together: where the first one is, so are the others. */
function addParts(
  database: Database,
  whole: string,
  key: string,
  partsOf: (key: string) => string[],
): void {
  const parts = partsOf(key)
  const [first] = parts
  if (first === undefined || isKnown(database, first, whole)) return
  for (const part of parts)
    database.run('INSERT INTO search_part (part, whole) VALUES (?, ?)', [part, whole])
}

function isKnown(database: Database, part: string, whole: string): boolean {
  const found = database.all('SELECT 1 AS one FROM search_part WHERE part = ? AND whole = ?', [
    part,
    whole,
  ])
  return found.length > 0
}

const mostRemembered = 50_000

/**
 * Makes the sales of an older ledger findable, page by page. A damaged sale keeps a row without contents, so that a list can say that it is there.
 */
export function fillSearch(database: Database): void {
  const known = new Map<string, string>()
  for (const page of salePages(database)) fillPage(database, page, known)
}

/** `known` remembers the keys of customers: most of them come again, and a number takes long to read. */
function fillPage(database: Database, rows: readonly SaleRow[], known: Map<string, string>): void {
  if (known.size > mostRemembered) known.clear()
  const searchRows: Value[][] = []
  const parts: Value[][] = []
  const keyOf = (whole: string, make: () => string, partsOf: (key: string) => string[]) => {
    const before = known.get(whole)
    if (before !== undefined) return before
    const key = make()
    known.set(whole, key)
    parts.push(...partsOf(key).map(part => [part, whole]))
    return key
  }
  for (const { id, sale } of rows)
    if (id !== null) searchRows.push(sale?.id === id ? searchRow(sale, keyOf) : emptyRow(id))
  const table = 'sale_search (id, face, amount, phone, name, reference)'
  insertMany(database, `INSERT INTO ${table}`, searchRows)
  // A customer who was forgotten meanwhile comes a second time.
  insertMany(database, 'INSERT OR IGNORE INTO search_part (part, whole)', parts)
}

type KeyOf = (whole: string, make: () => string, partsOf: (key: string) => string[]) => string

function searchRow(sale: Sale, keyOf: KeyOf): Value[] {
  const { id, msisdn, amount, reference } = sale
  const name = nameKey(sale)
  const phone = keyOf(msisdn, () => phoneKey(msisdn), phoneParts)
  keyOf(name, () => name, nameParts)
  return [id, searchStatusOf(sale), amount.value, phone, name, referenceKey(reference)]
}

function emptyRow(id: string): Value[] {
  return [id, '', 0, '', '', '']
}
