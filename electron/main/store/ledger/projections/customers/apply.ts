import { mergeDetails, ownDetails, type WalkIn } from '../../../../../../shared/customer-book'
import type { Sale } from '../../../../../../shared/payment/sale'
import type { Database } from '../../../database'
import { customerRemoved, type Projection } from '../projection'
import { customerSearchText, decodeDetails, encodeDetails } from './customer-rows'

/** How the book is kept. */
export interface BookKeeping {
  /** The shop's default customer as it is now: never learnt as anyone's own. */
  walkIn: () => WalkIn
  /** Told of an entry that a new sale found unreadable and replaced. */
  damaged: () => void
}

/** Keeps who the sales are with. */
export function createCustomerProjection(database: Database, book: BookKeeping): Projection {
  return {
    apply(after, before) {
      // Cash is taken from no number.
      if (before === null && after.msisdn !== '') learn(database, book, after)
      else if (before !== null && customerRemoved(after, before))
        forgetWithoutSales(database, before)
    },
  }
}

/** A number's last sale wins; what it does not say is taken from the ones before. */
function learn(database: Database, { walkIn, damaged }: BookKeeping, sale: Sale): void {
  const { msisdn } = sale
  const [row] = database.all('SELECT details FROM customer WHERE msisdn = ?', [msisdn])
  const before = row ? decodeDetails(row.details) : null
  if (row && !before) damaged()
  const details = mergeDetails(ownDetails(sale.customer, walkIn()), before)
  const search = customerSearchText(msisdn, details)
  database.run(
    `INSERT INTO customer (msisdn, last_sale_at, search, details) VALUES (?, ?, ?, ?)
     ON CONFLICT (msisdn) DO UPDATE SET
       last_sale_at = excluded.last_sale_at, search = excluded.search, details = excluded.details`,
    [msisdn, sale.recordedAt, search, encodeDetails(details)],
  )
}

/** The customer book knows a customer as long as a sale does. */
function forgetWithoutSales(database: Database, { msisdn }: Sale): void {
  const others = database.all('SELECT 1 AS one FROM sale WHERE msisdn = ? LIMIT 1', [msisdn])
  if (others.length === 0) database.run('DELETE FROM customer WHERE msisdn = ?', [msisdn])
}
