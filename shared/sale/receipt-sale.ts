import type { Method } from '../payment/channel'
import type { Payment } from '../payment/payment'
import { dueOf, firstCoveredBy, lackingOf } from './cover'
import { type Entry, type Way, withoutUndone } from './entry'

/** Money of a sale that came, as its receipt names it. `said`: staff saw it elsewhere. */
export interface PaidBy {
  by: Method | 'said'
  value: number
}

/**
 * What a slip says first. `lacks`: money is missing, and it has no number. `refunded`: the customer has all of it back.
 * `void`: it has a number, and what was due is not here any more.
 */
export type ReceiptState = 'paid' | 'lacks' | 'refunded' | 'void'

/** A sale as its receipt tells it, in major units. */
export interface ReceiptSale {
  state: ReceiptState
  total: number
  /** What is still to pay. */
  missing: number
  paidBy: readonly PaidBy[]
  /** All of it is cash. */
  inCash: boolean
  /** Of the cash; null where none was taken. */
  received: { value: number; change: number } | null
  /** When it first had what was due, else when the last money came; null where none came. */
  paidAt: number | null
  givenBack: readonly { way: Way; value: number; at: number }[]
  /** Money has moved since it first had what was due. */
  changed: boolean
  /** What the service calls the payments that it confirmed. */
  references: readonly string[]
  /** It had what was due once: only then its receipt has a number. */
  mayHaveNumber: boolean
  /** The till's number of its receipt; null before the first one. */
  number: number | null
  /** Receipts with that number so far. */
  copies: number
}

type Paying = Pick<Payment, 'id' | 'total' | 'channel' | 'reference'> &
  Pick<Payment, 'receiptNumber' | 'receiptCopies'>

/** `payments` and `entries`: all of the sale, oldest first. */
export function receiptSale(payments: readonly Paying[], entries: readonly Entry[]): ReceiptSale {
  const total = payments[0]?.total ?? 0
  const money = { total, entries }
  const moved = withoutUndone(entries)
  const came = moved.filter(({ direction }) => direction === 'in')
  const firstCovered = firstCoveredBy(money)
  const covering = moved.find(({ number }) => number === firstCovered)
  const number = payments.find(each => each.receiptNumber !== null)?.receiptNumber ?? null
  const missing = Math.max(0, lackingOf(money))
  const cash = came.flatMap(entry => ('received' in entry ? [entry] : []))
  const received = sum(cash.map(each => each.received))
  return {
    total,
    missing,
    state: stateOf({ missing, due: dueOf(money), number }),
    paidBy: paidByOf(payments, came),
    inCash: came.length > 0 && came.every(({ way }) => way === 'cash'),
    received:
      cash.length === 0
        ? null
        : { value: received, change: received - sum(cash.map(({ value }) => value)) },
    paidAt: (covering ?? came.at(-1))?.at ?? null,
    givenBack: moved.filter(({ direction }) => direction === 'out'),
    changed: firstCovered !== null && moved.some(each => each.number > firstCovered),
    references: payments
      .filter(({ id }) => came.some(each => each.way === 'service' && paymentOf(each) === id))
      .flatMap(({ reference }) => reference ?? []),
    mayHaveNumber: firstCovered !== null && missing === 0,
    number,
    copies: Math.max(0, ...payments.map(({ receiptCopies }) => receiptCopies)),
  }
}

function stateOf({
  missing,
  due,
  number,
}: Pick<ReceiptSale, 'missing' | 'number'> & { due: number }): ReceiptState {
  if (missing > 0) return number === null ? 'lacks' : 'void'
  return due === 0 ? 'refunded' : 'paid'
}

/** Each way once, in the order in which its first money came. */
function paidByOf(
  payments: readonly Paying[],
  came: readonly Exclude<Entry, { undoes: number }>[],
): PaidBy[] {
  const sums = new Map<PaidBy['by'], number>()
  for (const entry of came) {
    const by = entry.way === 'service' ? channelOf(payments, paymentOf(entry)) : entry.way
    sums.set(by, (sums.get(by) ?? 0) + entry.value)
  }
  return [...sums].map(([by, value]) => ({ by, value }))
}

function channelOf(payments: readonly Paying[], id: string | null): Method {
  return payments.find(payment => payment.id === id)?.channel ?? 'mobile'
}

function paymentOf(entry: Entry): string | null {
  return 'payment' in entry ? entry.payment : null
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
