import { randomUUID } from 'node:crypto'
import { buildRequest } from '../../electron/main/payments/build-request'
import { systemRandom } from '../../electron/main/platform/random'
import { openDatabase } from '../../electron/main/store/database'
import { Ledger } from '../../electron/main/store/ledger/ledger'
import { migrateLedger } from '../../electron/main/store/ledger/schema'
import { withMethods } from '../support/parts'
import { eventsTo, mobileDraft, samples } from '../support/payments/payments'

const atOnce = 500
const begin = Date.UTC(2026, 0, 5, 6)

/**
 * Adds so many paid mobile payments to a ledger, each of another customer, with the receipt printed and the goods
 * handed over: request, events, links, projections. Many in each transaction: it is not the commits that are measured.
 */
export function writeWholePayments(file: string, key: Buffer, sales: number): void {
  const database = openDatabase({ file, key })
  migrateLedger(database)
  const ledger = new Ledger(withMethods(database, { transaction: work => work() }))
  for (let written = 0; written < sales; written += atOnce)
    database.transaction(() => {
      for (let n = written; n < Math.min(sales, written + atOnce); n += 1) writePayment(ledger, n)
    })
  database.close()
}

function writePayment(ledger: Ledger, number: number): void {
  const now = begin + number * 60_000
  const paymentId = systemRandom.paymentId(now)
  const draft = mobileDraft({ value: 500 + number })
  const { event, body } = buildRequest(draft, {
    paymentId,
    tillId: 'bench',
    msisdn: `2557${String(11_111_111 + number)}`,
    idempotencyKey: randomUUID(),
    currency: 'TZS',
    webhookAddress: '',
    callbackKey: null,
    now,
    person: null,
  })
  ledger.record(paymentId, event, { body })
  const reference = randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()
  for (const one of [
    ...eventsTo('settled'),
    samples['receipt-printed'],
    samples['goods-handed-over'],
  ])
    ledger.append(paymentId, one.type === 'accepted' ? { ...one, reference } : one)
}
