import type { NumberedAct, RecordedAct } from '../../../shared/record'
import { type Database, databaseFailure, openDatabase } from '../database'
import { encodeAct, RecordDamaged, readAct } from './record-rows'

/** An open record. Each call throws what the database throws, or RecordDamaged. */
export interface RecordFile {
  /** The one place that writes: a chain over the acts goes here. Returns once it is on the disk. */
  append(act: RecordedAct): void
  /** Newest first; `before` is the number of the last act already shown, or null. */
  list(query: { before: number | null; limit: number }): NumberedAct[]
  close(): void
}

export type RecordFileOpening =
  | { ok: true; file: RecordFile }
  /** `damaged`: junk, damage or another key. `newer`: a later app wrote it. `failed`: the disk did. */
  | { ok: false; reason: 'damaged' | 'newer' | 'failed'; detail: string }

const version = 1

/** What every opening reads: damage there is found before the first byte is written. */
const readFirst = 50

/** Opens the record of acts, or makes it, with a key of 32 bytes. What cannot be read is left as it is. */
export function openRecordFile(file: string, key: Buffer): RecordFileOpening {
  const opened = openDatabase({ file, key })
  if (!opened.ok)
    return {
      ok: false,
      reason: opened.reason === 'not-readable' ? 'damaged' : 'failed',
      detail: opened.detail,
    }
  const { database } = opened
  try {
    if (database.userVersion() > version) return close(database, 'newer', 'a later app wrote it')
    prepare(database)
    const record = createRecordFile(database)
    record.list({ before: null, limit: readFirst })
    return { ok: true, file: record }
  } catch (error) {
    return close(database, isDamage(error) ? 'damaged' : 'failed', String(error))
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof RecordDamaged || databaseFailure(error) === 'not-readable'
}

function close(
  database: Database,
  reason: 'damaged' | 'newer' | 'failed',
  detail: string,
): RecordFileOpening {
  database.close()
  return { ok: false, reason, detail }
}

function prepare(database: Database): void {
  if (database.userVersion() === version) return
  database.transaction(() => {
    database.run('CREATE TABLE act (number INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT')
    database.setUserVersion(version)
  })
  database.assertDurable()
}

function createRecordFile(database: Database): RecordFile {
  return {
    append(act) {
      const body = encodeAct(act)
      database.transaction(() =>
        database.run(
          'INSERT INTO act (number, body) SELECT COALESCE(MAX(number), 0) + 1, ? FROM act',
          [body],
        ),
      )
    },
    list: ({ before, limit }) =>
      database
        .all('SELECT number, body FROM act WHERE number < ? ORDER BY number DESC LIMIT ?', [
          before ?? Number.MAX_SAFE_INTEGER,
          limit,
        ])
        .map(row => readAct(row.number, row.body)),
    close: database.close,
  }
}
