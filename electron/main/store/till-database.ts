import { existsSync, statSync } from 'node:fs'
import {
  type AuditAction,
  type AuditEntry,
  auditEntrySchema,
  type NumberedEntry,
} from '../../../shared/audit-entry'
import type { Change } from '../../../shared/integrity'
import {
  appendOnly,
  bytesOf,
  type Cell,
  type Database,
  type DatabaseFailure,
  databaseFailure,
  decodeText,
  migrate,
  openDatabase,
  type SchemaStep,
} from './database'
import type { FoundFile } from './decide-opening'
import { parseJson } from './files/checked-json'
import { derivedKey } from './key-file'
import { createKeySealer, type RandomBytes, type Sealer } from './key-sealer'
import { emptyHead, type Head, linkValue, numberPart } from './link'
import type { CountedTries } from './lockouts'
import { decodeDocument, emptyDocument, encodeDocument, type TillDocument } from './till-document'

export interface AuditQuery {
  /** The number of the last entry already shown, or null. */
  before: number | null
  limit: number
  /** Only entries of this action. */
  action?: AuditAction
}

export type TillFileOpening =
  | { state: 'sound'; number: number; database: TillDatabase }
  | Exclude<FoundFile, { state: 'sound' }>

interface Sealed {
  document: TillDocument
  /** Counts the changes of the document: it only grows. */
  number: number
}

const version1: SchemaStep = [
  `CREATE TABLE sealed (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    number INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT`,
  `CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    body BLOB NOT NULL,
    link BLOB NOT NULL
  ) STRICT`,
  ...appendOnly('entry'),
  `CREATE TABLE tries (
    person BLOB PRIMARY KEY,
    wrong INTEGER NOT NULL,
    pausing INTEGER NOT NULL
  ) STRICT`,
]

/** One step a released version: see `migrate`. */
const steps: readonly SchemaStep[] = [version1]

/**
 * An open `till.db`: one sealed row with the document, the audit log, and the counts of wrong PINs. The pages
 * of the file are encrypted and not authenticated; the row is. Each call throws what the database throws.
 */
export class TillDatabase {
  #isOpen = false

  private constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
    private sealed: Sealed,
  ) {}

  /** Makes a new file, with this document. It must not be there. */
  static create(file: string, key: Buffer, random: RandomBytes, sealed: Sealed): TillDatabase {
    const database = openDatabase({ file, key: derivedKey(key, 'till.db') })
    try {
      migrate(database, steps)
      const made = new TillDatabase(database, sealerOf(key, random), sealed)
      made.transaction(() => made.put(sealed.document, sealed.number))
      database.assertDurable()
      return made
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** Opens a file as far as it is sound; changes nothing of it, whatever is wrong. */
  static open(file: string, key: Buffer, random: RandomBytes): TillFileOpening {
    if (!existsSync(file)) return { state: 'absent' }
    if (statSync(file).size === 0) return { state: 'damaged' }
    let database: Database | null = null
    try {
      database = openDatabase({ file, key: derivedKey(key, 'till.db') })
      const sealer = sealerOf(key, random)
      const sealed = readSealed(database, sealer)
      if (sealed === 'newer' || sealed === null) {
        database.close()
        return { state: sealed ?? 'damaged' }
      }
      migrate(database, steps)
      const made = new TillDatabase(database, sealer, sealed)
      made.#readFirst()
      return { state: 'sound', number: sealed.number, database: made }
    } catch (error) {
      database?.close()
      return { state: stateAfter(databaseFailure(error)) }
    }
  }

  document(): TillDocument {
    return this.sealed.document
  }

  /** The number of the sealed row. */
  number(): number {
    return this.sealed.number
  }

  /** Nothing can be written any more: what reached the disk is unknown until it is opened again. */
  isSuspect(): boolean {
    return this.database.suspect() !== null
  }

  /** All of it on the disk when it returns, or none, and then the document is as it was. May be nested. */
  transaction<Value>(work: () => Value): Value {
    if (this.#isOpen) return work()
    const before = this.sealed
    this.#isOpen = true
    try {
      return this.database.transaction(() => {
        const value = work()
        if (this.sealed !== before) this.#writeSealed()
        return value
      })
    } catch (error) {
      this.sealed = before
      throw error
    } finally {
      this.#isOpen = false
    }
  }

  put(document: TillDocument, number: number): void {
    this.transaction(() => {
      this.sealed = { document, number }
    })
  }

  /** Adds to the audit log. */
  append(entry: AuditEntry): void {
    const body = Buffer.from(JSON.stringify(auditEntrySchema.parse(entry)))
    this.transaction(() => {
      const before = this.head()
      const number = before.number + 1
      const link = auditLink(before, body)
      this.database.insert('entry', { number, body, link })
    })
  }

  /** Newest first. */
  list({ before, limit, action }: AuditQuery): NumberedEntry[] {
    const about = action === undefined ? [] : [Buffer.from(`"action":"${action}"`)]
    return this.database
      .all(
        `SELECT number, body FROM entry WHERE number < ?
          ${about.length > 0 ? 'AND instr(body, ?) > 0' : ''} ORDER BY number DESC LIMIT ?`,
        [before ?? Number.MAX_SAFE_INTEGER, ...about, limit],
      )
      .flatMap(row => readEntry(row.number, row.body) ?? [])
  }

  /** Where the audit log ends. */
  head(): Head {
    const [row] = this.database.all('SELECT number, link FROM entry ORDER BY number DESC LIMIT 1')
    return row ? { number: Number(row.number), value: bytesOf(row.link) } : emptyHead
  }

  /** Checks the links of the audit log. Yields the last one of every few. */
  *checkAuditLog(): Generator<number, readonly Change[]> {
    const changes: Change[] = []
    let head = emptyHead
    for (;;) {
      const page = this.database.all(
        'SELECT number, body, link FROM entry WHERE number > ? ORDER BY number LIMIT 200',
        [head.number],
      )
      for (const row of page) {
        const [number, link] = [Number(row.number), bytesOf(row.link)]
        const said = { paymentId: '' }
        if (number !== head.number + 1)
          changes.push({ ...said, kind: 'missing', number: head.number + 1 })
        else if (!auditLink(head, bytesOf(row.body)).equals(link))
          changes.push({ ...said, kind: 'changed', number })
        head = { number, value: link }
      }
      if (page.length < 200 || changes.length >= 100) return changes.slice(0, 100)
      yield head.number
    }
  }

  tries(): CountedTries[] {
    return this.database.all('SELECT person, wrong, pausing FROM tries').map(row => ({
      id: bytesOf(row.person).toString('utf8'),
      wrong: Number(row.wrong),
      pausing: row.pausing === 1,
    }))
  }

  saveTries({ id, wrong, pausing }: CountedTries): void {
    this.transaction(() =>
      this.database.run('INSERT OR REPLACE INTO tries (person, wrong, pausing) VALUES (?, ?, ?)', [
        ...[Buffer.from(id), wrong],
        pausing ? 1 : 0,
      ]),
    )
  }

  /** A whole copy in a new file. */
  copyTo(file: string): void {
    this.database.copyTo(file)
  }

  /** A copy of its content under another key, in a new file. */
  copyUnder(key: Buffer, file: string, random: RandomBytes): TillDatabase {
    const copy = TillDatabase.create(file, key, random, { ...this.sealed, document: emptyDocument })
    const entries = this.list({ before: null, limit: Number.MAX_SAFE_INTEGER })
    copy.transaction(() => {
      for (const entry of entries.toReversed()) {
        const { number: _number, ...kept } = entry
        copy.append(kept)
      }
      for (const tries of this.tries()) copy.saveTries(tries)
      copy.put(this.document(), this.number())
    })
    return copy
  }

  /** Hazard: the engine keeps the file open until its statements are garbage-collected. */
  close(): void {
    this.database.close()
  }

  /**
   * What each start reads and each entry follows: damage in it is found while a copy can still take the file's place.
   * Damage in any page is found now: otherwise the write that needs the page would end selling.
   */
  #readFirst(): void {
    const [check] = this.database.all('SELECT quick_check AS said FROM pragma_quick_check(1)')
    if (String(check?.said) !== 'ok') throw new Error(`till.db is damaged: ${check?.said}`)
    this.head()
    this.tries()
  }

  #writeSealed(): void {
    const { document, number } = this.sealed
    const body = this.sealer.seal(rowName(number), encodeDocument(document))
    this.database.run('INSERT OR REPLACE INTO sealed (only, number, body) VALUES (1, ?, ?)', [
      number,
      Buffer.from(body),
    ])
  }
}

function sealerOf(key: Buffer, random: RandomBytes): Sealer {
  return createKeySealer(derivedKey(key, 'document'), random)
}

const rowName = (number: number) => `till/document/${number}`

/** Only what the disk does is no damage: a changed bit can make the engine say anything else. */
function stateAfter(failure: DatabaseFailure): 'damaged' | 'failed' {
  return ['full', 'io', 'busy', 'read-only'].includes(failure) ? 'failed' : 'damaged'
}

/**
 * Null for a row that no till wrote, or none. The document alone says that a later app wrote the file, for it is
 * authenticated: a changed bit in the file's own version must not close the till.
 */
function readSealed(database: Database, sealer: Sealer): Sealed | 'newer' | null {
  // A crash while the file was made leaves one without tables.
  if (database.userVersion() === 0) return null
  const [row] = database.all('SELECT number, body FROM sealed')
  const number = Number(row?.number)
  const plain = row && sealer.open(rowName(number), bytesOf(row.body).toString('utf8'))
  if (!plain) return null
  // Authenticated: what is inside was written whole by some version of this app.
  const document = decodeDocument(plain)
  if (document === 'newer') return 'newer'
  return database.userVersion() > steps.length ? null : { document, number }
}

function auditLink(before: Head, body: Buffer): Buffer {
  return linkValue([before.value, numberPart(before.number + 1), body])
}

/** Null for what no app wrote: the check of the links finds it. */
function readEntry(number: Cell | undefined, body: Cell | undefined): NumberedEntry | null {
  const parsed = auditEntrySchema.safeParse(parseJson(decodeText(body) ?? ''))
  return parsed.success && typeof number === 'number' ? { number, ...parsed.data } : null
}
