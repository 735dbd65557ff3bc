import { existsSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ConnectionKind } from '../../../../shared/connection'
import type { BlockReason } from '../../../../shared/ipc/till-state'
import {
  type Database,
  type DatabaseFailure,
  databaseFailure,
  lockFile,
  openDatabase,
} from '../database'
import { ledgerFileName, ledgerKeyOf, type OpenKey } from '../key-file'
import { Ledger } from './ledger'
import type { BookKeeping } from './projections/customers/customers'
import { LedgerDamaged } from './rows/codec'
import { migrateLedger } from './schema'

/** As many as the window's list of recent payments. */
const shownAtStart = 30

export type LedgerOpening =
  | { ok: true; ledger: Ledger; close: () => void }
  | { ok: false; reason: BlockReason; detail: string }

interface OpenLedgerDeps {
  file: string
  /** Of 32 bytes: see `ledgerKeyOf`. */
  key: Buffer
  book?: BookKeeping
  /** The number of the till's sealed row, which each commit notes. */
  sealedNumber?: () => number
}

/**
 * Opens a connection's ledger for this process alone, brings it up to date and proves that it can be
 * written. What cannot be read is left as it is.
 */
export function openLedger({ file, key, book, sealedNumber }: OpenLedgerDeps): LedgerOpening {
  let close = () => {}
  try {
    const release = lockFile(file)
    close = release
    const database = openDatabase({ file, key })
    // The lock goes last, and goes also when closing fails.
    close = () => {
      try {
        database.close()
      } finally {
        release()
      }
    }
    const version = migrateLedger(database)
    if (version !== 'ready') {
      const detail = `version ${database.userVersion()}`
      close()
      return { ok: false, reason: `ledger-${version}`, detail }
    }
    const ledger = new Ledger(database, book, sealedNumber)
    readFirst(ledger)
    proveWritable(database, file)
    return { ok: true, ledger, close }
  } catch (error) {
    close()
    return refuse(error)
  }
}

/**
 * Works on a ledger of a folder that nothing else has open: gives what `work` gives, or `refused` where it does
 * not open; null where there is none.
 */
export function inLedger<Value, Refused>(
  folder: string,
  kind: ConnectionKind,
  key: OpenKey,
  work: (ledger: Ledger) => Value,
  refused: (reason: BlockReason) => Refused,
): Value | Refused | null {
  const file = join(folder, ledgerFileName(kind))
  if (!existsSync(file)) return null
  const opening = openLedger({ file, key: ledgerKeyOf(key, kind) })
  if (!opening.ok) return refused(opening.reason)
  try {
    return work(opening.ledger)
  } finally {
    opening.close()
  }
}

/** What every start reads: damage in it is found before the first byte is written. */
function readFirst(ledger: Ledger): void {
  ledger.open()
  // By their index, as the windows get them: it can be damaged where the rows are sound.
  ledger.openIds()
  ledger.recent(shownAtStart)
}

/**
 * A disk that is full or read-only is said at the start, not to the first customer; and a till that
 * reopens after a failed write sells again only once a write has lasted.
 */
function proveWritable(database: Database, file: string): void {
  assertRoom(dirname(file))
  // Writes the version that is there already: a whole transaction, journal and sync included.
  database.transaction(() => database.setUserVersion(database.userVersion()))
  database.assertDurable()
}

function refuse(error: unknown): LedgerOpening {
  const words = error instanceof Error ? error.message : String(error)
  const detail = `${databaseFailure(error)}: ${words}`
  return { ok: false, reason: faultReason(error) ?? 'storage-failed', detail }
}

const reasons: Partial<Record<DatabaseFailure, BlockReason>> = {
  full: 'storage-full',
  'read-only': 'storage-read-only',
  busy: 'ledger-in-use',
  'not-readable': 'ledger-unreadable',
  io: 'storage-failed',
}

/** Why a till does not sell after this error, or null where neither disk nor ledger are to blame. */
export function faultReason(error: unknown): BlockReason | null {
  if (error instanceof LedgerDamaged) return 'ledger-unreadable'
  return reasons[databaseFailure(error)] ?? null
}

/** Space for many payments and for what the engine keeps next to the ledger while it writes, bytes. */
const leastRoom = 1024 * 1024

/**
 * Throws ENOSPC where the disk has less than a megabyte left for this user, so that a till says so
 * before a customer comes; and what node:fs throws where the folder cannot be read.
 */
function assertRoom(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= leastRoom) return
  const error = new Error(`Less than a megabyte is left on the disk of ${folder}`)
  throw Object.assign(error, { code: 'ENOSPC' })
}
