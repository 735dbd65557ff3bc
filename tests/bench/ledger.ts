import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { systemRandom } from '../../electron/main/platform/random'
import { applySettings, openEngine } from '../../electron/main/store/database/engine'
import { openLedger } from '../../electron/main/store/ledger/open-ledger'
import { ledgerKey } from '../support/database'
import { recorded, samples } from '../support/payments/payments'
import { inFolder, timed } from './measuring'

const commits = 300
const request = '{"payment_type":"mobile","details":{"amount":15000,"currency":"TZS"}}'

/** Times in ms. The floor is the same engine, key and settings committing one row of the same size. */
export interface LedgerResult {
  floor: readonly number[]
  record: readonly number[]
  append: readonly number[]
}

/** What the ledger adds to a durable commit; measured alternately, so that a busy disk slows all equally. */
export function measureLedger(): Promise<LedgerResult> {
  return inFolder(measureIn)
}

function measureIn(folder: string): LedgerResult {
  const opening = openLedger({ file: join(folder, 'ledger.db'), key: ledgerKey })
  if (!opening.ok) throw new Error(`The ledger was not opened: ${opening.reason}`)
  const { ledger } = opening
  const bare = openBareCommits(join(folder, 'bare.db'))
  const times = { floor: [] as number[], record: [] as number[], append: [] as number[] }
  for (let n = 0; n < commits; n++) {
    const id = systemRandom.paymentId(Date.now())
    const event = recorded({ at: Date.now(), idempotencyKey: randomUUID() })
    times.floor.push(timed(bare.commit))
    times.record.push(timed(() => ledger.record(id, event, { body: request })))
    times.append.push(timed(() => ledger.append(id, samples['attempt-started'])))
  }
  bare.close()
  opening.close()
  return times
}

/** The floor of a write: the ledger's own engine, key and settings commit one row. */
export interface BareCommits {
  /** Returns once the row is on the disk. */
  commit(): void
  close(): void
}

/** About as many bytes as a payment, its request and its first event. */
const body = Buffer.alloc(2_000, 'x')

export function openBareCommits(file: string): BareCommits {
  const engine = openEngine(file, ledgerKey)
  applySettings(engine)
  engine.execute('CREATE TABLE row (id TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID')
  return {
    commit() {
      engine.execute('BEGIN IMMEDIATE')
      engine.prepare('INSERT INTO row (id, body) VALUES (?, ?)').run([randomUUID(), body])
      engine.execute('COMMIT')
    },
    close: () => engine.close(),
  }
}
