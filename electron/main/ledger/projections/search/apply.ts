import { isDeepStrictEqual } from 'node:util'
import { settledAs } from '../../../../../shared/day/standing'
import type { Sale } from '../../../../../shared/payment/sale'
import { searchStatusOf } from '../../../../../shared/payment/sales-filter'
import type { Database } from '../../../database'
import { idTime } from '../../rows/sale-id-time'
import { presentKey } from '../../rows/sale-key'
import { customerRemoved, type Projection } from '../projection'
import { nameKey, nameParts, type Part, phoneKey, phoneParts, referenceKey } from './terms'

/** Keeps each sale findable. */
export function createSearchProjection(database: Database): Projection {
  return {
    apply(after, before) {
      if (before === null) indexSale(database, after)
      else if (customerRemoved(after, before)) forgetCustomer(database, before)
      else reindexSale(database, before, after)
    },
  }
}

function indexSale(database: Database, sale: Sale): void {
  const name = nameKey(sale)
  const phone = phoneKey(sale.msisdn)
  database.run(
    `INSERT INTO sale_search (sale, status, amount, phone, name, reference, settled)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [
      presentKey(database, sale.id),
      searchStatusOf(sale),
      sale.amount.value,
      phone,
      name,
      referenceKey(sale.reference),
      settledAs(sale) ?? '',
    ],
  )
  addParts(database, phoneParts(phone))
  addParts(database, nameParts(name))
  noteIdLead(database, sale)
}

/** Who paid how much never changes. */
function reindexSale(database: Database, before: Sale, after: Sale): void {
  const keysOf = (sale: Sale) => [
    searchStatusOf(sale),
    referenceKey(sale.reference),
    settledAs(sale) ?? '',
  ]
  const keys = keysOf(after)
  if (isDeepStrictEqual(keysOf(before), keys)) return
  database.run('UPDATE sale_search SET status = ?, reference = ?, settled = ? WHERE sale = ?', [
    ...keys,
    presentKey(database, after.id),
  ])
}

/**
 * Takes a customer out of the search. The sale itself is still found by its reference, amount, state and
 * day. The sale's own row has lost its number by now; `sale` is as it was before.
 */
function forgetCustomer(database: Database, sale: Sale): void {
  database.run(`UPDATE sale_search SET phone = '', name = '' WHERE sale = ?`, [
    presentKey(database, sale.id),
  ])
  const name = nameKey(sale)
  if (!isHeld(database, inSales, sale.msisdn))
    forgetParts(database, phoneParts(phoneKey(sale.msisdn)))
  if (!isHeld(database, inNames, name)) forgetParts(database, nameParts(name))
}

const inSales = 'SELECT 1 AS one FROM sale WHERE msisdn = ? LIMIT 1'
const inNames = 'SELECT 1 AS one FROM sale_search WHERE name = ? LIMIT 1'

/** Another sale of the same customer, which is kept, is found by the same parts. */
function isHeld(database: Database, sql: string, whole: string): boolean {
  return database.all(sql, [whole]).length > 0
}

function forgetParts(database: Database, parts: readonly Part[]): void {
  for (const part of parts)
    database.run('DELETE FROM search_part WHERE part = ? AND lead = ?', part)
}

/** All parts are written together: where the first one is, so are the others. */
function addParts(database: Database, parts: readonly Part[]): void {
  const [first] = parts
  if (first === undefined || isKnown(database, first)) return
  for (const part of parts) database.run('INSERT INTO search_part (part, lead) VALUES (?, ?)', part)
}

function isKnown(database: Database, part: Part): boolean {
  const sql = 'SELECT 1 AS one FROM search_part WHERE part = ? AND lead = ?'
  return database.all(sql, part).length > 0
}

/** Several sales within one moment make a lead too, which no search by day has to mind, ms. */
const slack = 1_000

/**
 * How far the ids of sales ever ran ahead of the computer's clock, ms; 0 where it was never set back. Ids keep
 * the ledger's own order, so after that they are later than the moments at which their sales were recorded.
 */
export function longestIdLead(database: Database): number {
  const [row] = database.all('SELECT MAX(ms) AS ms FROM id_lead')
  return Number(row?.ms ?? 0)
}

/** A row only for each time that the lead grew. */
function noteIdLead(database: Database, { id, recordedAt }: Sale): void {
  const lead = idTime(id) - recordedAt
  if (lead > slack && lead > longestIdLead(database))
    database.run('INSERT INTO id_lead (ms) VALUES (?)', [lead])
}
