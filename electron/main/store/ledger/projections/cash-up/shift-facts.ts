import type { Payment } from '../../../../../../shared/payment/payment'
import { completes } from '../../../../../../shared/payment/purchase'
import type { DayFacts } from './day-report'
import { cameAt, quarterHour } from './taking'
import type { DatedTaking, QuarterSum, SoldItem, TakingSum } from './takings'

/** Which part of the running period a shift report is about. */
export interface ShiftScope {
  /** Wall clock, ms; null is the whole period. */
  from: number | null
  /** The id of the person whose payments alone it holds; null is everybody's. */
  person: string | null
}

/** Where a shift begins, from what is known; never before the last cash-up. */
export interface ShiftStarts {
  cashUp: number | null
  lastReport: number | null
  /** When the person signed in, in any order. */
  signIns: readonly number[]
}

export function shiftStart(
  since: 'signIn' | 'lastReport' | 'cashUp',
  { cashUp, lastReport, signIns }: ShiftStarts,
): number | null {
  const inPeriod = (at: number | null) => at !== null && (cashUp === null || at > cashUp)
  if (since === 'lastReport') return inPeriod(lastReport) ? lastReport : cashUp
  // The first one: a till that locks itself is signed in to many times in a shift.
  const first = signIns.filter(inPeriod).sort((one, other) => one - other)[0]
  return since === 'signIn' && first !== undefined ? first : cashUp
}

/** What the period has that belongs to a shift. */
export interface PeriodFacts {
  takings: readonly DatedTaking[]
  open: DayFacts['open']
  earlier: DayFacts['earlier']
}

/** What of a period belongs to a shift, as the day's report wants it. */
export function shiftFacts(
  { takings, open, earlier }: PeriodFacts,
  { from, person }: ShiftScope,
): Pick<DayFacts, 'sums' | 'quarters' | 'sold' | 'open' | 'earlier'> {
  const isTheirs = ({ person: who }: Pick<Payment, 'person'>) =>
    person === null || who?.id === person
  const isSince = (at: number) => from === null || at >= from
  const its = takings.filter(({ sale, kind }) => isTheirs(sale) && isSince(cameAt(sale, kind)))
  return {
    sums: its.map(sumOf),
    quarters: its.filter(({ kind }) => kind === 'confirmed').map(quarterOf),
    sold: soldOf(its),
    open: open.filter(({ sale }) => isTheirs(sale)),
    earlier: earlier.filter(({ sale }) => isTheirs(sale) && isSince(cameAt(sale, 'confirmed'))),
  }
}

function soldOf(takings: readonly DatedTaking[]): SoldItem[] {
  const paid = takings.filter(({ kind }) => kind === 'confirmed' || kind === 'cash')
  const sales = new Map(paid.map(({ sale }) => [sale.id, sale]))
  const sold = new Map<string, SoldItem>()
  for (const { lines, amount } of [...sales.values()].filter(completes))
    for (const line of lines) {
      const key = JSON.stringify([amount.currency, line.name, line.price])
      const quantity = (sold.get(key)?.quantity ?? 0) + line.quantity
      sold.set(key, { ...line, quantity, currency: amount.currency })
    }
  return [...sold.values()]
}

function sumOf({ kind, facts, sale }: DatedTaking): TakingSum {
  return { kind, facts, sales: 1, amount: sale.amount.value }
}

function quarterOf({ kind, sale }: DatedTaking): QuarterSum {
  const { currency, value } = sale.amount
  const quarter = Math.floor(cameAt(sale, kind) / quarterHour)
  return { currency, quarter, sales: 1, amount: value }
}
