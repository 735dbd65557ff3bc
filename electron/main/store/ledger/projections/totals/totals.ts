import type { Tally } from '../../../../../../shared/day/report'
import { settledBlocks, takingKindsOf } from '../../../../../../shared/day/standing'
import type { Sale } from '../../../../../../shared/payment/sale'
import type { SalesFilter } from '../../../../../../shared/payment/sales-filter'
import {
  type CurrencyTotals,
  type PeriodTotals,
  type TotalKind,
  type Totals,
  totalKinds,
} from '../../../../../../shared/payment/totals'
import type { Database, Row } from '../../../database'
import { readText } from '../../rows/codec'
import { quarterHour } from '../cash-up/taking'
import { counting, countOf, million } from '../cash-up/takings'
import type { Projection } from '../projection'
import type { SearchQueries } from '../search/search'

/** Totals of the payments in an open ledger. Generators: between two slices the caller may let others work. */
export interface TotalsQueries {
  /** Of what a filter finds. */
  of(filter: SalesFilter): Generator<undefined, Totals>
  /** Of each period between two of these moments (wall clock, ms). */
  periods(starts: readonly number[]): Generator<undefined, PeriodTotals[]>
}

/** So many payments of a search are added up one by one, some tenths of a second. */
const mostFound = 20_000

/** How many sales, and how many quarter hours, are added up in one slice: some ms. */
const salesInTurn = 500
const quartersInTurn = 5_000

/** The totals, kept by the time at which the payments were asked for, as Payments lists them. */
export function createTotals(
  database: Database,
  { findKeys }: Pick<SearchQueries, 'findKeys'>,
): Projection & TotalsQueries {
  function add(sale: Sale, kinds: readonly TotalKind[], sign: 1 | -1): void {
    const { value, currency } = sale.amount
    const amount = [Math.floor(value / million) * sign, (value % million) * sign]
    for (const kind of kinds)
      database.run(
        `INSERT INTO sales_total (quarter, currency, kind, sales, millions, ones)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (quarter, currency, kind) DO UPDATE SET sales = sales + excluded.sales,
           millions = millions + excluded.millions, ones = ones + excluded.ones`,
        [quarterOf(sale.recordedAt), currency, kind, sign, ...amount],
      )
  }

  /** From the kept totals, from quarter to quarter. */
  function* kept(
    from: number | null,
    to: number | null,
    kinds: readonly TotalKind[],
  ): Generator<undefined, CurrencyTotals[]> {
    const [ends] = database.all(
      'SELECT MIN(quarter) AS first, MAX(quarter) AS last FROM sales_total',
    )
    if (ends?.first == null) return []
    const first = Math.max(from === null ? 0 : quarterOf(from), Number(ends.first))
    const end = Math.min(to === null ? Infinity : quarterOf(to), Number(ends.last) + 1)
    const sums = createSums(kinds)
    for (let quarter = first; quarter < end; quarter += quartersInTurn) {
      const sql = `SELECT currency, kind, SUM(sales) AS sales, SUM(millions) AS millions,
          SUM(ones) AS ones
        FROM sales_total WHERE quarter >= ? AND quarter < ? GROUP BY currency, kind`
      for (const row of database.all(sql, [quarter, Math.min(end, quarter + quartersInTurn)]))
        sums.add(row)
      yield
    }
    return sums.totals()
  }

  /** What these sales brought, whichever period counts it. */
  function* broughtBy(
    keys: readonly number[],
    kinds: readonly TotalKind[],
  ): Generator<undefined, CurrencyTotals[]> {
    const sums = createSums(kinds)
    for (let n = 0; n < keys.length; n += salesInTurn) {
      const some = keys.slice(n, n + salesInTurn)
      const sql = `SELECT currency, kind, ${counting} FROM taking
        WHERE sale IN (${some.map(() => '?').join(', ')}) AND counts = 1 GROUP BY currency, kind`
      for (const row of database.all(sql, some)) sums.add(row)
      yield
    }
    return sums.totals()
  }

  return {
    apply(after, before) {
      const were = before === null ? [] : kindsOf(before)
      const are = kindsOf(after)
      add(
        after,
        are.filter(kind => !were.includes(kind)),
        1,
      )
      add(
        after,
        were.filter(kind => !are.includes(kind)),
        -1,
      )
    },
    *of(filter) {
      const { text, states, settled, from, to } = filter
      const asked = kindsAsked(filter)
      const isKept = text === '' && (states.length === 0 || (isOfPaid(states) && !settled.length))
      if (isKept) return { currencies: yield* kept(from, to, asked), newest: null }
      const found = yield* findKeys(filter, mostFound + 1)
      const currencies = yield* broughtBy(found.slice(0, mostFound), asked)
      return { currencies, newest: found.length > mostFound ? mostFound : null }
    },
    *periods(starts) {
      const periods: PeriodTotals[] = []
      for (const [n, to] of starts.slice(1).entries()) {
        const from = starts[n] ?? to
        periods.push({ from, to, currencies: yield* kept(from, to, totalKinds) })
      }
      return periods
    },
  }
}

function quarterOf(at: number): number {
  return Math.floor(at / quarterHour)
}

function kindsOf(sale: Sale): TotalKind[] {
  return takingKindsOf(sale).filter(kind => kind !== 'none')
}

function isOfPaid(states: SalesFilter['states']): boolean {
  return states.includes('paid') && states.every(state => state === 'paid' || state === 'refunded')
}

/** Who asks for paid payments asks what was confirmed; who asks for a person's words, what they said. */
function kindsAsked({ states, settled }: SalesFilter): readonly TotalKind[] {
  if (settled.length > 0) return settledBlocks.filter(block => settled.includes(block))
  return isOfPaid(states) ? ['confirmed', 'refund'] : totalKinds
}

/** Adds up rows by currency and kind; kinds that were not asked for are left out. */
function createSums(kinds: readonly TotalKind[]) {
  const sums = new Map<string, CurrencyTotals>()
  return {
    add(row: Row): void {
      const currency = readText(row.currency)
      const kind = kinds.find(name => name === readText(row.kind))
      const { sales, amount } = countOf(row)
      if (kind === undefined || sales === 0) return
      const totals = sums.get(currency) ?? { currency, ...noTotals() }
      const before = totals[kind]
      totals[kind] = { sales: before.sales + sales, amount: before.amount + amount }
      sums.set(currency, totals)
    },
    totals: () => [...sums.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1)),
  }
}

function noTotals(): Record<TotalKind, Tally> {
  const none = () => ({ sales: 0, amount: 0 })
  return {
    confirmed: none(),
    refund: none(),
    cash: none(),
    seen: none(),
    notPaid: none(),
    otherwise: none(),
  }
}
