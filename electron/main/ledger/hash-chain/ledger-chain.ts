import type { Cell, Database } from '../../database'
import {
  type AddLink,
  type Head,
  type LinkedRows,
  linkValue,
  noValue,
  numberPart,
} from '../../hash-chain/link'

/** The subject of the links that hold cash-ups. */
export const cashUpSubject = 'cash-up'

/** A cash-up as a link holds it: its report and its lines, which are JSON and cannot run into one another. */
export function cashUpRows(
  number: number,
  body: Cell | undefined,
  lines: Cell | undefined,
): LinkedRows {
  return {
    subject: cashUpSubject,
    first: number,
    bodies: [Buffer.concat([bytesOf(body), bytesOf(lines)])],
  }
}

/** The bytes of a cell; one that damage made something else counts as empty. */
export function bytesOf(cell: Cell | undefined): Buffer {
  return Buffer.isBuffer(cell) ? cell : Buffer.alloc(0)
}

/** Adds to the chain of an open, migrated ledger. */
export function createLedgerChain(database: Database, key: Buffer): AddLink {
  return rows => {
    const head = readHead(database)
    const last = rows.first + rows.bodies.length - 1
    database.run('INSERT INTO link (number, subject, first, last, value) VALUES (?, ?, ?, ?, ?)', [
      head.number + 1,
      rows.subject,
      rows.first,
      last,
      valueAfter(key, head, rows),
    ])
  }
}

/**
 * The last link of a ledger's chain, as stored. A last link that was tampered with is followed all the
 * same: the check will report it, and selling goes on.
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
export function valueAfter(
  key: Buffer,
  head: Head,
  { subject, first, bodies }: LinkedRows,
): Buffer {
  const place = [numberPart(head.number + 1), Buffer.from(subject), numberPart(first)]
  return linkValue(key, [head.value, ...place, ...bodies])
}
