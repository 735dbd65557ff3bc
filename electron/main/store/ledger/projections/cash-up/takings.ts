import type { TakingKind } from '../../../../../../shared/day/standing'
import type { SaleLine } from '../../../../../../shared/payment/lines'
import type { Sale } from '../../../../../../shared/payment/sale'
import type { Database, Row } from '../../../database'
import { LedgerDamaged, readJson, readSale, readText } from '../../rows/codec'
import { type TakingFacts, takingFactsSchema } from './taking'

/** Equal takings of a period, added up. */
export interface TakingSum {
  kind: TakingKind
  facts: TakingFacts
  sales: number
  amount: number
}

/** Confirmed money of one currency that came within a quarter of an hour. */
export interface QuarterSum {
  currency: string
  /** Quarter hours since the epoch. */
  quarter: number
  sales: number
  amount: number
}

/** An item at one price, and how many of it were sold. */
export interface SoldItem extends SaleLine {
  currency: string
}

/** One taking with its sale, which says when it came. */
export interface DatedTaking extends Pick<TakingSum, 'kind' | 'facts'> {
  sale: Sale
}

/** Which sale brought what to which period. */
export interface Takings {
  /** The period that runs now: the one after the last that was closed. */
  running(): number
  /** The running period, added up. */
  sums(): TakingSum[]
  /** What was sold in the running period: the items of what was confirmed or taken in cash. */
  sold(): SoldItem[]
  /** The running period's confirmed money by the time at which it came. */
  quarters(): QuarterSum[]
  /** The sales of one kind that the running period counts; were they taken in an earlier one? */
  counted(kind: TakingKind): { sale: Sale; earlier: boolean }[]
  /** Each taking of the running period, not added up. */
  dated(): DatedTaking[]
  /** The sales of earlier periods that were confirmed in this one, and the period each was taken in. */
  earlier(): { sale: Sale; period: number }[]
}

/** Every kind, in the order of a closing's lines. */
export const takingKinds: readonly TakingKind[] = [
  'confirmed',
  'cash',
  'seen',
  'notPaid',
  'otherwise',
  'none',
  'refund',
]

/** A split that keeps each half of a sum within what the engine and JavaScript count exactly. */
export const million = 1_000_000

export const counting = `COUNT(*) AS sales, SUM(amount / ${million}) AS millions,
  SUM(amount % ${million}) AS ones`

export function countOf({ sales, millions, ones }: Row): { sales: number; amount: number } {
  return { sales: Number(sales), amount: Number(millions) * million + Number(ones) }
}

/** The period after the last that was closed, in SQL. */
export const runningPeriod = '(SELECT COALESCE(MAX(number), 0) + 1 FROM cash_up)'

/** The takings in an open ledger. */
export function createTakings(database: Database): Takings {
  const readFacts = rememberingFacts()

  const numberOf = (sql: string, values: readonly (string | number)[] = []) =>
    Number(database.all(sql, values)[0]?.number)

  const running = () => numberOf(`SELECT ${runningPeriod} AS number`)
  function sumsOf(kind: TakingKind): TakingSum[] {
    const rows = database.all(
      `SELECT facts, ${counting}
       FROM taking WHERE period = ${runningPeriod} AND kind = ? AND counts = 1 GROUP BY facts`,
      [kind],
    )
    return rows.map(row => ({ kind, facts: readFacts(row.facts), ...countOf(row) }))
  }

  function quarters(): QuarterSum[] {
    const rows = database.all(
      `SELECT currency, quarter, ${counting}
       FROM taking WHERE period = ${runningPeriod} AND kind = 'confirmed' AND counts = 1
       GROUP BY currency, quarter`,
    )
    return rows.map(row => ({
      currency: readText(row.currency),
      quarter: Number(row.quarter),
      ...countOf(row),
    }))
  }

  function sold(): SoldItem[] {
    const rows = database.all(
      `SELECT sale.currency AS currency, name, price, SUM(quantity) AS quantity
       FROM (SELECT DISTINCT sale, currency FROM taking
             WHERE period = ${runningPeriod} AND counts = 1 AND kind IN ('confirmed', 'cash')) AS sale
       JOIN sold_line ON sold_line.sale = sale.sale
       GROUP BY sale.currency, name, price`,
    )
    return rows.map(row => ({
      currency: readText(row.currency),
      name: readText(row.name),
      price: Number(row.price),
      quantity: Number(row.quantity),
    }))
  }

  function datedOf(kind: TakingKind): DatedTaking[] {
    const rows = database.all(
      `SELECT taking.facts AS facts, sale.state AS state
       FROM taking JOIN sale ON sale.key = taking.sale
       WHERE taking.period = ${runningPeriod} AND taking.kind = ? AND taking.counts = 1
       ORDER BY taking.sale`,
      [kind],
    )
    return rows.map(row => ({ kind, facts: readFacts(row.facts), sale: readSale(row.state) }))
  }

  return {
    running,
    sums: () => takingKinds.flatMap(sumsOf),
    quarters,
    sold,
    counted: kind =>
      database
        .all(
          `SELECT sale.state AS state, taking.earlier AS earlier
           FROM taking JOIN sale ON sale.key = taking.sale
           WHERE taking.period = ${runningPeriod} AND taking.kind = ? AND taking.counts = 1
           ORDER BY taking.sale`,
          [kind],
        )
        .map(row => ({ sale: readSale(row.state), earlier: row.earlier === 1 })),
    dated: () => takingKinds.flatMap(datedOf),
    earlier: () =>
      database
        .all(
          `SELECT sale.state AS state, sale.period AS period
           FROM taking JOIN sale ON sale.key = taking.sale
           WHERE taking.period = ${runningPeriod} AND taking.kind = 'confirmed'
             AND taking.counts = 1 AND taking.earlier = 1
           ORDER BY taking.sale`,
        )
        .map(row => ({ sale: readSale(row.state), period: Number(row.period) })),
  }
}

/** So many different facts are kept decoded: a busy day has some hundreds, and is read again and again. */
const mostFacts = 5_000

/** Decodes facts, the same bytes only once. */
function rememberingFacts(): (value: unknown) => TakingFacts {
  const known = new Map<string, TakingFacts>()
  return value => {
    // A letter a byte: quicker than decoding, and no two different rows look alike.
    const bytes = Buffer.isBuffer(value) ? value.toString('latin1') : ''
    const before = known.get(bytes)
    if (before) return before
    const facts = decodeFacts(value)
    if (known.size >= mostFacts) known.clear()
    known.set(bytes, facts)
    return facts
  }
}

function decodeFacts(value: unknown): TakingFacts {
  const parsed = takingFactsSchema.safeParse(readJson(value))
  if (!parsed.success) throw new LedgerDamaged('A taking is damaged', { cause: parsed.error })
  return parsed.data
}
