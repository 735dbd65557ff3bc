import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemRandom } from '../../electron/main/platform/random'
import type { Ledger } from '../../electron/main/store/ledger/ledger'
import { openLedger } from '../../electron/main/store/ledger/open-ledger'
import type { EventOf } from '../../shared/payment/event'
import { recorded } from '../support/payments/sales'
import { openBareCommits } from './bare-commit'

const commits = 300
const key = Buffer.alloc(32, 7)

/** Times in ms. The floor is the same engine, key and settings committing one row of the same size. */
export interface LedgerResult {
  floor: readonly number[]
  record: readonly number[]
  append: readonly number[]
}

/** What the ledger adds to a durable commit; measured alternately, so that a busy disk slows all equally. */
export function measureLedger(): LedgerResult {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-bench-'))
  try {
    return measureIn(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measureIn(folder: string): LedgerResult {
  const opening = openLedger({ file: join(folder, 'ledger.db'), key })
  if (!opening.ok) throw new Error(`The ledger was not opened: ${opening.reason}`)
  const bare = openBareCommits(join(folder, 'bare.db'), key)
  const times = { floor: [] as number[], record: [] as number[], append: [] as number[] }
  for (let n = 0; n < commits; n++) {
    const id = systemRandom.saleId(Date.now())
    times.floor.push(timed(bare.commit))
    times.record.push(timed(() => record(opening.ledger, id)))
    times.append.push(timed(() => opening.ledger.append(id, started())))
  }
  bare.close()
  opening.close()
  return times
}

function record(ledger: Ledger, id: string): void {
  const request = '{"payment_type":"mobile","details":{"amount":15000,"currency":"TZS"}}'
  ledger.record(id, recorded({ at: Date.now(), idempotencyKey: randomUUID() }), { body: request })
}

function started(): EventOf<'attempt-started'> {
  return { type: 'attempt-started', at: Date.now(), attempt: 1, account: 'practice' }
}

function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}
