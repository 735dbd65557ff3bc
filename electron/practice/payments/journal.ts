import fs from 'node:fs'
import path from 'node:path'
import { type Payment, paymentSchema } from './payment'

/** The file of the books, which survives a restart. */
export interface Journal {
  /** Every payment in it, each as it last was, in the order of creation. */
  load(): Payment[]
  /** Durable when it returns. Throws, and leaves the journal as it was, when the disk refuses. */
  append(payment: Payment): void
  clear(): void
  close(): void
}

/** How each line is written, where others may read the file. One line of text in, one out. */
export interface LineSeal {
  seal(line: string): string
  /** Throws for what was not sealed by `seal`. */
  open(sealed: string): string
}

/** For a developer's books: readable in any editor. */
export const plainLines: LineSeal = { seal: line => line, open: line => line }

/** For books that live in memory only. */
export const noJournal: Journal = {
  load: () => [],
  append() {},
  clear() {},
  close() {},
}

const lineOf = (payment: Payment, { seal }: LineSeal) => `${seal(JSON.stringify(payment))}\n`

/** A line as a payment, or null for another line. */
function parse(text: string, { open }: LineSeal): Payment | null {
  try {
    return paymentSchema.parse(JSON.parse(open(text)))
  } catch {
    return null
  }
}

/**
 * The payments of a journal's text. A later line replaces an earlier one of the same reference.
 * A crash can cut the last line off: then it is ignored. A damaged line before it has another cause:
 * this throws rather than lose a payment.
 */
function parseAll(text: string, file: string, seal: LineSeal): Payment[] {
  const payments = new Map<string, Payment>()
  const lines = text.split('\n')
  for (const [index, each] of lines.entries()) {
    const payment = parse(each, seal)
    if (payment) payments.set(payment.reference, payment)
    else if (index < lines.length - 1)
      throw new Error(
        `Line ${index + 1} of the practice books ${file} cannot be read. Move the file away to start with empty books.`,
      )
  }
  return [...payments.values()]
}

function writeDurably(descriptor: number, text: string): void {
  fs.writeFileSync(descriptor, text)
  fs.fdatasyncSync(descriptor)
}

/** Replaces the whole file or nothing: a crash in between leaves the old one. */
function rewrite(file: string, payments: readonly Payment[], seal: LineSeal): void {
  const temporary = `${file}.new`
  const descriptor = fs.openSync(temporary, 'w', 0o600)
  try {
    writeDurably(descriptor, payments.map(each => lineOf(each, seal)).join(''))
  } finally {
    fs.closeSync(descriptor)
  }
  fs.renameSync(temporary, file)
}

/** How a journal is kept. */
interface JournalKeeping {
  seal: LineSeal
  /** What expired before then (ms since the epoch) is dropped when the journal is opened. */
  keepFrom: number
}

/**
 * A journal of JSON lines, one whole payment a line, compacted now. One process may have a file
 * open at a time. Throws when the file cannot be read or written.
 */
export function openJournal(
  file: string,
  { seal, keepFrom }: JournalKeeping = { seal: plainLines, keepFrom: 0 },
): Journal {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const read = fs.existsSync(file) ? parseAll(fs.readFileSync(file, 'utf8'), file, seal) : []
  const loaded = read.filter(({ expiresAt }) => expiresAt >= keepFrom)
  rewrite(file, loaded, seal)
  const descriptor = fs.openSync(file, 'a')
  return {
    load: () => loaded,
    append(payment) {
      const { size } = fs.fstatSync(descriptor)
      try {
        writeDurably(descriptor, lineOf(payment, seal))
      } catch (error) {
        // Half a line would damage the next one too (a full disk).
        fs.ftruncateSync(descriptor, size)
        throw error
      }
    },
    clear: () => fs.ftruncateSync(descriptor, 0),
    close: () => fs.closeSync(descriptor),
  }
}
