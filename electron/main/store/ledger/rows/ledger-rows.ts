import type { LinkedRows } from '../../link'

/** What a link of a ledger holds, with the sale's key; null for a cash-up. */
export interface LedgerRows extends LinkedRows {
  sale: number | null
}

/** Adds the link of rows and returns its number. Inside the transaction that writes the rows. */
export type AddLink = (rows: LedgerRows) => number
