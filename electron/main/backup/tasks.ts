import type { ConnectionKind } from '../../../shared/connection'
import type { Person } from '../../../shared/person'
import type { Effort } from '../store/derivation'
import type { TillDocument } from '../store/till-document'
import type { Manifest } from './manifest'

/** Where a ledger's links end, and what is in it. */
export type LedgerFacts = { links: number; value: string; sales: number; open: number }

/** What is in the databases of a backup, or of this till. */
export interface Contents {
  document: TillDocument
  sealedNumber: number
  /** Null where there is none. */
  ledgers: Record<ConnectionKind, LedgerFacts | null>
}

/** A copy of the till's files, and the backup that is made of it. */
export interface WriteOrder {
  /** Holds the copy. Its files are gone afterwards. */
  work: string
  /** Of the till's sealed row, when the copy was made. */
  sealedNumber: number
  manifest: Omit<Manifest, 'files'>
  files: Manifest['files'][number]['name'][]
  /** A folder that a person chose, the file's name there, and how each backup of this till begins. */
  folder: string
  name: string
  nameStart: string
  /** A recovery code or a passphrase. */
  secret: string
  effort: Effort
}

/** What is changed in a backup's files before they take the place of this till's. */
export interface PrepareOrder {
  folder: string
  manifest: Pick<Manifest, 'key' | 'madeAt'>
  /** The next of the till's sealed row. */
  number: number
  person: Person | null
  /** Wall clock, ms. */
  now: number
}

type Task<Argument, Value> = (argument: Argument, sign: () => void) => Value | Promise<Value>

/**
 * The work on backups that main leaves to another process, for a folder that a person chose may never answer. Each
 * rejects with what node:fs throws, or BackupFailed.
 */
export type BackupTasks = {
  /** The names in a folder. */
  names: Task<{ folder: string }, string[]>
  /**
   * Makes a folder hold copies of these files and no others. Hazard: a write meanwhile makes a copy useless, and only
   * main knows of it.
   */
  copy: Task<{ from: string; to: string; names: string[] }, void>
  /** Makes a backup of a copy, reads all of it back, and only then gives it its name; says where it is. */
  write: Task<WriteOrder, string>
  remove: Task<{ files: string[] }, void>
  /** When a file was written last. Wall clock, ms. */
  modifiedAt: Task<{ file: string }, number>
  /** Reads all of a backup, checks every byte of it, and writes its files into a folder, where nothing else is then. */
  read: Task<
    { source: string; secret: string; to: string },
    { manifest: Manifest; contents: Contents }
  >
  /** What the databases of a copy hold. */
  contents: Task<{ folder: string; manifest: Pick<Manifest, 'key'> }, Contents>
  /** Makes of a backup's files what another data folder is to be. Its key is not among them. */
  prepare: Task<PrepareOrder, void>
}
