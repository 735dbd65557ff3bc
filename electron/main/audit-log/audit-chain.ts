import type { Change } from '../../../shared/integrity'
import type { Cell, Database } from '../database'
import { type ChainedStore, createCheckpointSigner, mostChanges } from '../hash-chain/chained-store'
import {
  type ChainKeys,
  emptyHead,
  type Head,
  linkValue,
  noValue,
  numberPart,
} from '../hash-chain/link'

/** Where the audit log's chain stands. */
export function auditHead(database: Database): Head {
  const [row] = database.all('SELECT number, link FROM entry ORDER BY number DESC LIMIT 1')
  return { number: Number(row?.number ?? 0), value: storedLink(row?.link) }
}

/** The link of the entry that follows `head`. */
export function auditLink(key: Buffer, head: Head, body: Buffer): Buffer {
  return linkValue(key, [head.value, numberPart(head.number + 1), body])
}

/** The audit log as a check sees it. */
export function chainedAuditLog(database: Database, keys: ChainKeys): ChainedStore {
  return {
    ...createCheckpointSigner(keys),
    head: () => auditHead(database),
    isSettled: () => database.health().state === 'good',
    valueAt(number) {
      const [row] = database.all('SELECT link FROM entry WHERE number = ?', [number])
      return row ? storedLink(row.link) : null
    },
    // Entries are few compared with sales: all of them each time.
    check: () => checkEntries(database, keys.links),
  }
}

function* checkEntries(database: Database, key: Buffer): Generator<number, readonly Change[]> {
  const changes: Change[] = []
  let head = emptyHead
  for (const page of entryPages(database)) {
    for (const entry of page) {
      const change = entryChange(key, head, entry)
      if (change) changes.push({ saleId: '', trace: '', ...change })
      head = { number: entry.number, value: entry.link }
    }
    if (changes.length >= mostChanges) break
    yield head.number
  }
  return changes.slice(0, mostChanges)
}

interface StoredEntry {
  number: number
  body: Buffer
  link: Buffer
}

function entryChange(
  key: Buffer,
  head: Head,
  { number, body, link }: StoredEntry,
): (Pick<Change, 'kind' | 'number'> & Partial<Change>) | null {
  if (number !== head.number + 1) return { kind: 'missing', number: head.number + 1 }
  const value = auditLink(key, head, body)
  if (value.equals(link)) return null
  return { kind: 'changed', number, trace: value.toString('hex', 0, 8) }
}

const entriesAtOnce = 200

function* entryPages(database: Database): Generator<readonly StoredEntry[]> {
  for (let last = 0; ; ) {
    const rows = database.all(
      `SELECT * FROM entry WHERE number > ? ORDER BY number LIMIT ${entriesAtOnce}`,
      [last],
    )
    const page = rows.map(({ number, body, link }) => ({
      number: Number(number),
      body: bytesOf(body),
      link: storedLink(link),
    }))
    yield page
    last = page.at(-1)?.number ?? last
    if (page.length < entriesAtOnce) return
  }
}

function storedLink(cell: Cell | undefined): Buffer {
  return Buffer.isBuffer(cell) ? cell : noValue
}

function bytesOf(cell: Cell | undefined): Buffer {
  return Buffer.isBuffer(cell) ? cell : Buffer.alloc(0)
}
