import type {
  CustomerDetails,
  CustomerPlace,
  KnownCustomer,
} from '../../../../../../shared/customer-book'
import type { Database } from '../../../database'
import type { Projection } from '../projection'
import { type BookKeeping, createCustomerProjection } from './apply'
import {
  customerSearchPattern,
  customerSearchText,
  encodeDetails,
  readCustomer,
} from './customer-rows'

/** The shop's customers by their number: local, in the encrypted ledger of their connection. */
export interface CustomerBook {
  /** Customers whose number begins with one of these digits, the last to buy first. */
  find(prefixes: readonly string[], limit: number): KnownCustomer[]
  one(msisdn: string): KnownCustomer | null
  /** Whose name, number or email contains `text`, the last to buy first, from `before` on. */
  list(query: { text: string; before: CustomerPlace | null; limit: number }): KnownCustomer[]
  /** Null where there is no such customer. */
  change(msisdn: string, details: CustomerDetails): KnownCustomer | null
  /** Deletes the row; the next scrub empties what copies of it the file may hold. False where there was none. */
  forget(msisdn: string): boolean
}

/** So many are sorted in an instant; of more, the newest few are found sooner by walking in time. */
const fewEnoughToSort = 2_000

const columns = 'msisdn, last_sale_at, details'
/** Digits end before it. */
const afterDigits = ':'

/** The book in an open, migrated ledger. */
export function createCustomerBook(
  database: Database,
  book: BookKeeping,
): Projection & CustomerBook {
  const rows = (sql: string, values: readonly (string | number)[]) =>
    database
      .all(sql, values)
      .map(readCustomer)
      .filter(customer => customer !== null)

  const one: CustomerBook['one'] = msisdn =>
    rows(`SELECT ${columns} FROM customer WHERE msisdn = ?`, [msisdn])[0] ?? null

  const isFew = (from: string, to: string) =>
    Number(
      database.all(
        `SELECT COUNT(*) AS found FROM
           (SELECT 1 FROM customer WHERE msisdn >= ? AND msisdn < ? LIMIT ?)`,
        [from, to, fewEnoughToSort + 1],
      )[0]?.found,
    ) <= fewEnoughToSort

  // A plus keeps the engine from an index: either the numbers are walked, or the times, as chosen here.
  const byNumber = `SELECT ${columns} FROM customer WHERE msisdn >= ? AND msisdn < ?
    ORDER BY +last_sale_at DESC LIMIT ?`
  const byTime = `SELECT ${columns} FROM customer WHERE msisdn IN
    (SELECT msisdn FROM customer INDEXED BY customer_last_sale
     WHERE +msisdn >= ? AND +msisdn < ? ORDER BY last_sale_at DESC LIMIT ?)`

  const lastFirst = 'ORDER BY last_sale_at DESC, msisdn DESC LIMIT ?'
  const everyone = `SELECT ${columns} FROM customer WHERE (last_sale_at, msisdn) < (?, ?) ${lastFirst}`
  const matching = `SELECT ${columns} FROM customer WHERE msisdn IN
    (SELECT msisdn FROM customer INDEXED BY customer_search
     WHERE (+last_sale_at, +msisdn) < (?, ?) AND search LIKE ? ESCAPE '\\' ${lastFirst})
    ORDER BY +last_sale_at DESC, +msisdn DESC`

  function beginningWith(prefix: string, limit: number): KnownCustomer[] {
    const to = prefix + afterDigits
    return rows(isFew(prefix, to) ? byNumber : byTime, [prefix, to, limit])
  }

  function change(msisdn: string, details: CustomerDetails): KnownCustomer | null {
    const { changes } = database.transaction(() =>
      database.run('UPDATE customer SET search = ?, details = ? WHERE msisdn = ?', [
        ...[customerSearchText(msisdn, details), encodeDetails(details), msisdn],
      ]),
    )
    return changes === 0 ? null : one(msisdn)
  }

  return {
    ...createCustomerProjection(database, book),
    one,
    find(prefixes, limit) {
      const found = prefixes.flatMap(prefix => beginningWith(prefix, limit))
      const each = new Map(found.map(customer => [customer.msisdn, customer]))
      return [...each.values()].sort(lastToBuyFirst).slice(0, limit)
    },
    list({ text, before, limit }) {
      const place = [before?.lastSaleAt ?? Number.MAX_SAFE_INTEGER, before?.msisdn ?? afterDigits]
      return text.trim() === ''
        ? rows(everyone, [...place, limit])
        : rows(matching, [...place, customerSearchPattern(text), limit])
    },
    change,
    forget: msisdn =>
      database.transaction(() => {
        database.run('UPDATE retention_scrub SET due = 1')
        return database.run('DELETE FROM customer WHERE msisdn = ?', [msisdn])
      }).changes > 0,
  }
}

function lastToBuyFirst(one: KnownCustomer, other: KnownCustomer): number {
  return other.lastSaleAt - one.lastSaleAt
}
