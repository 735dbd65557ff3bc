import { isOfOtherAccount } from './account'
import type { Ages } from './freshness'
import type { Sale } from './sale'

/**
 * No push rings and no checkout stays open this long, ms, whatever the service said: an `expires_at`
 * in a wrong year must not hold a sale, nor its phone number, for ever.
 */
export const longestLife = 24 * 3_600_000

/** So long after `expires_at` the till has asked again and again, and got no answer to go by, ms. */
const unansweredFor = 3_600_000

interface OverdueFacts {
  /** The service's clock, ms since the epoch; null while nobody can be sure of it. */
  serviceNow: number | null
  /** The merchant account behind the keys in use. */
  account: string | null
}

/**
 * Should the service have said by now how a pending sale ended? Then a person may (money rule 8):
 * a read may answer nothing for ever, and another account's sale is never read at all.
 */
export function isOverdue(sale: Sale, ages: Ages, { serviceNow, account }: OverdueFacts): boolean {
  if (sale.phase !== 'pending') return false
  if (ages.sinceRecorded >= longestLife) return true
  // HAZARD: a wall clock that jumped between two starts would free the number of a live push (money rule 10).
  if (serviceNow === null) return false
  const patience = isOfOtherAccount(sale, account) ? 0 : unansweredFor
  return serviceNow >= (sale.expiresAt ?? 0) + patience
}
