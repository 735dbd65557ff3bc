import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { takingKindsOf } from '../../../../../shared/day/standing'
import type { Change } from '../../../../../shared/integrity'
import { isOpen } from '../../../../../shared/payment/actions'
import type { PaymentEvent } from '../../../../../shared/payment/event'
import type { Sale } from '../../../../../shared/payment/sale'
import {
  applyEvent,
  beginSale,
  ImpossibleTransition,
} from '../../../../../shared/payment/sale-reducer'
import type { Database, Row } from '../../database'
import { readHistory } from '../events/history'
import { readable, readSale, readText } from '../rows/codec'
import { readId } from '../rows/sale-key'
import { bytesOf, cashUpSubject } from './ledger-chain'

/** How many sales and cash-ups have a link. */
export interface HistoryCheck {
  sales: number
  cashUps: number
}

/** What is wrong with a sale apart from its links, or null: events without a link, a row that says otherwise. */
export function historyChange(database: Database, sale: number, saleId: string): Change | null {
  const said = { saleId, number: 0, trace: '' }
  if (hasUnlinkedEvent(database, sale)) return { ...said, kind: 'added' }
  const [row] = database.all('SELECT state, is_open, reference FROM sale WHERE key = ?', [sale])
  if (!row) return { ...said, kind: 'missing' }
  // What an event says of a customer is held by the event, not by the link (decision 21).
  const history = readable(() => readHistory(database, sale))
  if (history === null) return { ...said, kind: 'changed' }
  if (agrees(database, { ...row, key: sale }, derive(saleId, history))) return null
  return { ...said, kind: 'row', trace: traceOf(bytesOf(row.state)) }
}

function traceOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

function hasUnlinkedEvent(database: Database, sale: number): boolean {
  const sql = `SELECT 1 AS one FROM event WHERE sale = ? AND NOT EXISTS (${itsLink}) LIMIT 1`
  return database.all(sql, [sale]).length > 0
}

/** The link that an event names, if that holds it. */
const itsLink = `SELECT 1 FROM link WHERE link.number = event.link AND link.sale = event.sale
  AND event.number BETWEEN link.first AND link.last`

/** The sale that follows from its events; null where this app's reducer cannot say. */
function derive(saleId: string, [first, ...later]: readonly PaymentEvent[]): Sale | null {
  return first?.type === 'recorded' ? replay(beginSale(saleId, first), later) : null
}

function replay(sale: Sale, later: readonly PaymentEvent[]): Sale | null {
  try {
    return later.reduce(applyEvent, sale)
  } catch (error) {
    // An older app allowed what this one does not: its row cannot be judged by this one's reducer.
    if (error instanceof ImpossibleTransition) return null
    throw error
  }
}

/** What a row must not say otherwise than its events. An older app may have derived the rest otherwise. */
const held = [
  'amount',
  'channel',
  'idempotencyKey',
  'person',
  'recordedAt',
  'reference',
  'outcome',
  'settledAt',
  'handedOverAt',
  'refund',
  'resolution',
] as const satisfies readonly (keyof Sale)[]

function agrees(database: Database, row: Row, derived: Sale | null): boolean {
  const sale = readable(() => readSale(row.state))
  if (!sale) return false
  const fields = !derived || held.every(name => isDeepStrictEqual(sale[name], derived[name]))
  const reference = row.reference === null ? null : readable(() => readText(row.reference))
  const columns = reference === sale.reference && row.is_open === (isOpen(sale) ? 1 : 0)
  return fields && columns && takingsAgree(database, Number(row.key), sale)
}

/** Confirmed money, cash and refunds are in the day's totals with the sale's own amount. */
function takingsAgree(database: Database, key: number, sale: Sale): boolean {
  const rows = database.all('SELECT kind, counts, amount FROM taking WHERE sale = ?', [key])
  const counted = (kind: string) =>
    rows.filter(row => row.counts === 1 && readable(() => readText(row.kind)) === kind)
  const kinds = takingKindsOf(sale)
  const lacks = (['confirmed', 'cash', 'refund'] as const).some(
    kind => kinds.includes(kind) && counted(kind).length === 0,
  )
  const invented = (['confirmed', 'refund'] as const).some(
    kind => !kinds.includes(kind) && counted(kind).length > 0,
  )
  const right = rows.every(row => row.amount === sale.amount.value)
  return right && !lacks && !invented
}

const mostNamed = 20

/** Sales and cash-ups that no link begins; asked for by name only where the numbers differ. */
export function unlinked(database: Database, counted: HistoryCheck): Change[] {
  const count = (table: string) =>
    Number(database.all(`SELECT COUNT(*) AS number FROM ${table}`)[0]?.number)
  const sales = count('sale') > counted.sales ? unlinkedSales(database) : []
  const said = { saleId: '', number: 0, trace: '', kind: 'added' } as const
  return count('cash_up') > counted.cashUps ? [...sales, { ...said, trace: cashUpSubject }] : sales
}

function unlinkedSales(database: Database): Change[] {
  return database
    .all(
      `SELECT id FROM sale
       WHERE NOT EXISTS (SELECT 1 FROM event
         WHERE event.sale = sale.key AND event.number = 1 AND EXISTS (${itsLink})) LIMIT ${mostNamed}`,
    )
    .map(row => ({
      kind: 'added',
      number: 0,
      trace: '',
      saleId: readable(() => readId(row.id)) ?? '',
    }))
}
