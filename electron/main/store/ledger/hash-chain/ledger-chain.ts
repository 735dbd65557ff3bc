import type { Cell, Database } from '../../database'
import { type Head, type LinkedRows, linkValue, noValue, numberPart } from '../../link'
import type { AddLink, LedgerRows } from '../rows/ledger-rows'
import { idBytes } from '../rows/sale-key'

/** The subject of the links that hold cash-ups. */
export const cashUpSubject = 'cash-up'

/** A cash-up as a link holds it: its report and its lines, which are JSON and cannot run into one another. */
export function cashUpRows(
  number: number,
  body: Cell | undefined,
  lines: Cell | undefined,
): LedgerRows {
  return {
    sale: null,
    subject: cashUpSubject,
    first: number,
    bodies: [Buffer.concat([bytesOf(body), bytesOf(lines)])],
  }
}

/** The bytes of a cell; one that damage made something else counts as empty. */
export function bytesOf(cell: Cell | undefined): Buffer {
  return Buffer.isBuffer(cell) ? cell : Buffer.alloc(0)
}

/**
 * Adds to the chain of an open, migrated ledger, which only this process writes. The end of the chain is
 * remembered from link to link, but not over a transaction that was taken back.
 */
export function createLedgerChain(database: Database): AddLink {
  let known: { head: Head; rollbacks: number } | null = null
  return rows => {
    const rollbacks = database.rollbacks()
    const before = known?.rollbacks === rollbacks ? known.head : readHead(database)
    const head = { number: before.number + 1, value: valueAfter(before, rows) }
    const begins = rows.sale !== null && rows.first === 1
    database.run(
      'INSERT INTO link (number, sale, first, last, value, id) VALUES (?, ?, ?, ?, ?, ?)',
      [
        ...[head.number, rows.sale, rows.first, rows.first + rows.bodies.length - 1],
        ...[head.value, begins ? idBytes(rows.subject) : null],
      ],
    )
    known = { head, rollbacks }
    return head.number
  }
}

/**
 * The last link of a ledger's chain, as stored. A last link that is damaged is followed all the same: the check
 * will report it, and selling goes on.
 */
export function readHead(database: Database): Head {
  const [row] = database.all('SELECT number, value FROM link ORDER BY number DESC LIMIT 1')
  return { number: Number(row?.number ?? 0), value: storedValue(row?.value) }
}

/** A link's value as stored; what is no bytes counts as none. */
export function storedValue(cell: Cell | undefined): Buffer {
  return Buffer.isBuffer(cell) ? cell : noValue
}

/** What the value of the link after `head` has to be. */
export function valueAfter(head: Head, { subject, first, bodies }: LinkedRows): Buffer {
  const place = [numberPart(head.number + 1), Buffer.from(subject), numberPart(first)]
  return linkValue([head.value, ...place, ...bodies])
}
