import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemRandom } from '../../electron/main/platform/random'
import { type Database, openDatabase } from '../../electron/main/store/database'
import { LedgerChain } from '../../electron/main/store/ledger/hash-chain/ledger-chain'
import { againstEnd } from '../../electron/main/store/ledger/integrity'
import { Ledger } from '../../electron/main/store/ledger/ledger'
import { migrateLedger } from '../../electron/main/store/ledger/schema'
import { withMethods } from '../support/parts'
import { eventsTo, recorded } from '../support/payments/sales'

/** what the chain costs while the till sells, ms. */
export interface IntegrityResult {
  events: number
  links: number
  /** Comparing a ledger that was opened with what is kept of it. */
  start: number
  /** Checking all of it in steps, the longest of which took `longestStep`. */
  whole: number
  longestStep: number
}

const key = Buffer.alloc(32, 7)
const atOnce = 1_000

/** On real files: sales that were paid, each of five events. */
export function measureIntegrity(sales: number): IntegrityResult {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-bench-'))
  try {
    return measureIn(join(folder, 'ledger.db'), sales)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measureIn(file: string, sales: number): IntegrityResult {
  const database = openDatabase({ file, key })
  migrateLedger(database)
  sell(database, sales)
  const chained = new LedgerChain(database)
  const { number, value } = chained.head()
  const end = { number, value: value.toString('hex') }
  const start = timed(() => againstEnd(end, chained))
  const { whole, longestStep } = goOver(chained.check('whole'))
  const events = Number(database.all('SELECT COUNT(*) AS events FROM event')[0]?.events)
  database.close()
  return { events, links: number, start, whole, longestStep }
}

/** Many sales in each transaction: it is not the commits that are measured. */
function sell(database: Database, sales: number): void {
  const ledger = new Ledger(withMethods(database, { transaction: work => work() }))
  for (let sold = 0; sold < sales; sold += atOnce)
    database.transaction(() => {
      for (let n = sold; n < sold + atOnce; n++) {
        const id = systemRandom.saleId(Date.UTC(2026, 0, 5) + n * 1_000)
        ledger.record(id, recorded({ draftId: randomUUID() }), { body: '{"amount":15000}' })
        for (const event of eventsTo('settled')) ledger.append(id, event)
      }
    })
}

function goOver(work: Generator<unknown, readonly unknown[]>): {
  whole: number
  longestStep: number
} {
  const began = performance.now()
  let longestStep = 0
  for (;;) {
    const from = performance.now()
    const step = work.next()
    longestStep = Math.max(longestStep, performance.now() - from)
    if (step.done && step.value.length > 0) throw new Error('The chain does not hold')
    if (step.done) return { whole: performance.now() - began, longestStep }
  }
}

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}
