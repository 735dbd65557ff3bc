import { join } from 'node:path'
import { practiceKey, practiceLedgerFile } from '../support/window/practice-ledger'
import { inFolder } from './measuring'
import { writeWholePayments } from './whole-payments'
import { type Subject, setUp, startOnce, workAfterStart } from './window'

/** What starting costs with payments in the ledger and without, in turns. */
export interface HistoryResult {
  /** Until a person can begin, ms. */
  starts: Record<'empty' | 'full', readonly number[]>
  /** Processor time of main in the first seconds after that, s; null where it cannot be read. */
  work: Record<'empty' | 'full', number | null>
}

interface HistoryOptions {
  sales: number
  starts: number
  /** How long main is watched after a start: longer than a check from the last checkpoint may take. */
  seconds: number
}

/** Starts a till with so many payments and one without any, both of which were closed as usual before. */
export function measureHistory(options: HistoryOptions): Promise<HistoryResult> {
  const { sales, starts, seconds } = options
  return inFolder(async folder => {
    const empty = await setUp(join(folder, 'empty'))
    const full = await setUp(join(folder, 'full'))
    const { dataFolder } = full
    writeWholePayments(practiceLedgerFile(dataFolder), await practiceKey(dataFolder), sales)
    return {
      starts: await inTurns(starts, { empty, full }),
      work: {
        empty: await workAfterStart(empty, seconds),
        full: await workAfterStart(full, seconds),
      },
    }
  })
}

/** The first of each fills the disk's cache: it is not counted. */
async function inTurns(
  starts: number,
  subjects: Record<'empty' | 'full', Subject>,
): Promise<Record<'empty' | 'full', number[]>> {
  const times: Record<'empty' | 'full', number[]> = { empty: [], full: [] }
  for (let round = 0; round <= starts; round += 1)
    for (const name of ['empty', 'full'] as const) {
      const { startMs } = await startOnce(subjects[name], false)
      if (round > 0) times[name].push(startMs)
    }
  return times
}
