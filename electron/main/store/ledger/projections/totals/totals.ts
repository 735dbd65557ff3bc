import { byName } from '../../../../../../shared/by-name'
import { settledBlocks } from '../../../../../../shared/day/blocks'
import { sumOf, type Tally } from '../../../../../../shared/day/report'
import { everyPayment, type PaymentsFilter } from '../../../../../../shared/payment/payments-filter'
import {
  type CurrencyTotals,
  type PeriodTotals,
  type TotalKind,
  totalKinds,
} from '../../../../../../shared/payment/totals'
import type { Database, Row } from '../../../database'
import { countedAs } from '../../entries/counted-as'
import { readText } from '../../rows/codec'
import { counting, countOf } from '../../rows/counting'
import type { Search } from '../search/search'

/** The payments of so many sales are added up in one slice: some ms. */
const inSlice = 500

type Sums = Map<string, CurrencyTotals>

/**
 * Totals of the sales in an open ledger, by the time at which each began, as Payments lists them: a search finds them,
 * and the entries of their payments are added up. Generators: between two slices the caller may let others work.
 */
export class Totals {
  constructor(
    private readonly database: Database,
    private readonly search: Pick<Search, 'findKeys'>,
  ) {}

  /** Of what a filter finds. */
  *of(filter: PaymentsFilter): Generator<undefined, CurrencyTotals[]> {
    const kinds = kindsAsked(filter)
    const sums: Sums = new Map()
    const keys = yield* this.search.findKeys(filter, Number.MAX_SAFE_INTEGER)
    for (let n = 0; n < keys.length; n += inSlice) {
      this.#addSlice(sums, keys.slice(n, n + inSlice), kinds)
      yield
    }
    const isAny = (totals: CurrencyTotals) => totalKinds.some(kind => totals[kind].sales !== 0)
    return [...sums.values()]
      .filter(isAny)
      .sort((one, other) => (one.currency < other.currency ? -1 : 1))
  }

  /** Of each period between two of these moments (wall clock, ms). */
  *periods(starts: readonly number[]): Generator<undefined, PeriodTotals[]> {
    const periods: PeriodTotals[] = []
    for (const [n, to] of starts.slice(1).entries()) {
      const from = starts[n] ?? to
      const asked = { ...everyPayment, from: Math.max(0, from), to: Math.max(0, to) }
      periods.push({ from, to, currencies: yield* this.of(asked) })
    }
    return periods
  }

  #addSlice(sums: Sums, keys: readonly number[], kinds: readonly TotalKind[]): void {
    const sales = keys.map(() => '?').join(', ')
    const some = `payment IN (SELECT key FROM payment WHERE key IN (${sales}) OR sale IN (${sales}))`
    const values = [...keys, ...keys]
    const money = `SELECT currency, direction, way, undoes IS NOT NULL AS undoing, ${counting}
      FROM entry WHERE ${some} GROUP BY currency, direction, way, undoing`
    for (const row of this.database.all(money, values)) {
      const { kind, sign } = countedAs(
        readText(row.direction),
        readText(row.way),
        row.undoing === 1,
      )
      const { sales, amount } = countOf(row)
      if (kinds.includes(kind)) add(sums, row, kind, { sales: sign * sales, amount: sign * amount })
    }
    const requests = `SELECT currency, block, ${counting} FROM unpaid_request
      WHERE ${some} AND counts = 1 GROUP BY currency, block`
    for (const row of this.database.all(requests, values)) {
      const kind = kinds.find(each => each === readText(row.block))
      if (kind !== undefined) add(sums, row, kind, countOf(row))
    }
  }
}

/** Who asks for paid payments asks what was confirmed; who asks for a person's words, what they said. */
function kindsAsked({ states, settled }: PaymentsFilter): readonly TotalKind[] {
  if (settled.length > 0) return settledBlocks.filter(block => settled.includes(block))
  const isOfPaid =
    states.includes('paid') && states.every(state => state === 'paid' || state === 'givenBack')
  return isOfPaid ? ['confirmed', 'refund'] : totalKinds
}

function add(sums: Sums, row: Row, kind: TotalKind, tally: Tally): void {
  const currency = readText(row.currency)
  const totals = sums.get(currency) ?? { currency, ...byName(totalKinds, () => sumOf([])) }
  totals[kind] = sumOf([totals[kind], tally])
  sums.set(currency, totals)
}
