import { blockNames, type TakingKind } from '../../../../../../shared/day/blocks'
import { isOpen } from '../../../../../../shared/payment/actions'
import type { SaleLine } from '../../../../../../shared/payment/lines'
import type { Payment } from '../../../../../../shared/payment/payment'
import { completes } from '../../../../../../shared/payment/purchase'
import type { Database, Row } from '../../../database'
import { checked, readJson, readSale, readText } from '../../rows/codec'
import { pack } from '../../rows/packing'
import { presentKey } from '../../rows/sale-key'
import { runningPeriod } from '../entries/entries'
import { customerRemoved, type Projection } from '../projection'
import { type Taking, type TakingFacts, takingFactsSchema, takingsOf } from './taking'

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
  sale: Payment
  /** The sale was taken in an earlier period. */
  earlier: boolean
}

/** Every kind, in the order of a closing's lines. */
const takingKinds: readonly TakingKind[] = [
  ...blockNames.filter(name => name !== 'unknown'),
  'refund',
]

/** A split that keeps each half of a sum within what the engine and JavaScript count exactly. */
export const million = 1_000_000

export const counting = `COUNT(*) AS sales, SUM(amount / ${million}) AS millions,
  SUM(amount % ${million}) AS ones`

export function countOf({ sales, millions, ones }: Row): { sales: number; amount: number } {
  return { sales: Number(sales), amount: Number(millions) * million + Number(ones) }
}

/** The takings of one kind that the running period counts. */
const counted = `taking.period = ${runningPeriod} AND taking.kind = ? AND taking.counts = 1`

/** Which sale brought what to which period of an open ledger. */
export class Takings implements Projection {
  constructor(private readonly database: Database) {}

  apply(after: Payment, before: Payment | null): void {
    if (before === null) this.#keepLines(after)
    if (before !== null && customerRemoved(after, before))
      this.database.run('DELETE FROM cash_up_reason WHERE sale_id = ?', [after.id])
    else if (mayBring(after, before)) this.#update(after)
  }

  /** The period that runs now: the one after the last that was closed. */
  running(): number {
    return Number(this.database.all(`SELECT ${runningPeriod} AS number`)[0]?.number)
  }

  /** The running period, added up. */
  sums(): TakingSum[] {
    const sql = `SELECT facts, ${counting} FROM taking WHERE ${counted} GROUP BY facts`
    return takingKinds.flatMap(kind =>
      this.database
        .all(sql, [kind])
        .map(row => ({ kind, facts: decodeFacts(row.facts), ...countOf(row) })),
    )
  }

  /** What was sold in the running period: the items of what was confirmed or taken in cash. */
  sold(): SoldItem[] {
    const rows = this.database.all(
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

  /** The running period's confirmed money by the time at which it came. */
  quarters(): QuarterSum[] {
    const rows = this.database.all(
      `SELECT currency, quarter, ${counting} FROM taking WHERE ${counted}
       GROUP BY currency, quarter`,
      ['confirmed'],
    )
    return rows.map(row => ({
      currency: readText(row.currency),
      quarter: Number(row.quarter),
      ...countOf(row),
    }))
  }

  /** Each taking of the running period, not added up. */
  dated(): DatedTaking[] {
    return takingKinds.flatMap(kind =>
      this.#withSales(kind).map(row => ({
        kind,
        facts: decodeFacts(row.facts),
        sale: readSale(row.state),
        earlier: row.earlier === 1,
      })),
    )
  }

  /** The sales of earlier periods that were confirmed in this one, and the period each was taken in. */
  earlier(): { sale: Payment; period: number }[] {
    return this.#withSales('confirmed', 'AND taking.earlier = 1').map(row => ({
      sale: readSale(row.state),
      period: Number(row.period),
    }))
  }

  #withSales(kind: TakingKind, only = ''): Row[] {
    return this.database.all(
      `SELECT taking.facts AS facts, taking.earlier AS earlier, sale.state AS state,
         sale.period AS period
       FROM taking JOIN sale ON sale.key = taking.sale
       WHERE ${counted} ${only} ORDER BY taking.sale`,
      [kind],
    )
  }

  /** Of a purchase in parts, with the last part alone: it is sold once that is paid. */
  #keepLines(sale: Payment): void {
    if (!completes(sale)) return
    const key = presentKey(this.database, sale.id)
    for (const [number, { name, price, quantity }] of sale.lines.entries()) {
      const line = { number, name: Buffer.from(name), price, quantity }
      this.database.insert('sold_line', { sale: key, ...line })
    }
  }

  #update(sale: Payment): void {
    const key = presentKey(this.database, sale.id)
    const sql = `SELECT period < ${runningPeriod} AS earlier FROM sale WHERE key = ?`
    const brought = takingsOf(sale, this.database.all(sql, [key])[0]?.earlier === 1)
    // Cash that was taken stays taken, whatever the service says later.
    this.database.run(`UPDATE taking SET counts = 0 WHERE sale = ? AND kind != 'cash'`, [key])
    for (const taking of brought) this.#keep(key, sale, taking)
  }

  /** The first time decides the period, for good: nothing is ever counted in two of them. */
  #keep(key: number, { amount }: Payment, { kind, facts, quarter }: Taking): void {
    const bytes = pack(JSON.stringify(takingFactsSchema.parse(facts)))
    this.database.run(
      `INSERT INTO taking (period, kind, sale, counts, earlier, amount, currency, quarter, facts)
       VALUES (${runningPeriod}, ?, ?, 1, ?, ?, ?, ?, ?)
       ON CONFLICT (sale, kind) DO UPDATE SET counts = 1, facts = excluded.facts`,
      [kind, key, facts.earlier ? 1 : 0, amount.value, amount.currency, quarter, bytes],
    )
  }
}

/**
 * A sale that stays on its way has brought nothing yet, except cash that a person took for it. A sale that
 * is pending again no longer brings what it brought.
 */
function mayBring(after: Payment, before: Payment | null): boolean {
  const wasOpen = before === null || isOpen(before)
  return !wasOpen || !isOpen(after) || after.resolution !== null
}

function decodeFacts(value: unknown): TakingFacts {
  return checked(takingFactsSchema, readJson(value), 'A taking')
}
