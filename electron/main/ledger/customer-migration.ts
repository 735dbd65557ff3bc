import {
  type CustomerDetails,
  mergeDetails,
  ownDetails,
  type WalkIn,
} from '../../../shared/customer-book'
import type { Sale } from '../../../shared/payment/sale'
import type { Database } from '../database'
import { customerSearchText, encodeDetails } from './projections/customers/customer-rows'
import { salePages } from './sale-pages'

/** The customer book's tables, filled from the sales there are. One step of the ledger's versions. */
export const customerBookStep: readonly (string | ((database: Database) => void))[] = [
  `CREATE TABLE customer (
    msisdn TEXT PRIMARY KEY,
    last_sale_at INTEGER NOT NULL,
    search TEXT NOT NULL,
    details BLOB NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX customer_last_sale ON customer (last_sale_at)',
  // A search reads this index alone: the rows themselves lie all over the file.
  'CREATE INDEX customer_search ON customer (search, last_sale_at)',
  fillFromSales,
]

interface Entry {
  lastSaleAt: number
  details: CustomerDetails
}

/** The shop's default is not known to a ledger: it is left out wherever the book is shown. */
const nobody: WalkIn = {
  firstName: '',
  lastName: '',
  email: '',
  country: '',
  city: '',
  address: '',
}

function learn(entries: Map<string, Entry>, { msisdn, recordedAt, customer }: Sale): void {
  const details = mergeDetails(ownDetails(customer, nobody), entries.get(msisdn)?.details ?? null)
  entries.set(msisdn, { lastSaleAt: recordedAt, details })
}

/** A number's last sale wins; what it does not say is taken from the ones before. */
function fillFromSales(database: Database): void {
  const entries = new Map<string, Entry>()
  for (const page of salePages(database))
    for (const { sale } of page) if (sale) learn(entries, sale)
  for (const [msisdn, { lastSaleAt, details }] of entries)
    database.run(
      'INSERT INTO customer (msisdn, last_sale_at, search, details) VALUES (?, ?, ?, ?)',
      [msisdn, lastSaleAt, customerSearchText(msisdn, details), encodeDetails(details)],
    )
}
