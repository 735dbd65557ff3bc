import { type Engine, readPragma } from './engine'
import type { Statements } from './statements'

/*
 * Hazard: `secure_delete` empties a deleted cell, but not every copy of it. When the engine moves cells
 * between neighbouring pages, the old bytes stay in the gap of the page that they left, also after the row
 * itself was deleted (decision 21: 17 of 150 numbers).
 * VACUUM, idle or after a cash-up, would need none of this. It is not used, for it cannot pause: it takes 8 s
 * at 188 MB, well over a minute at the 2 GB of 1,000,000 sales, during which no answer of the service is
 * read; and it writes the whole file to memory first, as `temp_store` keeps plain rows off the disk. The
 * scrub takes some ms at a time.
 */

/** Types of tree pages by their first byte, with the length of their header: file format, section 1.6. */
const headerLength: ReadonlyMap<number, number> = new Map([
  [0x02, 12],
  [0x05, 12],
  [0x0a, 8],
  [0x0d, 8],
])

/** The file's header says here how much the encryption keeps for itself at the end of each page. */
const reservedAt = 20

const zeros = Buffer.alloc(65_536)

/** From here on the number of an overflow page's successor could look like the type of a tree's page. */
const mostPages = 2 ** 25

/**
 * Empties, with zeros, the gap between the list of cells and the cells of tree pages from `from` on, `count`
 * of them (free blocks are empty by `secure_delete`). Returns the page to go on with, or null after the
 * last. A page whose header is not plainly right is left as it is. Inside a transaction.
 */
export function scrubPages(
  engine: Engine,
  statements: Statements,
  from: number,
  count: number,
): number | null {
  const pages = Number(readPragma(engine, 'page_count'))
  // Pages of other kinds would have to be told apart: neither is ever so in a ledger of ours.
  if (pages >= mostPages || readPragma(engine, 'auto_vacuum') !== 0n) return null
  const end = Math.min(from + count, pages + 1)
  const reserved = readPage(statements, 1)?.readUInt8(reservedAt)
  if (reserved === undefined) return null
  // The first page holds the file's header and names of tables alone.
  for (let number = Math.max(from, 2); number < end; number++)
    scrubPage(statements, number, reserved)
  return end > pages ? null : end
}

function readPage(statements: Statements, number: number): Buffer | null {
  const [row] = statements.read('SELECT data FROM sqlite_dbpage WHERE pgno = ?', [number])
  return Buffer.isBuffer(row?.data) ? row.data : null
}

function scrubPage(statements: Statements, number: number, reserved: number): void {
  const page = readPage(statements, number)
  const gap = page && unusedGap(page, page.length - reserved)
  if (!page || !gap) return
  const [start, end] = gap
  if (page.subarray(start, end).equals(zeros.subarray(0, end - start))) return
  page.fill(0, start, end)
  statements.write('UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?', [page, number])
}

/** The unused gap of a tree's page, or null for any other page and for one that does not add up. */
function unusedGap(page: Buffer, usable: number): [start: number, end: number] | null {
  const header = headerLength.get(page.readUInt8(0))
  if (header === undefined) return null
  const cells = page.readUInt16BE(3)
  const cellsEnd = header + cells * 2
  const content = page.readUInt16BE(5) || 65_536
  if (cellsEnd > content || content > usable) return null
  for (let cell = 0; cell < cells; cell++) {
    const start = page.readUInt16BE(header + cell * 2)
    if (start < content || start >= usable) return null
  }
  return [cellsEnd, content]
}
