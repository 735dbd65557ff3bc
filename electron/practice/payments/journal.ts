import fs from 'node:fs'
import path from 'node:path'
import { type Payment, paymentSchema } from './payment'

/** Where the books are written down, so that they outlive a restart. */
export interface Journal {
  /** Every payment in it, each as it last was, in the order of creation. */
  load(): Payment[]
  /** Durable when it returns. Throws, and leaves the journal as it was, when the disk refuses. */
  append(payment: Payment): void
  clear(): void
  close(): void
}

/** For books that live in memory only. */
export const noJournal: Journal = {
  load: () => [],
  append() {},
  clear() {},
  close() {},
}

const line = (payment: Payment) => `${JSON.stringify(payment)}\n`

/** A line as a payment, or null when it is none. */
function parse(text: string): Payment | null {
  try {
    return paymentSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * The payments of a journal's text. A later line replaces an earlier one of the same reference.
 * The last line may be torn by a crash and is then as if it had never been written; a damaged line
 * before it is not our doing, so it throws rather than forget a payment.
 */
function parseAll(text: string, file: string): Payment[] {
  const payments = new Map<string, Payment>()
  const lines = text.split('\n')
  for (const [index, each] of lines.entries()) {
    const payment = parse(each)
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
function rewrite(file: string, payments: readonly Payment[]): void {
  const temporary = `${file}.new`
  const descriptor = fs.openSync(temporary, 'w', 0o600)
  try {
    writeDurably(descriptor, payments.map(line).join(''))
  } finally {
    fs.closeSync(descriptor)
  }
  fs.renameSync(temporary, file)
}

/**
 * A journal of JSON lines, one whole payment a line, compacted now. One process may have a file
 * open at a time. Throws when the file cannot be read or written.
 */
export function openJournal(file: string): Journal {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const loaded = fs.existsSync(file) ? parseAll(fs.readFileSync(file, 'utf8'), file) : []
  rewrite(file, loaded)
  const descriptor = fs.openSync(file, 'a')
  return {
    load: () => loaded,
    append(payment) {
      const { size } = fs.fstatSync(descriptor)
      try {
        writeDurably(descriptor, line(payment))
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
