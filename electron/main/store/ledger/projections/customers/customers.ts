import {
  type CustomerDetails,
  type CustomerPlace,
  type KnownCustomer,
  mergeDetails,
  ownDetails,
} from '../../../../../../shared/customer-book'
import {
  customerDetailsSchema,
  msisdnSchema,
} from '../../../../../../shared/payment/customer-schemas'
import type { Payment } from '../../../../../../shared/payment/payment'
import { formatMsisdn, phoneText, readPhoneNumber } from '../../../../../../shared/phone'
import { plainLine } from '../../../../../../shared/plain-text'
import type { ShopSettings } from '../../../../../../shared/settings'
import { type Database, decodeText } from '../../../database'
import { checked, readable, readJson } from '../../rows/codec'
import { pack } from '../../rows/packing'
import { customerRemoved, type Projection } from '../projection'

/** A row a phone number: the customer book. */
export const customerTables = [
  `CREATE TABLE customer (
    msisdn TEXT PRIMARY KEY,
    last_payment_at INTEGER NOT NULL,
    search TEXT NOT NULL,
    details BLOB NOT NULL
  ) STRICT, WITHOUT ROWID`,
  // A search reads this index alone, the last to buy first: the rows themselves are spread over the whole file.
  'CREATE INDEX customer_last_payment ON customer (last_payment_at, msisdn, search)',
]

export interface BookKeeping {
  /** As it is now. Its default customer is never learnt as anyone's own; numbers are typed as its country writes them. */
  shop: () => Pick<ShopSettings, 'country' | 'currency' | 'customer'>
  /** Gets to know of an entry that a new sale found unreadable and replaced. */
  damaged: () => void
}

/** So many are sorted in an instant; of more, the newest few are found sooner by walking in time. */
const fewEnoughToSort = 2_000

const columns = 'msisdn, last_payment_at, details'
/** Digits end before it. */
const afterDigits = ':'

// A plus keeps the engine from an index: either the numbers are walked, or the times, as chosen here.
const byNumber = `SELECT ${columns} FROM customer WHERE msisdn >= ? AND msisdn < ?
  ORDER BY +last_payment_at DESC LIMIT ?`
const byTime = `SELECT ${columns} FROM customer WHERE msisdn IN
  (SELECT msisdn FROM customer INDEXED BY customer_last_payment
   WHERE +msisdn >= ? AND +msisdn < ? ORDER BY last_payment_at DESC LIMIT ?)`

const lastFirst = 'ORDER BY last_payment_at DESC, msisdn DESC LIMIT ?'
const everyone = `SELECT ${columns} FROM customer WHERE (last_payment_at, msisdn) < (?, ?) ${lastFirst}`
const matching = `SELECT ${columns} FROM customer WHERE msisdn IN
  (SELECT msisdn FROM customer INDEXED BY customer_last_payment
   WHERE (last_payment_at, msisdn) < (?, ?) AND search LIKE ? ESCAPE '\\' ${lastFirst})
  ORDER BY +last_payment_at DESC, +msisdn DESC`

/** The shop's customers by their number: local, in the encrypted ledger of their connection. */
export class CustomerBook implements Projection {
  constructor(
    private readonly database: Database,
    private readonly book: BookKeeping,
  ) {}

  apply(after: Payment, before: Payment | null): void {
    // Cash is taken from no number.
    if (before === null && after.msisdn !== '') this.#learn(after)
    else if (before !== null && customerRemoved(after, before)) this.#forgetWithoutPayments(before)
  }

  one(msisdn: string): KnownCustomer | null {
    return this.#read(`SELECT ${columns} FROM customer WHERE msisdn = ?`, [msisdn])[0] ?? null
  }

  /** Customers whose number begins with one of these digits, the last to buy first. */
  find(prefixes: readonly string[], limit: number): KnownCustomer[] {
    const found = prefixes.flatMap(prefix => this.#beginningWith(prefix, limit))
    const each = new Map(found.map(customer => [customer.msisdn, customer]))
    const lastToBuyFirst = [...each.values()].sort(
      (one, other) => other.lastPaymentAt - one.lastPaymentAt,
    )
    return lastToBuyFirst.slice(0, limit)
  }

  /** Whose name, number or email contains `text`, the last to buy first, from `before` on. */
  list(query: { text: string; before: CustomerPlace | null; limit: number }): KnownCustomer[] {
    const { text, before, limit } = query
    const place = [before?.lastPaymentAt ?? Number.MAX_SAFE_INTEGER, before?.msisdn ?? afterDigits]
    return text.trim() === ''
      ? this.#read(everyone, [...place, limit])
      : this.#read(matching, [
          ...place,
          customerSearchPattern(text, this.book.shop().country),
          limit,
        ])
  }

  /** Null where there is no such customer. */
  change(msisdn: string, details: CustomerDetails): KnownCustomer | null {
    const { changes } = this.database.transaction(() =>
      this.database.run('UPDATE customer SET search = ?, details = ? WHERE msisdn = ?', [
        ...[customerSearchText(msisdn, details), encodeDetails(details), msisdn],
      ]),
    )
    return changes === 0 ? null : this.one(msisdn)
  }

  /** Deletes the row. False where there was none. */
  forget(msisdn: string): boolean {
    const { changes } = this.database.transaction(() =>
      this.database.run('DELETE FROM customer WHERE msisdn = ?', [msisdn]),
    )
    return changes > 0
  }

  #read(sql: string, values: readonly (string | number)[]): KnownCustomer[] {
    return this.database.all(sql, values).flatMap(row => readCustomer(row) ?? [])
  }

  #beginningWith(prefix: string, limit: number): KnownCustomer[] {
    const to = prefix + afterDigits
    const [row] = this.database.all(
      `SELECT COUNT(*) AS found FROM
         (SELECT 1 FROM customer WHERE msisdn >= ? AND msisdn < ? LIMIT ?)`,
      [prefix, to, fewEnoughToSort + 1],
    )
    const isFew = Number(row?.found) <= fewEnoughToSort
    return this.#read(isFew ? byNumber : byTime, [prefix, to, limit])
  }

  /** A number's last payment wins; what it does not say is taken from the ones before. */
  #learn({ msisdn, customer, recordedAt }: Payment): void {
    const [row] = this.database.all('SELECT details FROM customer WHERE msisdn = ?', [msisdn])
    const before = row ? decodeDetails(row.details) : null
    if (row && !before) this.book.damaged()
    const details = mergeDetails(ownDetails(customer, this.book.shop().customer), before)
    const search = customerSearchText(msisdn, details)
    this.database.run(
      `INSERT INTO customer (msisdn, last_payment_at, search, details) VALUES (?, ?, ?, ?)
       ON CONFLICT (msisdn) DO UPDATE SET
         last_payment_at = excluded.last_payment_at, search = excluded.search, details = excluded.details`,
      [msisdn, recordedAt, search, encodeDetails(details)],
    )
  }

  /** The customer book knows a customer as long as a payment does. */
  #forgetWithoutPayments({ msisdn }: Payment): void {
    const others = this.database.all('SELECT 1 AS one FROM payment WHERE msisdn = ? LIMIT 1', [
      msisdn,
    ])
    if (others.length === 0) this.database.run('DELETE FROM customer WHERE msisdn = ?', [msisdn])
  }
}

/** Details as they are kept. Throws a ZodError for what could not be read back. */
function encodeDetails(details: CustomerDetails): Buffer {
  return pack(JSON.stringify(customerDetailsSchema.parse(details)))
}

/** Details from their row, or null where it is damaged: the book is never a reason not to sell. */
function decodeDetails(value: unknown): CustomerDetails | null {
  return readable(() => checked(customerDetailsSchema, readJson(value), 'A customer'))
}

/** An entry from its row; null where not even its number can be read. */
function readCustomer(row: Record<string, unknown>): KnownCustomer | null {
  const msisdn = msisdnSchema.safeParse(decodeText(row.msisdn))
  const lastPaymentAt = Number(row.last_payment_at)
  if (!msisdn.success || !Number.isSafeInteger(lastPaymentAt) || lastPaymentAt < 0) return null
  return { msisdn: msisdn.data, lastPaymentAt, details: decodeDetails(row.details) }
}

/** What a customer can be found by, in one line of lower case. Only searched, never read. */
function customerSearchText(msisdn: string, details: CustomerDetails): string {
  const { firstName, lastName, email } = details
  const national = formatMsisdn(msisdn).replace(/\D/g, '')
  return [firstName, lastName, msisdn, national, email]
    .filter(part => part !== null)
    .join(' ')
    .toLowerCase()
}

/** A LIKE pattern for what a person typed; a number is read as it is on Charge, or found by its part. */
function customerSearchPattern(typed: string, country: string): string {
  const digits = phoneText(typed)
    ?.replace(/\D/g, '')
    .replace(/^00(?=\d)/, '')
  const text = readPhoneNumber(typed, country)?.msisdn ?? digits ?? plainLine(typed)
  return `%${text.toLowerCase().replace(/[\\%_]/g, found => `\\${found}`)}%`
}
