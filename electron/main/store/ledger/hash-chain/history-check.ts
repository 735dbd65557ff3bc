import { isDeepStrictEqual } from 'node:util'
import type { Change } from '../../../../../shared/integrity'
import { isOpen } from '../../../../../shared/payment/actions'
import type { PaymentEvent } from '../../../../../shared/payment/event'
import type { Payment } from '../../../../../shared/payment/payment'
import { ImpossibleTransition } from '../../../../../shared/payment/reducer'
import type { Entry } from '../../../../../shared/sale/entry'
import type { Database, Row } from '../../database'
import { entriesOf } from '../entries/entry-rows'
import { entriesAdded } from '../entries/moved-by'
import { saleAgrees } from '../entries/sale-rows'
import { paymentOf, readHistory } from '../events/history'
import { readable, readPayment, readText } from '../rows/codec'

/** What is wrong with a payment apart from its links, or null: events without a link, a row that says otherwise. */
export function historyChange(
  database: Database,
  payment: number,
  paymentId: string,
): Change | null {
  const said = { paymentId, number: 0 }
  if (hasUnlinkedEvent(database, payment)) return { ...said, kind: 'added' }
  const [row] = database.all('SELECT state, sale, is_open, reference FROM payment WHERE key = ?', [
    payment,
  ])
  if (!row) return { ...said, kind: 'missing' }
  // What an event says of a customer is held by the event, not by the link (decision 21).
  const history = readable(() => readHistory(database, payment))
  if (history === null) return { ...said, kind: 'changed' }
  const derived = derive(() => paymentOf(paymentId, history))
  const isSame =
    agrees(row, derived) &&
    (derived === null || entriesAgree(database, payment, paymentId, history)) &&
    itsSaleAgrees(database, payment, row)
  if (isSame) return null
  return { ...said, kind: 'row' }
}

function hasUnlinkedEvent(database: Database, payment: number): boolean {
  const sql = `SELECT 1 AS one FROM event WHERE payment = ? AND NOT EXISTS (${itsLink}) LIMIT 1`
  return database.all(sql, [payment]).length > 0
}

/** The link that an event names, if that holds it. */
const itsLink = `SELECT 1 FROM link WHERE link.number = event.link AND link.payment = event.payment
  AND event.number BETWEEN link.first AND link.last`

/** Null where an older app allowed what this one does not: its row cannot be judged by this one's reducer. */
function derive(derived: () => Payment | null): Payment | null {
  try {
    return derived()
  } catch (error) {
    if (error instanceof ImpossibleTransition) return null
    throw error
  }
}

/** What a row must not say otherwise than its events. An older app may have derived the rest otherwise. */
const held = [
  'amount',
  'channel',
  'idempotencyKey',
  'sale',
  'person',
  'recordedAt',
  'reference',
  'outcome',
  'settledAt',
  'handedOverAt',
  'givenBack',
  'resolution',
] as const satisfies readonly (keyof Payment)[]

function agrees(row: Row, derived: Payment | null): boolean {
  const payment = readable(() => readPayment(row.state))
  if (!payment) return false
  const fields = !derived || held.every(name => isDeepStrictEqual(payment[name], derived[name]))
  const reference = row.reference === null ? null : readable(() => readText(row.reference))
  const columns = reference === payment.reference && row.is_open === (isOpen(payment) ? 1 : 0)
  return fields && columns
}

/** The money of the payment is what its events moved. Number and period follow from the order of all events. */
function entriesAgree(
  database: Database,
  key: number,
  id: string,
  history: readonly PaymentEvent[],
): boolean {
  const kept = readable(() => entriesOf(database, key, id))
  const derived = entriesAdded({ id, payment: null, entries: [] }, history, {
    number: 1,
    period: 1,
  })
  return kept !== null && isDeepStrictEqual(kept.map(inPlace(kept)), derived.map(inPlace(derived)))
}

/** The row of its sale is what all payments of the sale and their entries come to. */
function itsSaleAgrees(database: Database, payment: number, { sale }: Row): boolean {
  const key = Number(sale ?? payment)
  const rows = database.all('SELECT state FROM payment WHERE key = ? OR sale = ? ORDER BY key', [
    ...[key, key],
  ])
  return (
    readable(() =>
      saleAgrees(
        database,
        key,
        rows.map(row => readPayment(row.state)),
      ),
    ) ?? false
  )
}

/** An entry without what depends on other payments: what it undoes is named by its place. */
function inPlace(entries: readonly Entry[]) {
  return ({ number: _number, period: _period, ...entry }: Entry) =>
    'undoes' in entry
      ? { ...entry, undoes: entries.findIndex(({ number }) => number === entry.undoes) }
      : entry
}
