import type { Database, Row, Value } from '../database'
import { emptyHead, type Head } from '../hash-chain/link'
import { readable, readText } from './codec'
import {
  bytesOf,
  cashUpRows,
  insertLink,
  type LinkedRows,
  nextLink,
} from './hash-chain/ledger-chain'
import { insertMany } from './insert-many'

/**
 * A link is made for each transaction: it holds the events `first` to `last` of its `subject`, a sale, or a
 * cash-up. Triggers keep the tables append-only for every statement of this app; somebody with the file and
 * its key can drop them, and then the chain tells (decision 20).
 */
const table = `CREATE TABLE link (
  number INTEGER PRIMARY KEY,
  subject TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  value BLOB NOT NULL
) STRICT`

const index = 'CREATE INDEX link_subject ON link (subject, first)'

/**
 * A sale cannot go while its events are there. Said briefly: each page of the schema is one more without
 * which nothing of a damaged file can be read.
 */
const triggers = ['event', 'cash_up', 'link'].flatMap(name => [
  trigger(name, 'UPDATE'),
  trigger(name, 'DELETE'),
])

function trigger(name: string, act: 'UPDATE' | 'DELETE'): string {
  const called = `${name}_${act.toLowerCase()}`
  return `CREATE TRIGGER ${called} BEFORE ${act} ON ${name} BEGIN SELECT RAISE(ABORT, 'append-only'); END`
}

/** One step of the ledger's versions: a link for each sale and cash-up there is, and the triggers. */
export function chainStep(key: Buffer): readonly (string | ((database: Database) => void))[] {
  return [table, database => linkAll(database, key), index, ...triggers]
}

/** What was there before is held to what it is now: what it was earlier nobody can say. */
function linkAll(database: Database, key: Buffer): void {
  let head = emptyHead
  for (const page of historyPages(database)) head = writeLinks(database, key, head, page)
  writeLinks(database, key, head, oldCashUps(database))
}

function writeLinks(
  database: Database,
  key: Buffer,
  before: Head,
  page: readonly LinkedRows[],
): Head {
  let head = before
  const rows: Value[][] = []
  for (const each of page) {
    const link = nextLink(key, head, each)
    rows.push(link.row)
    head = link.head
  }
  insertMany(database, insertLink, rows)
  return head
}

function oldCashUps(database: Database): LinkedRows[] {
  return database
    .all('SELECT number, body, lines FROM cash_up ORDER BY number')
    .map(({ number, body, lines }) => cashUpRows(Number(number), body, lines))
}

const rowsInPage = 2_000

type History = LinkedRows & { bodies: Buffer[] }

/** The histories of all sales, in the order of their ids, so many events at a time. */
function* historyPages(database: Database): Generator<readonly History[]> {
  let after: [string, number] = ['', 0]
  let cut: History | null = null
  for (;;) {
    const rows = database.all(
      `SELECT sale_id, number, body FROM event WHERE (sale_id, number) > (?, ?)
       ORDER BY sale_id, number LIMIT ${rowsInPage}`,
      after,
    )
    const histories = gather(cut, rows)
    const isLast = rows.length < rowsInPage
    // The last history of a page may go on in the next.
    cut = isLast ? null : (histories.pop() ?? null)
    yield histories
    if (isLast) return
    const last = rows.at(-1)
    after = [readText(last?.sale_id), Number(last?.number)]
  }
}

/** An event whose sale's id cannot be read belongs to no history: the check will say that it is there. */
function gather(begun: History | null, rows: readonly Row[]): History[] {
  const histories = begun ? [begun] : []
  for (const { sale_id, number, body } of rows) {
    const subject = readable(() => readText(sale_id))
    const history = histories.at(-1)
    if (history && history.subject === subject) history.bodies.push(bytesOf(body))
    else if (subject !== null)
      histories.push({ subject, first: Number(number), bodies: [bytesOf(body)] })
  }
  return histories
}
