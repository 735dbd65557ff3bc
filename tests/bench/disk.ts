import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../electron/main/database'
import { createLedger, type Ledger } from '../../electron/main/ledger/ledger'
import { migrateLedger } from '../../electron/main/ledger/schema'
import { systemRandom } from '../../electron/main/random'
import { mobileRequestBody } from '../../electron/main/service/request-body'
import { createIds } from '../../electron/practice/random'
import type { PaymentEvent } from '../../shared/payment/event'
import type { Person } from '../../shared/person'
import { recorded, samples } from '../support/payments/sales'
import { createSeededRandom } from '../support/seeded-random'
import { factsOf } from './many-sales'

const key = Buffer.alloc(32, 7)

/** How many bytes a table or an index takes for each sale. */
export interface TableSize {
  name: string
  bytes: number
}

/** Bytes of the file for each sale, and the tables and indexes with the most of them first. */
export interface DiskResult {
  sales: number
  bytes: number
  tables: readonly TableSize[]
}

/** The size of paid mobile sales of seven events in six transactions, each with another customer. */
export function measureDisk(sales: number): DiskResult {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-bench-'))
  try {
    return measureIn(join(folder, 'ledger.db'), sales)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function measureIn(file: string, sales: number): DiskResult {
  const opened = openDatabase({ file, key })
  if (!opened.ok) throw new Error(opened.detail)
  const { database } = opened
  migrateLedger(database)
  const ledger = createLedger({ database: inOneTransaction(database) })
  const before = sizes(database)
  database.transaction(() => {
    for (let n = 0; n < sales; n++) sellOnce(ledger, n)
  })
  const after = sizes(database)
  database.close()
  const tables = [...after]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (before.get(name) ?? 0)) / sales }))
    .sort((one, other) => other.bytes - one.bytes)
  return { sales, bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0), tables }
}

/** The rows are those of separate transactions; a sync for each would only cost time. */
export function inOneTransaction(database: Database): Database {
  return { ...database, transaction: work => work(), assertDurable: () => undefined }
}

function sizes(database: Database): Map<string, number> {
  const rows = database.all('SELECT name, SUM(pgsize) AS bytes FROM dbstat GROUP BY name')
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
}

const { fraction } = createSeededRandom(5)
const { reference } = createIds(count => randomBytes(count))
const cashiers = ['Neema', 'Baraka', 'Zawadi'].map(name => ({ id: randomUUID(), name }))

/** One sale, as the till writes it, a minute after the one before. */
export function sellOnce(ledger: Ledger, n: number): void {
  const at = start + n * 61_003 + Math.floor(fraction() * 50_000)
  const person = cashiers[n % cashiers.length] ?? null
  const facts = factsOf(at, n, fraction())
  const event = recorded({ ...facts, draftId: randomUUID(), person })
  const id = systemRandom.saleId(at)
  ledger.record(id, event, { body: mobileRequestBody(event) })
  for (const events of laterEvents(at, person, n + 1)) ledger.append(id, ...events)
}

const start = Date.parse('2026-03-01T06:00:00Z')

const account = randomUUID()

/** What each transaction after the first adds. */
function laterEvents(recordedAt: number, person: Person | null, number: number): PaymentEvent[][] {
  const later = (seconds: number) => recordedAt + Math.round((seconds + fraction()) * 1_000)
  const [started, accepted, read] = [later(0), later(1), later(9)]
  const expiresAt = accepted + 120_000
  return [
    [{ ...samples['attempt-started'], at: started, account }],
    [
      {
        ...samples.accepted,
        at: accepted,
        serviceAt: accepted - 340,
        expiresAt,
        reference: reference(),
      },
    ],
    [
      { ...samples['status-read'], at: read },
      { ...samples.settled, at: read },
    ],
    [{ ...samples['receipt-printed'], at: later(11), person, number }],
    [{ ...samples['goods-handed-over'], at: later(20), person }],
  ]
}
