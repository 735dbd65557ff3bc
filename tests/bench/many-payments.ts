import { randomUUID } from 'node:crypto'
import { systemRandom } from '../../electron/main/platform/random'
import { type Database, openDatabase } from '../../electron/main/store/database'
import { Search } from '../../electron/main/store/ledger/projections/search/search'
import { encodePayment } from '../../electron/main/store/ledger/rows/codec'
import { idBytes, presentKey } from '../../electron/main/store/ledger/rows/payment-key'
import { migrateLedger } from '../../electron/main/store/ledger/schema'
import type { Payment } from '../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../shared/payment/reducer'
import {
  eventsTo,
  failedOutcome,
  type LaterEvent,
  recorded,
  unrecognised,
} from '../support/payments/payments'
import { createSeededRandom } from '../support/seeded-random'

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
 * Writes a ledger of so many payments, without events and requests, which no search reads; newest last.
 * Returns the open database.
 */
export function writeManyPayments(file: string, key: Buffer, sales: number): Database {
  const database = openDatabase({ file, key })
  migrateLedger(database)
  const search = new Search(database, () => ({ country: 'TZ', currency: 'TZS' }))
  const indexes = dropIndexes(database)
  const fraction = createSeededRandom(7).fraction
  for (let written = 0; written < sales; written += atOnce)
    database.transaction(() => {
      for (let n = written; n < Math.min(sales, written + atOnce); n++) {
        const payment = paymentNumber(n / sales, fraction)
        writePayment(database, payment)
        search.note(presentKey(database, payment.id), [payment], payment)
      }
    })
  for (const sql of indexes) database.run(sql)
  return database
}

/** All but those by which a payment and its sale are found. Gives their SQL, for when the payments are there: in random order they would be written a page at a time. */
function dropIndexes(database: Database): string[] {
  const indexes = database.all(
    `SELECT name, sql FROM sqlite_schema
     WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('payment', 'sale_search')
       AND name NOT IN ('payment_id', 'payment_of_sale')`,
  )
  for (const { name } of indexes) database.run(`DROP INDEX ${String(name)}`)
  return indexes.map(({ sql }) => String(sql))
}

type End = 'paid' | 'failed' | 'expired' | 'refused' | 'withdrawn' | 'manager' | 'stopped'

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

/** One payment of the shop, at this part of its time. Regular customers come more often. */
export function paymentNumber(part: number, fraction: () => number): Payment {
  const at = Math.round(first + part * (last - first))
  const customer = Math.floor(fraction() ** 2 * customers)
  const payment = beginPayment(
    systemRandom.paymentId(at),
    recorded(factsOf(at, customer, fraction())),
  )
  const reference = randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()
  return ends[endOf(fraction())].reduce<Payment>(
    (one, event) => applyEvent(one, event.type === 'accepted' ? { ...event, reference } : event),
    payment,
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
    draftId: systemRandom.paymentId(at),
    amount: { currency: 'TZS', value: 500 * (1 + Math.floor(drawn ** 3 * 400)) },
    msisdn: `2557${String((customer * 7_919 + 11_111_111) % 100_000_000).padStart(8, '0')}`,
    customer: { ...recorded().customer, ...name },
  }
}

function writePayment(database: Database, payment: Payment): void {
  database.run(
    `INSERT INTO payment (id, draft_id, recorded_at, period, is_open, to_do, msisdn, reference, state)
     VALUES (?, ?, ?, 1, 0, 0, ?, ?, ?)`,
    [
      ...[
        idBytes(payment.id),
        idBytes(payment.draftId),
        payment.recordedAt,
        payment.msisdn,
        payment.reference,
      ],
      // Packed, as the till writes it: a row of more than 1,000 bytes makes each lookup five times as slow.
      encodePayment(payment),
    ],
  )
}
