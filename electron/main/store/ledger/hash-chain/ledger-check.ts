import type { Change } from '../../../../../shared/integrity'
import type { Database, Row } from '../../database'
import { emptyHead, type Head, type LinkedRows } from '../../link'
import { readable } from '../rows/codec'
import { readId } from '../rows/sale-key'
import { type ChainedStore, type CheckScope, mostChanges } from './chained-store'
import { type HistoryCheck, historyChange, unlinked } from './history-check'
import {
  bytesOf,
  cashUpRows,
  cashUpSubject,
  readHead,
  storedValue,
  valueAfter,
} from './ledger-chain'

/** A ledger as a check sees it. */
export function chainedLedger(database: Database): ChainedStore {
  return {
    head: () => readHead(database),
    isSettled: () => database.health().state === 'good',
    valueAt(number) {
      const [row] = database.all('SELECT value FROM link WHERE number = ?', [number])
      return row ? storedValue(row.value) : null
    },
    seenGeneration: () =>
      Number(database.all('SELECT generation FROM till', [])[0]?.generation ?? 0),
    seeGeneration(generation) {
      database.transaction(() => database.run('UPDATE till SET generation = ?', [generation]))
    },
    check: scope => checkLedger(database, scope),
  }
}

/** In one slice: others wait for no longer than it takes. */
const linksInTurn = 50

/**
 * Goes over a ledger's links and what each holds, and over each sale's row against its events. What is
 * written meanwhile is gone over too.
 */
function* checkLedger(database: Database, scope: CheckScope): Generator<number, readonly Change[]> {
  const changes: Change[] = []
  const counted: HistoryCheck = { sales: 0, cashUps: 0 }
  const seen = new Set<number>()
  let head = beginOf(database, scope)
  for (;;) {
    const page = linksAfter(database, head.number)
    const bodies = bodiesAfter(database, head.number, Number(page.at(-1)?.number ?? 0))
    for (const row of page) {
      const link = readLink(row)
      const rows = rowsOf(database, link, bodies)
      changes.push(...linkChanges(head, link, rows), ...historyOf(link))
      head = { number: link.number, value: link.value }
    }
    if (changes.length >= mostChanges) return changes.slice(0, mostChanges)
    if (page.length === linksInTurn) yield head.number
    else return scope === 'whole' ? [...changes, ...unlinked(database, counted)] : changes
  }

  /** Each history is checked once: with the link that begins it, or the first of it in the scope. */
  function historyOf({ sale, subject, first }: Link): Change[] {
    if (sale === null) counted.cashUps += 1
    else if (first === 1) counted.sales += 1
    const isDue = scope === 'whole' ? first === 1 : sale !== null && !seen.has(sale)
    if (sale === null || subject === null || !isDue) return []
    if (scope !== 'whole') seen.add(sale)
    const change = historyChange(database, sale, subject)
    return change ? [change] : []
  }
}

interface Link {
  number: number
  /** Null for a cash-up. */
  sale: number | null
  /** Null where there is no such sale, or its id cannot be read. */
  subject: string | null
  first: number
  last: number
  value: Buffer
}

function linksAfter(database: Database, number: number): Row[] {
  return database.all(
    `SELECT link.number AS number, link.sale AS sale, COALESCE(sale.id, link.id) AS id,
       link.first AS first, link.last AS last, link.value AS value
     FROM link LEFT JOIN sale ON sale.key = link.sale
     WHERE link.number > ? ORDER BY link.number LIMIT ${linksInTurn}`,
    [number],
  )
}

function readLink(row: Row): Link {
  const sale = row.sale === null ? null : Number(row.sale)
  return {
    number: Number(row.number),
    sale,
    subject: sale === null ? cashUpSubject : readable(() => readId(row.id)),
    first: Number(row.first),
    last: Number(row.last),
    value: storedValue(row.value),
  }
}

/** The events that these links hold, by the link's number: asked for at once, or each would cost a call. */
function bodiesAfter(database: Database, after: number, upTo: number): Map<number, Buffer[]> {
  const found = new Map<number, Buffer[]>()
  const rows = database.all(
    `SELECT link.number AS link, event.body AS body FROM link
     JOIN event ON event.sale = link.sale AND event.number BETWEEN link.first AND link.last
     WHERE link.number > ? AND link.number <= ? ORDER BY link.number, event.number`,
    [after, upTo],
  )
  for (const { link, body } of rows) {
    const bodies = found.get(Number(link))
    if (bodies) bodies.push(bytesOf(body))
    else found.set(Number(link), [bytesOf(body)])
  }
  return found
}

function beginOf(database: Database, scope: CheckScope): Head {
  return scope === 'whole' ? emptyHead : lastCashUp(database)
}

/** The last cash-up's own link: the running period begins behind it. */
function lastCashUp(database: Database): Head {
  const [row] = database.all(
    `SELECT number, value FROM link WHERE sale IS NULL ORDER BY first DESC LIMIT 1`,
  )
  return row ? { number: Number(row.number), value: storedValue(row.value) } : emptyHead
}

/** Whether a link follows on the one before, and whether its rows are what it holds them to be. */
function linkChanges(head: Head, link: Link, rows: LinkedRows): Change[] {
  const { number, subject, first, last } = link
  const said = { number, saleId: subject === cashUpSubject ? '' : (subject ?? ''), trace: '' }
  if (number !== head.number + 1)
    return [{ ...said, saleId: '', number: head.number + 1, kind: 'missing' }]
  if (rows.bodies.length !== last - first + 1) return [{ ...said, kind: 'missing' }]
  if (subject === null) return [{ ...said, kind: 'changed' }]
  const value = valueAfter(head, rows)
  if (value.equals(link.value)) return []
  return [{ ...said, kind: 'changed', trace: value.toString('hex', 0, 8) }]
}

function rowsOf(
  database: Database,
  { number, subject, first }: Link,
  bodies: ReadonlyMap<number, Buffer[]>,
): LinkedRows {
  if (subject !== cashUpSubject)
    return { subject: subject ?? '', first, bodies: bodies.get(number) ?? [] }
  const [row] = database.all('SELECT body, lines FROM cash_up WHERE number = ?', [first])
  return row ? cashUpRows(first, row.body, row.lines) : { subject, first, bodies: [] }
}
