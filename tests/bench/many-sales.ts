import { randomUUID } from 'node:crypto'
import { type Database, openDatabase } from '../../electron/main/database'
import { migrateLedger } from '../../electron/main/ledger/schema'
import { systemRandom } from '../../electron/main/random'
import type { Sale } from '../../shared/payment/sale'
import { applyEvent, beginSale } from '../../shared/payment/sale-reducer'
import {
  eventsTo,
  failedOutcome,
  type LaterEvent,
  recorded,
  unrecognised,
} from '../support/payments/sales'
import { createSeededRandom } from '../support/seeded-random'
import { dropTriggers } from '../support/tampering'

/** Three years of a busy shop, up to yesterday. */
const first = Date.parse('2023-11-21T06:00:00Z')
const last = Date.parse('2026-11-20T18:00:00Z')
const customers = 60_000
const atOnce = 2_000

const firstNames = names('Asha Juma Neema Baraka Zawadi Amani Rehema Salim Fatuma Hamisi', 300)
const lastNames = names('Mushi Kessy Kileo Mwakyusa Shayo Lyimo Massawe Mollel Kimaro Swai', 900)

/** So many different names, the first ones as given. */
function names(known: string, count: number): string[] {
  const given = known.split(' ')
  const parts = ['ba', 'ki', 'mwa', 'nga', 'she', 'tu', 'ro', 'li', 'za', 'pe', 'ndu', 'wa']
  const made = (n: number) =>
    [0, 1, 2].map(place => parts[Math.floor(n / parts.length ** place) % parts.length]).join('')
  return Array.from({ length: count }, (_, n) => given[n] ?? made(n))
}

/**
 * Writes a ledger as version 2 kept it, without events and requests, which no search reads; newest last.
 * Answers the open database, to be migrated.
 */
export function writeVersion2(file: string, key: Buffer, sales: number): Database {
  const opened = openDatabase({ file, key })
  if (!opened.ok) throw new Error(opened.detail)
  const { database } = opened
  migrateLedger(database)
  dropTriggers(database)
  for (const table of laterTables) database.run(`DROP TABLE ${table}`)
  database.run('ALTER TABLE sale DROP COLUMN period')
  database.setUserVersion(2)
  for (const index of version2Indexes.keys()) database.run(`DROP INDEX ${index}`)
  const fraction = createSeededRandom(7).fraction
  for (let written = 0; written < sales; written += atOnce)
    database.transaction(() => {
      for (let n = written; n < Math.min(sales, written + atOnce); n++)
        writeSale(database, saleNumber(n / sales, fraction))
    })
  for (const made of version2Indexes.values()) database.run(made)
  return database
}

/** What versions after 2 made, those that refer to others first. */
const laterTables = (
  'sale_search search_part taking cash_up_document cash_up customer link ' +
  'personal retention_mark retention_scrub cash_up_reason'
).split(' ')

type End = 'paid' | 'failed' | 'expired' | 'refused' | 'withdrawn' | 'manager' | 'stopped'

/** Made anew once the sales are there: in random order they would be written a page at a time. */
const version2Indexes = new Map([
  ['sale_reference', 'CREATE INDEX sale_reference ON sale (reference) WHERE reference IS NOT NULL'],
  ['sale_phone', 'CREATE INDEX sale_phone ON sale (msisdn)'],
])

const ends: Record<End, readonly LaterEvent[]> = {
  paid: eventsTo('settled'),
  failed: [...eventsTo('settled').slice(0, -1), failedOutcome],
  expired: eventsTo('expired'),
  refused: eventsTo('refused'),
  withdrawn: eventsTo('withdrawn'),
  manager: [...eventsTo('settled').slice(0, -1), unrecognised],
  stopped: eventsTo('abandoned'),
}

/** 90 % are paid, a few in ten thousand are anybody's guess. */
function endOf(drawn: number): End {
  if (drawn < 0.9) return 'paid'
  if (drawn < 0.95) return 'failed'
  if (drawn < 0.975) return 'expired'
  if (drawn < 0.985) return 'refused'
  if (drawn < 0.999) return 'withdrawn'
  return drawn < 0.9995 ? 'manager' : 'stopped'
}

/** One sale of the shop, at this part of its time. Regular customers come more often. */
export function saleNumber(part: number, fraction: () => number): Sale {
  const at = Math.round(first + part * (last - first))
  const customer = Math.floor(fraction() ** 2 * customers)
  const sale = beginSale(systemRandom.saleId(at), recorded(factsOf(at, customer, fraction())))
  const reference = randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()
  return ends[endOf(fraction())].reduce<Sale>(
    (one, event) => applyEvent(one, event.type === 'accepted' ? { ...event, reference } : event),
    sale,
  )
}

function factsOf(at: number, customer: number, drawn: number): Parameters<typeof recorded>[0] {
  const name = {
    firstName: firstNames[customer % firstNames.length] ?? '',
    lastName: lastNames[Math.floor(customer / 7) % lastNames.length] ?? '',
  }
  return {
    at,
    idempotencyKey: randomUUID(),
    // In order, so that a million of them are written in minutes.
    draftId: systemRandom.saleId(at),
    amount: { currency: 'TZS', value: 500 * (1 + Math.floor(drawn ** 3 * 400)) },
    msisdn: `2557${String((customer * 7_919 + 11_111_111) % 100_000_000).padStart(8, '0')}`,
    customer: { ...recorded().customer, ...name },
  }
}

function writeSale(database: Database, sale: Sale): void {
  database.run(
    `INSERT INTO sale
       (id, draft_id, replaces, recorded_at, is_open, to_do, msisdn, reference, search, state)
     VALUES (?, ?, NULL, ?, 0, 0, ?, ?, ?, ?)`,
    [
      ...[sale.id, sale.draftId, sale.recordedAt, sale.msisdn, sale.reference],
      `${sale.customer.firstName} ${sale.customer.lastName} ${sale.msisdn}`.toLowerCase(),
      Buffer.from(JSON.stringify(sale)),
    ],
  )
}
