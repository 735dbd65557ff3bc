import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { systemRandom } from '../../electron/main/platform/random'
import { type Database, openDatabase } from '../../electron/main/store/database'
import { LedgerChain } from '../../electron/main/store/ledger/hash-chain/ledger-chain'
import { DayBook } from '../../electron/main/store/ledger/projections/cash-up/day-book'
import { encodeSale } from '../../electron/main/store/ledger/rows/codec'
import { idBytes } from '../../electron/main/store/ledger/rows/sale-key'
import { migrateLedger } from '../../electron/main/store/ledger/schema'
import type { Payment } from '../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../shared/payment/reducer'
import { ledgerKey } from '../support/database'
import { failedOutcome, recorded, samples } from '../support/payments/sales'
import { createSeededRandom } from '../support/seeded-random'
import { inFolder, quantile, timed } from './measuring'

const oldSales = 1_000_000
const oldPeriods = 500
const today = 2_000
const rounds = 31

/** Medians in ms, on a ledger of a million sales. */
export interface DayResult {
  /** The floor: the engine alone adds up the running period's rows, in no groups. */
  floor: number
  report: number
  /** Once: the report, and every line of the period kept for ever. */
  close: number
  emptyReport: number
  sales: number
  today: number
}

/** How long the day of a busy shop takes after years of sales. */
export function measureDay(): Promise<DayResult> {
  return inFolder(folder => measureIn(join(folder, 'ledger.db')))
}

function measureIn(file: string): DayResult {
  const database = openDatabase({ file, key: ledgerKey })
  migrateLedger(database)
  const day = new DayBook(database, new LedgerChain(database))
  const close = (period: number) =>
    day.close(
      { period, signOffs: [], counted: [] },
      {
        at: Date.now(),
        person: null,
        connection: 'practice',
        ledgerCheck: null,
        shop: { name: '', till: '' },
      },
    )
  addOldSales(database, () => close(1))
  addToday(database, sale => day.apply(sale, null))
  const running = oldPeriods + 1
  const result = {
    floor: median(() =>
      database.all('SELECT COUNT(*) AS sales, SUM(amount) AS sum FROM taking WHERE period = ?', [
        running,
      ]),
    ),
    report: median(() => day.report(Date.now())),
    close: timed(() => close(running)),
    emptyReport: median(() => day.report(Date.now())),
  }
  database.close()
  return { ...result, sales: oldSales, today }
}

/** Years of closed days: rows as the till writes them, but for the texts that today's day never reads. */
function addOldSales(database: Database, close: () => unknown): void {
  close()
  const numbers = (count: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
  const id = "unhex(printf('%08x000070008000000000000000', i))"
  const period = `1 + i / ${oldSales / oldPeriods}`
  database.transaction(() => {
    database.run(
      `${numbers(oldSales)} INSERT INTO sale
         (key, id, draft_id, recorded_at, is_open, msisdn, reference, state, to_do, period)
       SELECT i + 1, ${id}, ${id}, i, 0, '2557' || i, 'R' || i, zeroblob(200), 0, ${period}
       FROM n`,
    )
    database.run(
      `${numbers(oldSales)} INSERT INTO taking
         (period, kind, sale, counts, earlier, amount, currency, quarter, facts)
       SELECT ${period}, 'confirmed', i + 1, 1, 0, 15000, 'TZS', i, zeroblob(180) FROM n`,
    )
    database.run(
      `${numbers(oldPeriods - 1)} INSERT INTO cash_up (number, body, lines)
       SELECT i + 2, cash_up.body, cash_up.lines FROM n JOIN cash_up ON cash_up.number = 1`,
    )
  })
}

/** A busy day: most paid, three cashiers, twelve hours. */
function addToday(database: Database, note: (sale: Payment) => void): void {
  const fraction = createSeededRandom(1).fraction
  database.transaction(() => {
    for (let n = 0; n < today; n++) {
      const sale = endedSale(Date.UTC(2026, 0, 5, 6) + fraction() * 12 * 3_600_000, fraction())
      database.run(
        `INSERT INTO sale (id, draft_id, recorded_at, is_open, to_do, msisdn, state, period)
         VALUES (?, ?, ?, 0, 0, ?, ?, ?)`,
        [
          ...[idBytes(sale.id), idBytes(sale.draftId), n, sale.msisdn],
          ...[encodeSale(sale), oldPeriods + 1],
        ],
      )
      note(sale)
    }
  })
}

const cashiers = ['Asha', 'Juma', 'Neema'].map(name => ({ id: randomUUID(), name }))

function endedSale(moment: number, chance: number): Payment {
  const at = Math.round(moment)
  const event = recorded({
    at,
    channel: chance < 0.8 ? 'mobile' : 'card',
    amount: { currency: 'TZS', value: 1 + Math.round(chance * 90_000) },
    idempotencyKey: randomUUID(),
    person: cashiers[Math.floor(chance * 1_000) % 3] ?? null,
  })
  const begun = beginPayment(systemRandom.paymentId(at), event)
  const accepted = { ...samples.accepted, reference: randomUUID() }
  const events = [
    samples['attempt-started'],
    accepted,
    chance < 0.9 ? samples.settled : failedOutcome,
  ]
  return events.map(event => ({ ...event, at })).reduce<Payment>(applyEvent, begun)
}

function median(work: () => unknown): number {
  return quantile(
    Array.from({ length: rounds }, () => timed(work)),
    0.5,
  )
}
