import { z } from 'zod'
import type { ConnectionKind } from './connection'
import type { DiskFault } from './disk-fault'

/** How many payments a backup, or this till, holds of one connection. */
export interface SalesCount {
  kind: ConnectionKind
  sales: number
  open: number
}

/** What this till has and a backup does not: lost from use by a restore, and asked about before it. */
export type NewerHere = 'sales' | 'settings'

/** What a backup holds, for a person to read before it replaces anything. */
export interface BackupContent {
  shop: string
  till: string
  /** Wall clock of the till that made it, ms. */
  madeAt: number
  /** The version of the app that made it. */
  version: string
  payments: readonly SalesCount[]
  /** How many people are on its staff list. */
  people: number
  /** Payments of this till that would be set aside. */
  salesHere: readonly SalesCount[]
  newerHere: readonly NewerHere[]
  /** This computer has no keychain: the till needs a passphrase here. */
  needsPassphrase: boolean
}

/** A till of this computer whose place another one took: its files are kept in a folder. */
export interface SetAsideTill {
  /** Of its folder, which is in the data folder. */
  name: string
  /** When it was set aside: wall clock, ms. */
  at: number
  /** Its open payments at that time; null where they could not be read. */
  open: number | null
}

/** Which copy a till was restored from, until an owner has confirmed that it goes on from there. */
export const restoredCopySchema = z.strictObject({
  /** When the backup was made, and when it was restored: wall clock, ms. */
  madeAt: z.number(),
  restoredAt: z.number(),
  shop: z.string(),
  till: z.string(),
})

export type RestoredCopy = z.infer<typeof restoredCopySchema>

/** Why a daily backup could not be made, as far as a person ends each in another way. */
export type BackupTrouble = DiskFault | 'silent' | 'unreadable' | 'busy' | 'failed'

/** The daily backup, as a window may know it. */
export interface DailyBackup {
  /** Where the daily files go; null where none are made, or while the till is locked. */
  folder: string | null
  /** When the last one was made in this run, wall clock, ms. */
  lastAt: number | null
  /** The last ones could not be made: since when, wall clock, ms, and why the last one. It is tried again. */
  failing: { since: number; why: BackupTrouble } | null
}
