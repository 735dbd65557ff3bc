import { type UnpaidBlock, unpaidBlockOf, unpaidBlocks } from '../../../../../../shared/day/blocks'
import { dayStateOf, dayStateSchema } from '../../../../../../shared/day/state'
import { methodSchema } from '../../../../../../shared/payment/channel'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { Database } from '../../../database'
import { personColumns, readPerson } from '../../entries/entry-rows'
import { checked, LedgerDamaged, readPayment, readText } from '../../rows/codec'
import { counting, countOf, runningPeriod } from '../../rows/counting'
import { presentKey } from '../../rows/payment-key'
import type { Projection } from '../projection'
import type { Item } from './item'
import type { PeriodPart } from './period-money'

/**
 * Payments that ended without money, each in the first period in which it ended so; `counts` is 0 where it has ended
 * otherwise since. `number` counts up, so that a part of a period can begin at one.
 */
export const unpaidRequestTables = [
  `CREATE TABLE unpaid_request (
    number INTEGER PRIMARY KEY,
    period INTEGER NOT NULL,
    payment INTEGER NOT NULL REFERENCES payment (key),
    block TEXT NOT NULL,
    state TEXT NOT NULL,
    counts INTEGER NOT NULL,
    person BLOB NOT NULL,
    person_name BLOB NOT NULL,
    channel TEXT NOT NULL,
    currency TEXT NOT NULL,
    value INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX unpaid_request_of_period ON unpaid_request (period)',
  'CREATE UNIQUE INDEX unpaid_request_of_payment ON unpaid_request (payment, block)',
]

/** A payment that ended without money, with what it is now. */
export interface DatedRequest {
  block: UnpaidBlock
  payment: Payment
  /** It was asked for in an earlier period. */
  earlier: boolean
}

const counted = `unpaid_request.counts = 1 AND unpaid_request.period = ${runningPeriod}`

/** The payments of an open ledger that ended without money. */
export class UnpaidRequests implements Projection {
  constructor(private readonly database: Database) {}

  apply(after: Payment, before: Payment | null): void {
    const block = unpaidBlockOf(after)
    const was = before && unpaidBlockOf(before)
    if (block === was && (before === null || dayStateOf(after) === dayStateOf(before))) return
    const key = presentKey(this.database, after.id)
    if (was !== null)
      this.database.run('UPDATE unpaid_request SET counts = 0 WHERE payment = ?', [key])
    if (block !== null) this.#keep(key, after, block)
  }

  /** Those of a part of the running period, added up. */
  sums({ after, person }: PeriodPart): Item[] {
    const rows = this.database.all(
      `SELECT block, state, person, person_name, channel, currency, ${counting} FROM unpaid_request
       WHERE ${counted} AND number > ? AND (? = x'' OR person = ?)
       GROUP BY block, state, person, person_name, channel, currency`,
      [after.request, person, person],
    )
    return rows.map(row => ({
      block: readBlock(row.block),
      state: checked(dayStateSchema, readText(row.state), 'A request'),
      person: readPerson(row),
      channel: checked(methodSchema, readText(row.channel), 'A request'),
      currency: readText(row.currency),
      marks: [],
      tally: countOf(row),
    }))
  }

  /** Those of the running period, in the order in which they were asked for. */
  dated(): DatedRequest[] {
    return this.database
      .all(
        `SELECT block, state_now, earlier FROM (
           SELECT block, payment.state AS state_now, payment.period < unpaid_request.period AS earlier, payment.key AS key
           FROM unpaid_request JOIN payment ON payment.key = unpaid_request.payment WHERE ${counted})
         ORDER BY key`,
      )
      .map(row => ({
        block: readBlock(row.block),
        payment: readPayment(row.state_now),
        earlier: row.earlier === 1,
      }))
  }

  /** The number of the last one; 0 where there is none. */
  last(): number {
    return Number(this.database.all('SELECT MAX(number) AS last FROM unpaid_request')[0]?.last ?? 0)
  }

  /** The first time decides the period, for good. */
  #keep(key: number, payment: Payment, block: UnpaidBlock): void {
    const { person, person_name } = personColumns(payment.person)
    const { currency, value } = payment.amount
    this.database.run(
      `INSERT INTO unpaid_request
         (period, payment, block, state, counts, person, person_name, channel, currency, value)
       VALUES (${runningPeriod}, ?, ?, ?, 1, ?, ?, ?, ?, ?)
       ON CONFLICT (payment, block) DO UPDATE SET counts = 1, state = excluded.state`,
      [key, block, dayStateOf(payment), person, person_name, payment.channel, currency, value],
    )
  }
}

function readBlock(value: unknown): UnpaidBlock {
  const name = readText(value)
  const block = unpaidBlocks.find(each => each === name)
  if (block === undefined) throw new LedgerDamaged('A request is damaged')
  return block
}
