import { constants, inflateRawSync } from 'node:zlib'
import {
  type DatabaseFailure,
  databaseFailure,
  openDatabase,
} from '../../electron/main/store/database'
import { Database } from '../../electron/main/store/database/database'
import { applySettings, openEngine } from '../../electron/main/store/database/engine'
import { readPacked } from '../../electron/main/store/ledger/rows/codec'
import { lengthen, packedMark, packingOptions } from '../../electron/main/store/ledger/rows/packing'
import { withMethods } from './parts'

/** What every ledger in a test is encrypted with. */
export const ledgerKey: Buffer = Buffer.alloc(32, 7)

/**
 * The till's own engine with its own settings, without a file under it: what a real file makes of real faults is
 * tried with real processes. Its journal is no file either, so no check that it lasts.
 */
export function openInMemory(): Database {
  const engine = openEngine(':memory:', null)
  applySettings(engine)
  return withMethods(new Database(engine), { assertDurable: () => undefined })
}

/** Opens a file, does something with it, and closes it whatever comes of that. */
export function inDatabase<Value>(
  file: string,
  work: (database: Database) => Value,
  key: Buffer | null = ledgerKey,
): Value {
  const database = openDatabase({ file, key })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** What a person with the file and its key can do: triggers do not stop them. */
export function dropTriggers(database: Database): void {
  for (const { name } of database.all(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`))
    database.run(`DROP TRIGGER ${String(name)}`)
}

/** Does something to a file behind the till's back, as a person with its key. */
export function tamper(file: string, work: (database: Database) => void, key = ledgerKey): void {
  inDatabase(
    file,
    database => {
      dropTriggers(database)
      work(database)
    },
    key,
  )
}

/** Replaces words in the bodies of a table's rows. */
export function replaceIn(
  database: Database,
  table: 'event' | 'personal',
  where: string,
  [from, to]: readonly [string, string],
): void {
  for (const { link, number, body } of database.all(`SELECT * FROM ${table} WHERE ${where}`)) {
    const text = readPacked(body)
    if (!text.includes(from)) continue
    database.run(`UPDATE ${table} SET body = ? WHERE link = ? AND number = ?`, [
      Buffer.from(text.replaceAll(from, to)),
      Number(link),
      Number(number),
    ])
  }
}

/** The database with a disk that refuses its nth write, counted from 1, as SQLite says it. */
export function failingAt(database: Database, nth: number): Database {
  let writes = 0
  function counted<Done>(write: () => Done): Done {
    writes += 1
    if (writes === nth) throw Object.assign(new Error('disk I/O error'), { rawCode: 10 })
    return write()
  }
  return withMethods(database, {
    run: (sql, values) => counted(() => database.run(sql, values)),
    setUserVersion: version => counted(() => database.setUserVersion(version)),
  })
}

/** What a call throws, which it must. */
export function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('It did not throw')
}

/** What kind of failure a call throws, which it must. */
export function failureOf(work: () => unknown): DatabaseFailure {
  return databaseFailure(thrownBy(work))
}

/**
 * Every page of an encrypted database as it is once decrypted, used or not: what a person with the key
 * could find in the file. The engine itself decrypts them. Behind them comes what is packed in them, unpacked.
 */
export function plainPages(file: string, key: Buffer): Buffer {
  return inDatabase(file, pagesOf, key)
}

function pagesOf(database: Database): Buffer {
  const rows = database.all('SELECT data FROM sqlite_dbpage ORDER BY pgno')
  const pages = rows.map(({ data }) => data as Buffer)
  return Buffer.concat([...pages, ...pages.map(unpackedIn)])
}

/** Every value of every row of an encrypted database, what is packed in it unpacked: all that the till can read. */
export function rowBytes(file: string, key: Buffer): Buffer {
  return inDatabase(file, rowsOf, key)
}

function rowsOf(database: Database): Buffer {
  const tables = database.all("SELECT name FROM sqlite_schema WHERE type = 'table'")
  const values = tables.flatMap(({ name }) =>
    database.all(`SELECT * FROM "${String(name)}"`).flatMap(row => Object.values(row)),
  )
  const bytes = values.map(value => (Buffer.isBuffer(value) ? value : Buffer.from(String(value))))
  return Buffer.concat([...bytes, ...bytes.map(unpackedIn)])
}

/** What unpacks of a page, from each byte on that could begin something packed: also in its gaps. */
export function unpackedIn(page: Buffer): Buffer {
  const found: Buffer[] = []
  for (let at = page.indexOf(packedMark); at >= 0; at = page.indexOf(packedMark, at + 1)) {
    found.push(beginningOf(page.subarray(at + 1)))
  }
  return Buffer.concat(found)
}

/** As much as there is, also where the end was overwritten; nothing where it was never packed. */
function beginningOf(packed: Buffer): Buffer {
  try {
    const options = { ...packingOptions, finishFlush: constants.Z_SYNC_FLUSH }
    return Buffer.from(lengthen(inflateRawSync(packed, options).toString('latin1')), 'latin1')
  } catch {
    return Buffer.alloc(0)
  }
}
