import type { AuditAction, AuditEntry, NumberedEntry } from '../../../shared/audit-entry'
import {
  appendOnly,
  type Database,
  databaseFailure,
  migrate,
  openDatabase,
  type SchemaStep,
} from '../database'
import {
  type ChainedStore,
  type CheckpointSigner,
  createCheckpointSigner,
} from '../hash-chain/chained-store'
import { type ChainKeys, chainKeys } from '../hash-chain/link'
import { auditHead, auditLink, chainedAuditLog } from './audit-chain'
import { AuditLogDamaged, encodeEntry, readEntry } from './audit-rows'

export interface AuditQuery {
  /** The number of the last entry already shown, or null. */
  before: number | null
  limit: number
  /** Only entries that hold a fact of this name. */
  fact?: string
  /** Leaves out entries of this action. */
  except?: AuditAction
}

/** An open record. Each call throws what the database throws, or AuditLogDamaged. */
export interface AuditFile {
  /** The one place that writes: each entry is linked to the one before. Returns once it is on the disk. */
  append(action: AuditEntry): void
  chain: ChainedStore
  /** Newest first. */
  list(query: AuditQuery): NumberedEntry[]
  close(): void
}

export type AuditFileOpening =
  | { ok: true; file: AuditFile }
  /** `damaged`: junk, damage or another key. `newer`: a later app wrote it. `failed`: the disk did. */
  | { ok: false; reason: 'damaged' | 'newer' | 'failed'; detail: string }

const version1: SchemaStep = [
  `CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    body BLOB NOT NULL,
    link BLOB NOT NULL
  ) STRICT`,
  ...appendOnly('entry'),
]

/** One step a released version: see `migrate`. */
const steps: readonly SchemaStep[] = [version1]

/** What every opening reads: damage there is found before the first byte is written. */
const readFirst = 50

/**
 * Opens the audit log, or makes it, with a key of 32 bytes. What cannot be read is left as it is.
 * `chainBegins` is told before a chain is begun in this file.
 */
export function openAuditFile(
  file: string,
  key: Buffer,
  chainBegins: (signer: CheckpointSigner) => void,
): AuditFileOpening {
  const opened = openDatabase({ file, key })
  if (!opened.ok)
    return {
      ok: false,
      reason: opened.reason === 'not-readable' ? 'damaged' : 'failed',
      detail: opened.detail,
    }
  const { database } = opened
  const keys = chainKeys(key)
  try {
    const isNew = database.userVersion() === 0
    if (isNew) chainBegins(createCheckpointSigner(keys))
    if (migrate(database, steps) === 'newer')
      return close(database, 'newer', 'a later app wrote it')
    if (isNew) database.assertDurable()
    const auditLog = createAuditFile(database, keys)
    auditLog.list({ before: null, limit: readFirst })
    return { ok: true, file: auditLog }
  } catch (error) {
    return close(database, isDamage(error) ? 'damaged' : 'failed', String(error))
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof AuditLogDamaged || databaseFailure(error) === 'not-readable'
}

function close(
  database: Database,
  reason: 'damaged' | 'newer' | 'failed',
  detail: string,
): AuditFileOpening {
  database.close()
  return { ok: false, reason, detail }
}

function createAuditFile(database: Database, keys: ChainKeys): AuditFile {
  return {
    append(action) {
      const body = encodeEntry(action)
      database.transaction(() => {
        const head = auditHead(database)
        const link = auditLink(keys.links, head, body)
        database.run('INSERT INTO entry (number, body, link) VALUES (?, ?, ?)', [
          ...[head.number + 1, body],
          link,
        ])
      })
    },
    chain: chainedAuditLog(database, keys),
    list({ before, limit, fact, except }) {
      // In a text of the body a quotation mark is escaped: only a name is found.
      const about = fact === undefined ? [] : [Buffer.from(`"${fact}":`)]
      const without = except === undefined ? [] : [Buffer.from(`"action":"${except}"`)]
      return database
        .all(
          `SELECT number, body FROM entry WHERE number < ?
            ${about.length > 0 ? 'AND instr(body, ?) > 0' : ''}
            ${without.length > 0 ? 'AND instr(body, ?) = 0' : ''}
            ORDER BY number DESC LIMIT ?`,
          [before ?? Number.MAX_SAFE_INTEGER, ...about, ...without, limit],
        )
        .map(row => readEntry(row.number, row.body))
    },
    close: database.close,
  }
}
