import { readPragma } from './durability'
import type { Engine } from './engine'
import type { Statements } from './statements'

/**
 * Hazard: `secure_delete` empties a deleted cell, and not every copy of it. When the engine moves cells
 * between neighbouring pages, the old bytes stay in the unused part of the page that they left, also
 * after the row itself was deleted (measured: docs/decisions/0021). VACUUM would remove them, but stops
 * everything for as long as it takes to write the whole file anew, and needs that room in memory.
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
 * Empties, with zeros, what is unused of tree pages from `from` on, `count` of them: the gap between the
 * cells' list and the cells, and free blocks. Answers the page to go on with, or null after the last.
 * A page whose header is not plainly right is left as it is. Inside a transaction.
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
  const unused = page && unusedParts(page, page.length - reserved)
  if (!page || !unused) return
  const isClean = unused.every(([start, end]) =>
    page.subarray(start, end).equals(zeros.subarray(0, end - start)),
  )
  if (isClean) return
  for (const [start, end] of unused) page.fill(0, start, end)
  statements.write('UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?', [page, number])
}

type Part = readonly [start: number, end: number]

/** The unused parts of a tree's page, or null for any other page and for one that does not add up. */
function unusedParts(page: Buffer, usable: number): Part[] | null {
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
  const blocks = freeBlocks(page, content, usable)
  return blocks && [[cellsEnd, content], ...blocks]
}

/** Each free block begins with the place of the next, which lies behind it, and its own length. */
function freeBlocks(page: Buffer, content: number, usable: number): Part[] | null {
  const parts: Part[] = []
  let behind = content
  for (let start = page.readUInt16BE(1); start !== 0; start = page.readUInt16BE(start)) {
    if (start < behind || start + 4 > usable) return null
    const end = start + page.readUInt16BE(start + 2)
    if (end < start + 4 || end > usable) return null
    parts.push([start + 4, end])
    behind = end
  }
  return parts
}
