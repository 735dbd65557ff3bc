import { z } from 'zod'
import { connectionKindSchema } from './connection'

/** The stores whose entries are chained: the ledger of each connection, and the audit log. */
export const chainedStoreSchema = z.enum([...connectionKindSchema.options, 'auditLog'])

export type ChainedStoreName = z.infer<typeof chainedStoreSchema>

/** What is wrong with a store, as far as its links can tell: damage, or an older file. */
const changeKindSchema = z.enum([
  /** Entries are not what they were when they were written, or not where they were. */
  'changed',
  /** Entries that were written are gone from between others. */
  'missing',
  /** There is an entry that the till never wrote. */
  'added',
  /** The store ends before the entry that is known to have been in it. */
  'cut',
  /** Another chain is where this till's was. */
  'rewritten',
  /** A sale's row says otherwise than its events. */
  'row',
])

export const changeSchema = z.strictObject({
  kind: changeKindSchema,
  /** The sale it is about; '' where it is about none. */
  saleId: z.string().max(40),
  /** The place in the chain, or 0. */
  number: z.int().nonnegative(),
  /** Tells one change of an entry from a later one of the same: some hexadecimal digits, or ''. */
  trace: z.string().max(32),
})

export type Change = z.infer<typeof changeSchema>

/** A change that is not acknowledged yet. */
export interface SeenChange extends Change {
  store: ChainedStoreName
  /** Names it in an acknowledgement. */
  id: string
  /** When the till saw it, wall clock, ms. */
  seenAt: number
}

/** The check of all entries that a person asks for. */
export interface WholeCheck {
  /** When all of the open stores was last checked, by hand or not, wall clock, ms; null where it was not yet. */
  wholeAt: number | null
  status:
    | { name: 'none' }
    | { name: 'running'; percent: number }
    /** `changes`: what does not hold, acknowledged or not. */
    | { name: 'done'; at: number; changes: number }
    /** The disk failed, or the store was closed. It proves nothing. */
    | { name: 'unfinished' }
}

/** What a closing says of the ledger that it was made from; null where that could not be gone through. */
export const ledgerCheckSchema = z
  .strictObject({
    /** Changes that were seen since the cash-up before, acknowledged or not, the audit log's too. */
    changes: z.int().nonnegative(),
    /** Links of the ledger's chain before this closing. On paper they outlast any copy of the computer. */
    links: z.int().nonnegative(),
    /** How the last of them begins, in hexadecimal digits. */
    seal: z.string().max(64),
  })
  .nullable()

export type LedgerCheck = z.infer<typeof ledgerCheckSchema>
