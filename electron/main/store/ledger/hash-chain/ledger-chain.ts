import type { Change } from '../../../../../shared/integrity'
import { bytesOf, type Cell, type Database, type Row } from '../../database'
import {
  cashUpSubject,
  drawerKey,
  drawerSubject,
  emptyHead,
  type Head,
  type LinkAdder,
  type LinkedRows,
  linkValue,
  noValue,
  numberPart,
} from '../../link'
import { readable } from '../rows/codec'
import { idBytes, readId } from '../rows/payment-key'
import { historyChange } from './history-check'

/** As many changes as a check names. */
const mostChanges = 100

/** In one slice: others wait for no longer than it takes. */
const linksInSlice = 50

/** The links of an open, migrated ledger, which only this process writes. Each call throws what the database throws. */
export class LedgerChain implements LinkAdder {
  constructor(
    private readonly database: Database,
    /** The number of the till's sealed row as it is now: each commit notes it, which tells an older `till.db`. */
    private readonly sealedNumber: () => number = () => 0,
  ) {}

  /** Adds the link of rows and returns its number. Inside the transaction that writes the rows. */
  add(rows: LinkedRows): number {
    const before = this.head()
    const number = before.number + 1
    const begins = isPayment(rows.payment) && rows.first === 1
    this.database.run(
      'INSERT INTO link (number, payment, first, last, value, id) VALUES (?, ?, ?, ?, ?, ?)',
      [
        ...[number, rows.payment, rows.first, rows.first + rows.bodies.length - 1],
        ...[valueAfter(before, rows), begins ? idBytes(rows.subject) : null],
      ],
    )
    const sealed = this.sealedNumber()
    this.database.run('UPDATE till SET sealed = ? WHERE sealed < ?', [sealed, sealed])
    return number
  }

  /**
   * The last link, as stored. One that is damaged is followed all the same: the check will report it, and selling
   * goes on.
   */
  head(): Head {
    const [row] = this.database.all('SELECT number, value FROM link ORDER BY number DESC LIMIT 1')
    return { number: Number(row?.number ?? 0), value: storedValue(row?.value) }
  }

  /** How the last link begins, as papers and messages name it: two that agree are of the same records. */
  seal(): string {
    return this.head().value.toString('hex', 0, 8)
  }

  valueAt(number: number): Buffer | null {
    const [row] = this.database.all('SELECT value FROM link WHERE number = ?', [number])
    return row ? storedValue(row.value) : null
  }

  /** The highest number of the till's sealed row that a commit has noted. */
  notedSealedNumber(): number {
    return Number(this.database.all('SELECT sealed FROM till')[0]?.sealed ?? 0)
  }

  /**
   * Checks the last cash-up and the links since, what each holds, and each payment's row against its events; also what is
   * written meanwhile. Returns what does not hold. Yields the last link of every few. Writes nothing.
   */
  *check(): Generator<number, readonly Change[]> {
    const { database } = this
    const changes: Change[] = []
    const seen = new Set<number>()
    let head = this.#beforeLastCashUp()
    for (;;) {
      const page = linksAfter(database, head.number)
      for (const link of page.map(readLink)) {
        changes.push(...linkChanges(head, link, rowsOf(database, link)))
        changes.push(...historyOf(database, link, seen))
        head = { number: link.number, value: link.value }
      }
      if (changes.length >= mostChanges) return changes.slice(0, mostChanges)
      if (page.length < linksInSlice) return changes
      yield head.number
    }
  }

  /** The link before the last cash-up's own. */
  #beforeLastCashUp(): Head {
    const [row] = this.database.all(
      `SELECT number, value FROM link WHERE number <
         (SELECT number FROM link WHERE payment IS NULL ORDER BY first DESC LIMIT 1)
       ORDER BY number DESC LIMIT 1`,
    )
    return row ? { number: Number(row.number), value: storedValue(row.value) } : emptyHead
  }
}

/** A cash-up as a link holds it: its report and its lines, which are JSON and cannot run into one another. */
export function cashUpRows(
  number: number,
  body: Cell | undefined,
  lines: Cell | undefined,
): LinkedRows {
  const bodies = [Buffer.concat([bytesOf(body), bytesOf(lines)])]
  return { payment: null, subject: cashUpSubject, first: number, bodies }
}

/** A link's value as stored; what is no bytes counts as none. */
export function storedValue(cell: Cell | undefined): Buffer {
  return Buffer.isBuffer(cell) ? cell : noValue
}

/** What the value of the link after `head` has to be. */
function valueAfter(head: Head, { subject, first, bodies }: LinkedRows): Buffer {
  const place = [numberPart(head.number + 1), Buffer.from(subject), numberPart(first)]
  return linkValue([head.value, ...place, ...bodies])
}

/** Is this the key of a payment, in a link? */
export function isPayment(key: number | null): key is number {
  return key !== null && key !== drawerKey
}

function otherSubject(key: number | null): string {
  return key === null ? cashUpSubject : drawerSubject
}

interface Link {
  number: number
  /** Null for a cash-up, `drawerKey` for the drawer. */
  payment: number | null
  /** Null where there is no such payment, or its id cannot be read. */
  subject: string | null
  first: number
  last: number
  value: Buffer
}

function linksAfter(database: Database, number: number): Row[] {
  return database.all(
    `SELECT link.number AS number, link.payment AS payment, COALESCE(payment.id, link.id) AS id,
       link.first AS first, link.last AS last, link.value AS value
     FROM link LEFT JOIN payment ON payment.key = link.payment
     WHERE link.number > ? ORDER BY link.number LIMIT ${linksInSlice}`,
    [number],
  )
}

function readLink(row: Row): Link {
  const payment = row.payment === null ? null : Number(row.payment)
  return {
    number: Number(row.number),
    payment,
    subject: isPayment(payment) ? readable(() => readId(row.id)) : otherSubject(payment),
    first: Number(row.first),
    last: Number(row.last),
    value: storedValue(row.value),
  }
}

function rowsOf(database: Database, { payment, subject, first, last }: Link): LinkedRows {
  if (subject === cashUpSubject) {
    const [row] = database.all('SELECT body, lines FROM cash_up WHERE number = ?', [first])
    return row ? cashUpRows(first, row.body, row.lines) : { payment, subject, first, bodies: [] }
  }
  if (subject === drawerSubject) {
    const bodies = database.all('SELECT body FROM drawer WHERE number = ?', [first])
    return { payment, subject, first, bodies: bodies.map(({ body }) => bytesOf(body)) }
  }
  const sql = 'SELECT body FROM event WHERE payment = ? AND number BETWEEN ? AND ? ORDER BY number'
  const bodies = database.all(sql, [payment, first, last]).map(({ body }) => bytesOf(body))
  return { payment, subject: subject ?? '', first, bodies }
}

/** Whether a link follows on the one before, and whether its rows are what it holds them to be. */
function linkChanges(head: Head, link: Link, rows: LinkedRows): Change[] {
  const { number, subject, first, last } = link
  const said = { number, paymentId: isPayment(link.payment) ? (subject ?? '') : '' }
  if (number !== head.number + 1)
    return [{ ...said, paymentId: '', number: head.number + 1, kind: 'missing' }]
  if (rows.bodies.length !== last - first + 1) return [{ ...said, kind: 'missing' }]
  if (subject === null) return [{ ...said, kind: 'changed' }]
  const value = valueAfter(head, rows)
  if (value.equals(link.value)) return []
  return [{ ...said, kind: 'changed' }]
}

/** Each history is checked once: with the first link of a payment not `seen` before. */
function historyOf(database: Database, { payment, subject }: Link, seen: Set<number>): Change[] {
  if (!isPayment(payment) || subject === null || seen.has(payment)) return []
  seen.add(payment)
  const change = historyChange(database, payment, subject)
  return change ? [change] : []
}
