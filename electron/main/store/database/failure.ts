import type { DiskFault } from '../../../../shared/disk-fault'
import { diskFault } from '../../platform/disk-fault'

/** What went wrong, as far as the till needs to tell it apart. */
export type DatabaseFailure =
  | Exclude<DiskFault, 'gone'>
  | 'not-readable'
  | 'busy'
  | 'constraint'
  | 'other'

/** The code of an error of ours: a value came back that no sound ledger holds. */
export const UNREADABLE_VALUE = 'UNREADABLE_VALUE'

/** NOTADB: a wrong key and junk look the same. */
export const NOT_A_DATABASE = 26

/** SQLite's primary result codes; an extended code carries its primary one in the low eight bits. */
const BY_RESULT_CODE: ReadonlyMap<number, DatabaseFailure> = new Map([
  [5, 'busy'], // BUSY
  [6, 'busy'], // LOCKED
  [8, 'read-only'], // READONLY
  [10, 'io'], // IOERR
  [11, 'not-readable'], // CORRUPT
  [13, 'full'], // FULL
  [14, 'io'], // CANTOPEN, also of the journal in the middle of a transaction
  [19, 'constraint'], // CONSTRAINT
  [NOT_A_DATABASE, 'not-readable'],
])

/** The file ends where a page should be: it was cut off, which is damage and no fault of the disk. */
const SHORT_READ = 522

/** Sorts anything thrown in this folder by its result code. Pure, and never throws. */
export function databaseFailure(error: unknown): DatabaseFailure {
  if (!(error instanceof Error)) return 'other'
  const rawCode: unknown = Reflect.get(error, 'rawCode')
  if (rawCode === SHORT_READ) return 'not-readable'
  if (typeof rawCode === 'number') return BY_RESULT_CODE.get(rawCode & 0xff) ?? 'other'
  if (Reflect.get(error, 'code') === UNREADABLE_VALUE) return 'not-readable'
  const disk = diskFault(error)
  if (disk === 'gone') return 'other'
  // What wraps another error, to say what was being done, has failed of the same thing.
  return disk ?? databaseFailure(error.cause)
}

/** What the disk did, also where SQLite met it; null where it was not the disk. */
export function storageFault(error: unknown): DiskFault | null {
  const failure = databaseFailure(error)
  return failure === 'full' || failure === 'read-only' || failure === 'io' ? failure : null
}

/** After these, what reached the disk is in doubt: nothing more may be written. */
export function putsInDoubt(failure: DatabaseFailure): boolean {
  return failure === 'full' || failure === 'io' || failure === 'not-readable'
}

/** The error for a mistake in our own code, found before anything was bound, read or written. */
export function refusal(message: string): Error {
  const error = new Error(message)
  error.name = 'DatabaseRefusal'
  return error
}
