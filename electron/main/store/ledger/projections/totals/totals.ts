import { byName } from '../../../../../../shared/by-name'
import { isConfirmed, settledBlocks, takingKindsOf } from '../../../../../../shared/day/blocks'
import { sumOf } from '../../../../../../shared/day/report'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { PaymentsFilter } from '../../../../../../shared/payment/payments-filter'
import {
  type CurrencyTotals,
  type PeriodTotals,
  type Totals as SalesTotals,
  totalKinds,
} from '../../../../../../shared/payment/totals'
import type { Database, Row } from '../../../database'
import { readText } from '../../rows/codec'
import { quarterHour } from '../cash-up/taking'
import { counting, countOf, million } from '../cash-up/takings'
import type { Projection } from '../projection'
import type { Search } from '../search/search'

/**
 * What the payments that were asked for within a quarter of an hour came to: every time zone's days begin with
 * one. A row for each currency and kind, so that a month is some thousand small rows, however busy the shop
 * is. An amount is in two parts, as in `taking`.
 */
export const totalsTables = [
  `CREATE TABLE sales_total (
    quarter INTEGER NOT NULL,
    currency TEXT NOT NULL,
    kind TEXT NOT NULL,
    sales INTEGER NOT NULL,
    millions INTEGER NOT NULL,
    ones INTEGER NOT NULL,
    PRIMARY KEY (quarter, currency, kind)
  ) STRICT, WITHOUT ROWID`,
]

/**
 * A refund of a payment whose answer was contradicted later is kept apart: who asks for paid payments does not
 * find that payment.
 */
const keptKinds = [...totalKinds, 'refundUnconfirmed'] as const

type KeptKind = (typeof keptKinds)[number]

/** So many payments of a search are added up one by one, some tenths of a second. */
const mostFound = 20_000

/** How many sales, and how many quarter hours, are added up in one slice: some ms. */
const salesInSlice = 500
const quartersInSlice = 5_000

/**
 * Totals of the payments in an open ledger, kept by the time at which they were asked for, as Payments lists them.
 * Generators: between two slices the caller may let others work.
 */
export class Totals implements Projection {
  constructor(
    private readonly database: Database,
    private readonly search: Pick<Search, 'findKeys'>,
  ) {}

  apply(after: Payment, before: Payment | null): void {
    const were = before === null ? [] : kindsOf(before)
    const are = kindsOf(after)
    for (const kind of are) if (!were.includes(kind)) this.#add(after, kind, 1)
    for (const kind of were) if (!are.includes(kind)) this.#add(after, kind, -1)
  }

  /** Of what a filter finds. */
  *of(filter: PaymentsFilter): Generator<undefined, SalesTotals> {
    const { text, states, settled, from, to } = filter
    const asked = kindsAsked(filter)
    const isKept = text === '' && (states.length === 0 || (isOfPaid(states) && !settled.length))
    if (isKept) return { currencies: yield* this.#kept(from, to, asked), newest: null }
    const found = yield* this.search.findKeys(filter, mostFound + 1)
    const currencies = yield* this.#broughtBy(found.slice(0, mostFound), asked)
    return { currencies, newest: found.length > mostFound ? mostFound : null }
  }

  /** Of each period between two of these moments (wall clock, ms). */
  *periods(starts: readonly number[]): Generator<undefined, PeriodTotals[]> {
    const periods: PeriodTotals[] = []
    for (const [n, to] of starts.slice(1).entries()) {
      const from = starts[n] ?? to
      periods.push({ from, to, currencies: yield* this.#kept(from, to, keptKinds) })
    }
    return periods
  }

  #add(sale: Payment, kind: KeptKind, sign: 1 | -1): void {
    const { value, currency } = sale.amount
    const amount = [Math.floor(value / million) * sign, (value % million) * sign]
    this.database.run(
      `INSERT INTO sales_total (quarter, currency, kind, sales, millions, ones)
       VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (quarter, currency, kind) DO UPDATE SET sales = sales + excluded.sales,
         millions = millions + excluded.millions, ones = ones + excluded.ones`,
      [quarterOf(sale.recordedAt), currency, kind, sign, ...amount],
    )
  }

  /** From the kept totals, from quarter to quarter. */
  *#kept(
    from: number | null,
    to: number | null,
    kinds: readonly KeptKind[],
  ): Generator<undefined, CurrencyTotals[]> {
    const [ends] = this.database.all(
      'SELECT MIN(quarter) AS first, MAX(quarter) AS last FROM sales_total',
    )
    if (ends?.first == null) return []
    const first = Math.max(from === null ? 0 : quarterOf(from), Number(ends.first))
    const end = Math.min(to === null ? Infinity : quarterOf(to), Number(ends.last) + 1)
    const sums = new Map<string, CurrencyTotals>()
    for (let quarter = first; quarter < end; quarter += quartersInSlice) {
      const sql = `SELECT currency, kind, SUM(sales) AS sales, SUM(millions) AS millions,
          SUM(ones) AS ones
        FROM sales_total WHERE quarter >= ? AND quarter < ? GROUP BY currency, kind`
      const slice = [quarter, Math.min(end, quarter + quartersInSlice)]
      for (const row of this.database.all(sql, slice)) addTo(sums, row, kinds)
      yield
    }
    return inOrder(sums)
  }

  /** What these sales brought, whichever period counts it. */
  *#broughtBy(
    keys: readonly number[],
    kinds: readonly KeptKind[],
  ): Generator<undefined, CurrencyTotals[]> {
    const sums = new Map<string, CurrencyTotals>()
    for (let n = 0; n < keys.length; n += salesInSlice) {
      const some = keys.slice(n, n + salesInSlice)
      const sql = `SELECT currency, kind, ${counting} FROM taking
        WHERE sale IN (${some.map(() => '?').join(', ')}) AND counts = 1 GROUP BY currency, kind`
      for (const row of this.database.all(sql, some)) addTo(sums, row, kinds)
      yield
    }
    return inOrder(sums)
  }
}

function quarterOf(at: number): number {
  return Math.floor(at / quarterHour)
}

function kindsOf(sale: Payment): KeptKind[] {
  const kinds = takingKindsOf(sale).filter(kind => kind !== 'none')
  return isConfirmed(sale)
    ? kinds
    : kinds.map(kind => (kind === 'refund' ? 'refundUnconfirmed' : kind))
}

function isOfPaid(states: PaymentsFilter['states']): boolean {
  return states.includes('paid') && states.every(state => state === 'paid' || state === 'refunded')
}

/** Who asks for paid payments asks what was confirmed; who asks for a person's words, what they said. */
function kindsAsked({ states, settled }: PaymentsFilter): readonly KeptKind[] {
  if (settled.length > 0) return settledBlocks.filter(block => settled.includes(block))
  return isOfPaid(states) ? ['confirmed', 'refund'] : keptKinds
}

/** Adds up rows by currency and kind; kinds that were not asked for are left out. */
function addTo(sums: Map<string, CurrencyTotals>, row: Row, kinds: readonly KeptKind[]): void {
  const currency = readText(row.currency)
  const kept = kinds.find(name => name === readText(row.kind))
  const count = countOf(row)
  if (kept === undefined || count.sales === 0) return
  const kind = kept === 'refundUnconfirmed' ? 'refund' : kept
  const totals = sums.get(currency) ?? { currency, ...byName(totalKinds, () => sumOf([])) }
  totals[kind] = sumOf([totals[kind], count])
  sums.set(currency, totals)
}

function inOrder(sums: ReadonlyMap<string, CurrencyTotals>): CurrencyTotals[] {
  return [...sums.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1))
}
