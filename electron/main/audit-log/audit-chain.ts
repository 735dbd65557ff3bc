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

/** Where the record's chain stands. */
export function auditHead(database: Database): Head {
  const [row] = database.all('SELECT number, link FROM entry ORDER BY number DESC LIMIT 1')
  return { number: Number(row?.number ?? 0), value: storedLink(row?.link) }
}

/** The link of the act that follows on `head`. */
export function auditLink(key: Buffer, head: Head, body: Buffer): Buffer {
  return linkValue(key, [head.value, numberPart(head.number + 1), body])
}

/** The record as a check sees it. */
export function chainedAuditLog(database: Database, keys: ChainKeys): ChainedStore {
  return {
    ...createCheckpointSigner(keys),
    head: () => auditHead(database),
    isSettled: () => database.health().state === 'good',
    valueAt(number) {
      const [row] = database.all('SELECT link FROM entry WHERE number = ?', [number])
      return row ? storedLink(row.link) : null
    },
    // Acts are few beside sales: all of them each time.
    check: () => checkActs(database, keys.links),
  }
}

function* checkActs(database: Database, key: Buffer): Generator<undefined, readonly Change[]> {
  const changes: Change[] = []
  let head = emptyHead
  for (const page of actPages(database)) {
    for (const act of page) {
      const change = actChange(key, head, act)
      if (change) changes.push({ saleId: '', trace: '', ...change })
      head = { number: act.number, value: act.link }
    }
    if (changes.length >= mostChanges) break
    yield undefined
  }
  return changes.slice(0, mostChanges)
}

interface StoredAct {
  number: number
  body: Buffer
  link: Buffer
}

function actChange(
  key: Buffer,
  head: Head,
  { number, body, link }: StoredAct,
): (Pick<Change, 'kind' | 'number'> & Partial<Change>) | null {
  if (number !== head.number + 1) return { kind: 'missing', number: head.number + 1 }
  const value = auditLink(key, head, body)
  if (value.equals(link)) return null
  return { kind: 'changed', number, trace: value.toString('hex', 0, 8) }
}

const actsInTurn = 200

function* actPages(database: Database): Generator<readonly StoredAct[]> {
  for (let last = 0; ; ) {
    const rows = database.all(
      `SELECT * FROM entry WHERE number > ? ORDER BY number LIMIT ${actsInTurn}`,
      [last],
    )
    const page = rows.map(({ number, body, link }) => ({
      number: Number(number),
      body: bytesOf(body),
      link: storedLink(link),
    }))
    yield page
    last = page.at(-1)?.number ?? last
    if (page.length < actsInTurn) return
  }
}

function storedLink(cell: Cell | undefined): Buffer {
  return Buffer.isBuffer(cell) ? cell : noValue
}

function bytesOf(cell: Cell | undefined): Buffer {
  return Buffer.isBuffer(cell) ? cell : Buffer.alloc(0)
}
