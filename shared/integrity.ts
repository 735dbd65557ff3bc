import { z } from 'zod'

/** What is wrong with the ledger or the audit log, as far as their links can tell. */
type ChangeKind =
  /** Entries are not what they were when they were written, or not where they were. */
  | 'changed'
  /** Entries that were written are gone from between others. */
  | 'missing'
  /** There is an entry that the till never wrote. */
  | 'added'
  /** A payment's row says otherwise than its events. */
  | 'row'

export interface Change {
  kind: ChangeKind
  /** The payment it is about; '' where it is about none. */
  paymentId: string
  /** The place in the chain, or 0. */
  number: number
}

/** What a closing says of the records that it was made from; null where they could not be checked. */
export const ledgerCheckSchema = z
  .strictObject({
    /** What does not hold in the ledger since the cash-up before, and in the audit log. */
    changes: z.int().nonnegative(),
    /** Links of the ledger's chain before this closing. On paper they outlast any copy of the computer. */
    links: z.int().nonnegative(),
    /** How the last of them begins, in hexadecimal digits. */
    seal: z.string().max(64),
  })
  .nullable()

export type LedgerCheck = z.infer<typeof ledgerCheckSchema>
