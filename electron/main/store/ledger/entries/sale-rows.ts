import type { Payment } from '../../../../../shared/payment/payment'
import { backOf, cameFor } from '../../../../../shared/payment/payment-money'
import { askingOf } from '../../../../../shared/sale/asking'
import {
  type Cover,
  coverOf,
  dueOf,
  hasOf,
  isConfirmed,
  mayHandOver,
  type SaleMoney,
  waitedFor,
} from '../../../../../shared/sale/cover'
import type { Entry } from '../../../../../shared/sale/entry'
import { leadOf } from '../../../../../shared/sale/lead'
import { mostToTake } from '../../../../../shared/sale/movements'
import { salePayments } from '../../../../../shared/sale/sale-payments'
import type { SaleView } from '../../../../../shared/sale/sale-view'
import { type ToDo, toDosOf } from '../../../../../shared/sale/to-do'
import type { Cell, Database, Row, Value } from '../../database'
import { LedgerDamaged, readText } from '../rows/codec'
import { presentKey } from '../rows/payment-key'
import { entriesOf } from './entry-rows'

/**
 * A row a sale, under the key of its first payment. `cover`, `has`, `due` and `to_do` are what its entries come to
 * (`shared/sale/`): they are searched, and never read back. `handed_over_after` and `late_ended_after` are the number of
 * its newest entry when the goods went, and when a manager resolved one of its payments; so is `borne_after`, when one said
 * that the shop bears what is unpaid. `covered_by` is the number of the entry with which it first had what was due: no other
 * row has them.
 */
export const saleTables = [
  `CREATE TABLE sale (
    key INTEGER PRIMARY KEY REFERENCES payment (key),
    cover TEXT NOT NULL,
    has INTEGER NOT NULL,
    due INTEGER NOT NULL,
    to_do TEXT,
    handed_over_after INTEGER,
    late_ended_after INTEGER,
    borne_after INTEGER,
    covered_by INTEGER
  ) STRICT`,
  'CREATE INDEX sale_to_do ON sale (key) WHERE to_do IS NOT NULL',
  'CREATE INDEX sale_covered_by ON sale (covered_by) WHERE covered_by IS NOT NULL',
]

/** What one customer takes, and what its money comes to. */
export interface Sale {
  currency: string
  total: number
  cover: Cover
  has: number
  due: number
  /** What it asks of a person, the most urgent first. */
  toDos: readonly ToDo[]
}

type MarkName = 'handedOverAfter' | 'lateEndedAfter' | 'borneAfter'

/** What of a sale's row follows from the order in which things happened. */
export interface SaleMarks extends Pick<SaleMoney, MarkName> {
  coveredBy: number | null
}

/** The entries of a sale's payments, oldest first. */
export function entriesOfSale(database: Database, payments: readonly Payment[]): Entry[] {
  return payments
    .flatMap(({ id }) => entriesOf(database, presentKey(database, id), id))
    .sort((one, other) => one.number - other.number)
}

/** The row of a sale by its key; null where there is none. */
export function saleRow(database: Database, key: number): Row | null {
  return database.all('SELECT * FROM sale WHERE key = ?', [key])[0] ?? null
}

/** Does the row of a sale say what its payments and entries come to? */
export function saleAgrees(database: Database, key: number, payments: readonly Payment[]): boolean {
  const row = saleRow(database, key)
  if (row === null) return false
  const marks = marksOf(row)
  return isRowOf(
    row,
    saleColumns(saleWith(payments, entriesOfSale(database, payments), marks), marks),
  )
}

/** `payments` and `entries`: all of the sale, oldest first. */
export function saleWith(
  payments: readonly Payment[],
  entries: readonly Entry[],
  marks: SaleMarks,
): Sale {
  const { currency } = firstOf(payments).amount
  const money = moneyOf(payments, entries, marks)
  const sums = { cover: coverOf(money), has: hasOf(money), due: dueOf(money) }
  return { currency, total: money.total, ...sums, toDos: toDosOf(money) }
}

/** A sale as a screen shows it. `payments`: all payments of the sale, oldest first. */
export function saleViewOf(id: string, payments: readonly Payment[], money: SaleMoney): SaleView {
  const paidBy = payments
    .filter(payment => cameFor(payment) > backOf(payment))
    .map(payment => ({
      paymentId: payment.id,
      channel: payment.channel,
      value: cameFor(payment),
    }))
  const asks = askingOf(
    payments,
    money,
    paidBy.map(each => each.paymentId),
  )
  return {
    ...{ id, payments: payments.map(each => each.id), lead: leadIn(payments, asks).id },
    ...{ total: money.total, cover: coverOf(money), has: hasOf(money) },
    ...{ rest: mostToTake(money), toDos: toDosOf(money), asks, paidBy },
    ...{ isConfirmed: isConfirmed(money), mayHandOver: mayHandOver(money) },
    waitsFor: waitedFor(money).map(each => each.id),
  }
}

function leadIn(payments: readonly Payment[], asks: readonly string[]): Payment {
  return leadOf(payments, ({ id }) => asks.includes(id)) ?? firstOf(payments)
}

/** What a sale's money is judged by; as `saleWith`. */
export function moneyOf(
  payments: readonly Payment[],
  entries: readonly Entry[],
  marks: SaleMarks,
): SaleMoney {
  const { total } = firstOf(payments)
  const { handedOverAfter, lateEndedAfter, borneAfter } = marks
  const asked = salePayments(payments, entries)
  return { total, entries, payments: asked, handedOverAfter, lateEndedAfter, borneAfter }
}

function firstOf([first]: readonly Payment[]): Payment {
  if (!first) throw new LedgerDamaged('A sale has no payment')
  return first
}

/** The marks that a sale's row holds; all null without a row. */
export function marksOf(row: Row | null): SaleMarks {
  return {
    handedOverAfter: numberOrNull(row?.handed_over_after),
    lateEndedAfter: numberOrNull(row?.late_ended_after),
    borneAfter: numberOrNull(row?.borne_after),
    coveredBy: numberOrNull(row?.covered_by),
  }
}

/** The columns of a sale, by name. */
export function saleColumns(
  { toDos, cover, has, due }: Sale,
  { handedOverAfter, lateEndedAfter, borneAfter, coveredBy }: SaleMarks,
) {
  return {
    ...{ cover, has, due, to_do: toDos[0] ?? null },
    ...{ handed_over_after: handedOverAfter, late_ended_after: lateEndedAfter },
    ...{ borne_after: borneAfter, covered_by: coveredBy },
  }
}

/** Does a row hold these columns? */
export function isRowOf(row: Row, columns: Record<string, Value>): boolean {
  return Object.entries(columns).every(([name, value]) => textOrNumber(row[name]) === value)
}

function textOrNumber(cell: Cell | undefined): Value | undefined {
  return Buffer.isBuffer(cell) ? readText(cell) : cell
}

function numberOrNull(cell: Cell | undefined): number | null {
  return typeof cell === 'number' ? cell : null
}
