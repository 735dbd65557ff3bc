import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../electron/main/database'
import { chainKeys } from '../../electron/main/hash-chain/link'
import { createLedger, type Ledger } from '../../electron/main/ledger/ledger'
import { migrateLedger } from '../../electron/main/ledger/schema'
import { buildRequest } from '../../electron/main/payments/build-request'
import { systemRandom } from '../../electron/main/random'
import { eventsTo, mobileDraft, samples } from '../support/payments/sales'

const key = Buffer.alloc(32, 7)
const atOnce = 500
const begin = Date.UTC(2026, 0, 5, 6)

/**
 * Bytes of disk that a paid mobile sale takes with everything that is kept of it: request, seven events, links,
 * projections and indexes. Each is of another customer, with the receipt printed and the goods handed over.
 */
export function measureDisk(sales: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-bench-'))
  try {
    const file = join(folder, 'ledger.db')
    writeSales(file, 0)
    const empty = bytesOf(folder)
    writeSales(file, sales)
    return (bytesOf(folder) - empty) / sales
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Also of what lies beside the database's own file. */
function bytesOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

/** Many sales in each transaction: it is not the commits that are measured. */
function writeSales(file: string, sales: number): void {
  const opened = openDatabase({ file, key })
  if (!opened.ok) throw new Error(`The ledger was not opened: ${opened.detail}`)
  const { database } = opened
  migrateLedger(database)
  const ledger = createLedger({
    database: { ...database, transaction: work => work() },
    chainKey: chainKeys(key).links,
  })
  for (let written = 0; written < sales; written += atOnce)
    database.transaction(() => {
      for (let n = written; n < Math.min(sales, written + atOnce); n += 1) writeSale(ledger, n)
    })
  database.close()
}

function writeSale(ledger: Ledger, number: number): void {
  const now = begin + number * 60_000
  const saleId = systemRandom.saleId(now)
  const draft = mobileDraft({ value: 500 + number })
  const { event, body } = buildRequest(draft, {
    saleId,
    tillId: 'bench',
    msisdn: `2557${String(11_111_111 + number)}`,
    idempotencyKey: randomUUID(),
    currency: 'TZS',
    webhookAddress: '',
    now,
    person: null,
  })
  ledger.record(saleId, event, { body })
  const reference = randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()
  for (const one of [
    ...eventsTo('settled'),
    samples['receipt-printed'],
    samples['goods-handed-over'],
  ])
    ledger.append(saleId, one.type === 'accepted' ? { ...one, reference } : one)
}
