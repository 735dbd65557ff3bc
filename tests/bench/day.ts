import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { systemRandom } from '../../electron/main/platform/random'
import { type Database, openDatabase } from '../../electron/main/store/database'
import { paymentOf } from '../../electron/main/store/ledger/events/history'
import { LedgerChain } from '../../electron/main/store/ledger/hash-chain/ledger-chain'
import { DayBook } from '../../electron/main/store/ledger/projections/cash-up/day-book'
import { Entries } from '../../electron/main/store/ledger/projections/entries/entries'
import { encodePayment } from '../../electron/main/store/ledger/rows/codec'
import { idBytes } from '../../electron/main/store/ledger/rows/payment-key'
import { migrateLedger } from '../../electron/main/store/ledger/schema'
import type { PaymentEvent } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'
import { ledgerKey } from '../support/database'
import { failedOutcome, recorded, samples } from '../support/payments/payments'
import { createSeededRandom } from '../support/seeded-random'
import { inFolder, quantile, timed } from './measuring'

const oldPayments = 1_000_000
const oldPeriods = 500
const today = 2_000
const rounds = 31

/** Medians in ms, on a ledger of a million payments. */
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

/** How long the day of a busy shop takes after years of payments. */
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
  addOldPayments(database, () => close(1))
  const entries = new Entries(database)
  addToday(database, (payment, events) => {
    entries.apply(payment, null, events)
    day.apply(payment, null)
  })
  const running = oldPeriods + 1
  const result = {
    floor: median(() =>
      database.all('SELECT COUNT(*) AS sales, SUM(value) AS sum FROM entry WHERE period = ?', [
        running,
      ]),
    ),
    report: median(() => day.report(Date.now())),
    close: timed(() => close(running)),
    emptyReport: median(() => day.report(Date.now())),
  }
  database.close()
  return { ...result, sales: oldPayments, today }
}

/** Years of closed days: rows as the till writes them, but for the texts that today's day never reads. */
function addOldPayments(database: Database, close: () => unknown): void {
  close()
  const numbers = (count: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
  const id = "unhex(printf('%08x000070008000000000000000', i))"
  const period = `1 + i / ${oldPayments / oldPeriods}`
  database.transaction(() => {
    database.run(
      `${numbers(oldPayments)} INSERT INTO payment
         (key, id, draft_id, recorded_at, is_open, msisdn, reference, state, to_do, period)
       SELECT i + 1, ${id}, ${id}, i, 0, '2557' || i, 'R' || i, zeroblob(200), 0, ${period}
       FROM n`,
    )
    database.run(
      `${numbers(oldPayments)} INSERT INTO entry
         (number, period, payment, at, person, person_name, channel, direction, way, currency, value, late)
       SELECT i + 1, ${period}, i + 1, i, zeroblob(16), zeroblob(4), 'mobile', 'in', 'service', 'TZS', 15000, 0
       FROM n`,
    )
    database.run(
      `${numbers(oldPeriods - 1)} INSERT INTO cash_up (number, body, lines)
       SELECT i + 2, cash_up.body, cash_up.lines FROM n JOIN cash_up ON cash_up.number = 1`,
    )
  })
}

/** A busy day: most paid, three cashiers, twelve hours. */
function addToday(
  database: Database,
  note: (payment: Payment, events: readonly PaymentEvent[]) => void,
): void {
  const fraction = createSeededRandom(1).fraction
  database.transaction(() => {
    for (let n = 0; n < today; n++) {
      const events = endedPayment(Date.UTC(2026, 0, 5, 6) + fraction() * 12 * 3_600_000, fraction())
      const payment = paymentOf(systemRandom.paymentId(events[0]?.at ?? 0), events)
      if (payment === null) throw new Error('It was not recorded')
      database.run(
        `INSERT INTO payment (id, draft_id, recorded_at, is_open, to_do, msisdn, state, period)
         VALUES (?, ?, ?, 0, 0, ?, ?, ?)`,
        [
          ...[idBytes(payment.id), idBytes(payment.draftId), n, payment.msisdn],
          ...[encodePayment(payment), oldPeriods + 1],
        ],
      )
      note(payment, events)
    }
  })
}

const cashiers = ['Asha', 'Juma', 'Neema'].map(name => ({ id: randomUUID(), name }))

function endedPayment(moment: number, chance: number): PaymentEvent[] {
  const at = Math.round(moment)
  const event = recorded({
    at,
    channel: chance < 0.8 ? 'mobile' : 'card',
    amount: { currency: 'TZS', value: 1 + Math.round(chance * 90_000) },
    idempotencyKey: randomUUID(),
    person: cashiers[Math.floor(chance * 1_000) % 3] ?? null,
  })
  const accepted = { ...samples.accepted, reference: randomUUID() }
  const events = [
    event,
    samples['attempt-started'],
    accepted,
    chance < 0.9 ? samples.settled : failedOutcome,
  ]
  return events.map(each => ({ ...each, at }))
}

function median(work: () => unknown): number {
  return quantile(
    Array.from({ length: rounds }, () => timed(work)),
    0.5,
  )
}
