import { join } from 'node:path'
import { openDatabase } from '../../electron/main/store/database'
import { LedgerChain } from '../../electron/main/store/ledger/hash-chain/ledger-chain'
import { ledgerKey } from '../support/database'
import { inFolder } from './measuring'
import { writeWholePayments } from './whole-payments'

/** What the chain costs while the till sells, ms. */
export interface IntegrityResult {
  events: number
  links: number
  /** Checking all of it, a period without a cash-up, in steps, the longest of which took `longestStep`. */
  whole: number
  longestStep: number
}

/** On real files: payments that were paid, with all that is kept of each. */
export function measureIntegrity(sales: number): Promise<IntegrityResult> {
  return inFolder(folder => {
    const file = join(folder, 'ledger.db')
    writeWholePayments(file, ledgerKey, sales)
    const database = openDatabase({ file, key: ledgerKey })
    const chained = new LedgerChain(database)
    const { number } = chained.head()
    const { whole, longestStep } = goOver(chained.check())
    const events = Number(database.all('SELECT COUNT(*) AS events FROM event')[0]?.events)
    database.close()
    return { events, links: number, whole, longestStep }
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
