import { type DrawerEntry, drawerEntrySchema } from '../../../../../../shared/day/drawer'
import type { Database, Row, Value } from '../../../database'
import { drawerKey, drawerSubject, type LinkAdder } from '../../../link'
import { checked, readJson } from '../../rows/codec'
import { runningPeriod } from '../../rows/counting'
import { idBytes } from '../../rows/payment-key'

/**
 * Cash that moved without a sale, in the order in which it was committed. `body` is what its link holds; the other
 * columns are searched, and never read back.
 */
export const drawerTables = [
  `CREATE TABLE drawer (
    number INTEGER PRIMARY KEY,
    period INTEGER NOT NULL,
    draft BLOB NOT NULL,
    person BLOB NOT NULL,
    body BLOB NOT NULL
  ) STRICT`,
  'CREATE INDEX drawer_of_period ON drawer (period)',
  'CREATE UNIQUE INDEX drawer_draft ON drawer (draft)',
]

/** A part of the running period: after this entry, and of one person, or with no bytes of everybody. */
interface DrawerPart {
  after: { drawer: number }
  person: Buffer
}

/** What the drawer of an open ledger was given and gave without a sale. Only ever added to. */
export class Drawer {
  constructor(
    private readonly database: Database,
    private readonly chain: LinkAdder,
  ) {}

  /** Commits an entry. One with the same draft is there already: then it is answered, and nothing is written. */
  add(entry: DrawerEntry): DrawerEntry {
    return this.database.transaction(() => {
      const first = this.#select('draft = ?', [idBytes(entry.draftId)])[0]
      if (first) return first
      this.#insert(this.last() + 1, Buffer.from(JSON.stringify(drawerEntrySchema.parse(entry))))
      return entry
    })
  }

  /** Adds an entry from the bytes that its link holds. */
  addStored(number: number, body: Buffer): void {
    this.#insert(number, body)
  }

  /** The number of the last entry; 0 where there is none. */
  last(): number {
    return Number(this.database.all('SELECT MAX(number) AS last FROM drawer')[0]?.last ?? 0)
  }

  /** The entries of a part of the running period, oldest first. */
  entries({ after, person }: DrawerPart): DrawerEntry[] {
    const inPart = `period = ${runningPeriod} AND number > ? AND (? = x'' OR person = ?)`
    return this.#select(inPart, [after.drawer, person, person])
  }

  #select(where: string, values: readonly Value[]): DrawerEntry[] {
    return this.database
      .all(`SELECT body FROM drawer WHERE ${where} ORDER BY number`, values)
      .map(readDrawerEntry)
  }

  #insert(number: number, body: Buffer): void {
    const { draftId, person } = readDrawerEntry({ body })
    const who = person === null ? Buffer.alloc(0) : idBytes(person.id)
    this.database.run(
      `INSERT INTO drawer (number, period, draft, person, body) VALUES (?, ${runningPeriod}, ?, ?, ?)`,
      [number, idBytes(draftId), who, body],
    )
    this.chain.add({ payment: drawerKey, subject: drawerSubject, first: number, bodies: [body] })
  }
}

/** The entry of a row. Throws LedgerDamaged for what is none. */
export function readDrawerEntry({ body }: Row): DrawerEntry {
  return checked(drawerEntrySchema, readJson(body), 'An entry of the drawer')
}
