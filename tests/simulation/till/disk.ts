import type { Database, Row } from '../../../electron/main/store/database'
import { Ledger } from '../../../electron/main/store/ledger/ledger'
import { readPayment } from '../../../electron/main/store/ledger/rows/codec'
import { migrateLedger } from '../../../electron/main/store/ledger/schema'
import { isOpen } from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import { dropTriggers, openInMemory } from '../../support/database'
import { withMethods } from '../../support/parts'
import type { Process } from '../network/call'
import type { StoredCashUp } from '../world/facts'

/** What becomes of a COMMIT. A power cut ends the process at that very instant. */
export type CommitFate = 'fine' | 'fails' | 'fails-yet-lasts' | 'power-cut' | 'power-cut-after'

/** One ledger for many schedules; emptied between them. */
export interface Disk {
  /** The database as one process has it. Dead processes reach it no more. */
  databaseOf(process: Process, hooks: CommitHooks): Database
  /** What is committed, read directly, whatever a process believes. Throws inside a transaction. */
  committed: Ledger
  /** The rows of the closed periods, oldest first. */
  cashUps(): readonly StoredCashUp[]
  empty(): void
  /** Keeps all rows as they are now, as a backup does. */
  copy(): void
  /** All rows are those of the copy again, whatever came since. */
  putBack(): void
  close(): void
}

export interface CommitHooks {
  drawFate(): CommitFate
  /** The power goes now: the process must be dead when this returns. */
  powerCut(): void
  /** A COMMIT has failed: this process writes nothing more. */
  failed(): void
  committed(): void
}

/** Thrown at whatever a dead process still tries: it has no hands any more. */
export class ProcessIsDead extends Error {
  override readonly name = 'ProcessIsDead'
}

/**
 * What the schedules of one disk leave for the next: children before their parents. What the shop knows
 * of its customers stays (`customer`): it is a handful of rows, and no payment asks for it.
 */
const emptied = [
  'personal',
  'link',
  'event',
  'request',
  'entry',
  'drawer',
  'shift_mark',
  'cash_up_document',
  'cash_up_reason',
  'cash_up',
  'unpaid_request',
  'sold_line',
  'sale_search',
  'sale',
  'payment',
]

/** Opens a new ledger. */
export function openDisk(): Disk {
  const database = rememberingRows(openInMemory())
  migrateLedger(database)
  // The same file is emptied for the next schedule, which no shop's ledger ever is.
  dropTriggers(database)
  const tables = tablesOf(database)
  for (const table of tables)
    database.run(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM ${table}`)
  let inside = false
  let version = 0
  const direct = outside(database, () => inside)
  const reader = new Ledger(direct)
  const write = (sql: readonly string[]) => {
    version += 1
    database.transaction(() => {
      for (const each of sql) database.run(each)
    })
  }

  return {
    committed: remembering(reader, createPaymentsReader(direct), () => version),
    databaseOf: (process, hooks) =>
      faulty(database, process, hooks, state => {
        inside = state
        version += 1
      }),
    // Sound: the table has these columns.
    cashUps: () =>
      direct.all('SELECT body, lines FROM cash_up ORDER BY number') as unknown as StoredCashUp[],
    empty: () => write(emptied.map(table => `DELETE FROM ${table}`)),
    copy: () =>
      write(
        tables.flatMap(table => [
          `DELETE FROM kept_${table}`,
          `INSERT INTO kept_${table} SELECT * FROM ${table}`,
        ]),
      ),
    putBack: () =>
      write([
        ...tables.map(table => `DELETE FROM ${table}`),
        ...tables.toReversed().map(table => `INSERT INTO ${table} SELECT * FROM kept_${table}`),
      ]),
    close: () => database.close(),
  }
}

/** Every table, children before their parents. */
function tablesOf(database: Database): string[] {
  const all = database
    .all(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .map(({ name }) => String(name))
  return [...all.filter(name => !emptied.includes(name)), ...emptied]
}

/**
 * What was read is read again only after something was written: no other process has the file, so a query
 * has the same rows until then, also for a process that has just started.
 */
function rememberingRows(database: Database): Database {
  const read = new Map<string, Map<string, Row[]>>()
  const written = <T>(work: () => T): T => {
    read.clear()
    try {
      return work()
    } finally {
      read.clear()
    }
  }
  return withMethods(database, {
    run: (sql, values) => written(() => database.run(sql, values)),
    insert: (table, row) => written(() => database.insert(table, row)),
    transaction: work => written(() => database.transaction(work)),
    all(sql, values = []) {
      const answers = read.get(sql) ?? new Map<string, Row[]>()
      const asked = values.join('\n')
      const known = answers.get(asked)
      if (known) return known
      const rows = database.all(sql, values)
      read.set(sql, answers.set(asked, rows))
      return rows
    },
  })
}

/** Reads between transactions see what is committed, and nothing else. */
function outside(database: Database, isInside: () => boolean): Database {
  return withMethods(database, {
    all(sql, values) {
      if (isInside()) throw new Error('What is committed is asked for inside a transaction')
      return database.all(sql, values)
    },
  })
}

/**
 * Without the ledger's own checks of each row, newest first: this runs after every step. A row that
 * has not changed is the same payment again.
 */
function createPaymentsReader(database: Database): () => Payment[] {
  let known: { state: Buffer; payment: Payment }[] = []
  const read = (state: Buffer) => ({ state, payment: readPayment(state) })
  return () => {
    known = database.all('SELECT state FROM payment ORDER BY key DESC').map(row => {
      const state = row.state as Buffer
      return known.find(each => each.state.equals(state)) ?? read(state)
    })
    return known.map(({ payment }) => payment)
  }
}

/** Reads all payments once after each transaction, however often they are looked at. */
function remembering(ledger: Ledger, readAll: () => Payment[], version: () => number): Ledger {
  let readAt = -1
  let payments: Payment[] = []
  const recent = () => {
    if (readAt !== version()) payments = readAll()
    readAt = version()
    return payments
  }
  return withMethods(ledger, {
    recent,
    find: id => recent().find(payment => payment.id === id) ?? null,
    open: () => recent().filter(isOpen),
  })
}

const failed = () => Object.assign(new Error('disk I/O error'), { rawCode: 10 })

/** From the first failed COMMIT on, nothing is written through it, as the real one does. */
function faulty(
  real: Database,
  process: Process,
  hooks: CommitHooks,
  setInside: (state: boolean) => void,
): Database {
  let suspect = false

  const refuse = () => {
    if (!process.alive) throw new ProcessIsDead()
    if (suspect) throw new Error('The database is suspect (io)')
  }
  const rolledBack = (work: () => unknown, error: Error) =>
    real.transaction(() => {
      work()
      throw error
    })

  function commit<T>(work: () => T): T {
    const fate = hooks.drawFate()
    if (fate === 'fine') return real.transaction(work)
    try {
      return end(fate, work)
    } finally {
      // Not sooner: the work itself writes through this database.
      suspect = true
    }
  }

  function end<T>(fate: Exclude<CommitFate, 'fine'>, work: () => T): T {
    if (fate === 'power-cut') return cutBefore(work)
    if (fate === 'power-cut-after') return cutAfter(work)
    hooks.failed()
    if (fate === 'fails') return rolledBack(work, failed())
    real.transaction(work)
    throw failed()
  }

  function cutBefore<T>(work: () => T): T {
    try {
      return rolledBack(work, new ProcessIsDead())
    } finally {
      hooks.powerCut()
    }
  }

  function cutAfter<T>(work: () => T): T {
    real.transaction(work)
    hooks.powerCut()
    throw new ProcessIsDead()
  }

  return withMethods(real, {
    suspect: () => (suspect ? 'io' : null),
    run(sql, values) {
      refuse()
      return real.run(sql, values)
    },
    all(sql, values) {
      if (!process.alive) throw new ProcessIsDead()
      return real.all(sql, values)
    },
    transaction(work) {
      refuse()
      setInside(true)
      try {
        return commit(work)
      } finally {
        setInside(false)
        if (process.alive) hooks.committed()
      }
    },
  })
}
