import { type CashUp, type CashUpSummary, cashUpSchema } from '../../../../../../shared/day/cash-up'
import type { Database, Row } from '../../../database'
import type { LinkAdder } from '../../../link'
import { cashUpRows } from '../../hash-chain/ledger-chain'
import { LedgerDamaged } from '../../rows/codec'
import {
  type CashUpLine,
  encodeCashUp,
  nameCashUp,
  nameLines,
  namingOf,
  readCashUp,
  readLines,
  splitCashUp,
  summaryOf,
} from './cash-up-rows'

/** What can be made of a cash-up: paper, on a printer or as a PDF, and a spreadsheet. */
export type DocumentKind = 'paper' | 'sheet'

/** The periods of an open ledger that were closed, as they were closed. */
export class CashUps {
  constructor(
    private readonly database: Database,
    private readonly chain: LinkAdder,
  ) {}

  /** Adds a cash-up from the bytes that its link holds; what people typed for it is not among them. */
  addStored(number: number, linked: Buffer): void {
    const { body, lines } = splitCashUp(linked)
    if (readCashUp(body).number !== number) throw new LedgerDamaged('A cash-up has another number')
    readLines(lines)
    this.#insert(number, body, lines)
  }

  /** What no link holds of another ledger's cash-ups up to this one: what people typed, and which documents were made. */
  addNotes(of: CashUps, upTo: number): void {
    this.database.transaction(() => {
      for (const table of ['cash_up_reason', 'cash_up_document'] as const)
        for (const row of of.#notes(table, upTo)) this.database.insert(table, row)
    })
  }

  #notes(table: 'cash_up_reason' | 'cash_up_document', upTo: number): Row[] {
    return this.database.all(`SELECT * FROM ${table} WHERE cash_up <= ?`, [upTo])
  }

  find(number: number): CashUp | null {
    const [cashUp] = this.#select('WHERE number = ?', [number])
    return cashUp ? nameCashUp(cashUp, namingOf(this.database, number)) : null
  }

  lines(number: number): CashUpLine[] {
    const [row] = this.database.all('SELECT lines FROM cash_up WHERE number = ?', [number])
    return row ? nameLines(readLines(row.lines), namingOf(this.database, number)) : []
  }

  /** The newest, without the customers' names; null while the first period runs. */
  last(): CashUp | null {
    return this.#select('ORDER BY number DESC LIMIT 1')[0] ?? null
  }

  /** Newest first, older than `before`. */
  list(before: number | null, limit: number): CashUpSummary[] {
    const values = [before ?? Number.MAX_SAFE_INTEGER, limit]
    return this.#select('WHERE number < ? ORDER BY number DESC LIMIT ?', values).map(summaryOf)
  }

  /** Puts one more document of a cash-up on record: 1 is the original, any later one a copy. */
  nextDocument(number: number, kind: DocumentKind): number {
    return this.database.transaction(() => {
      const made = 'SELECT COUNT(*) AS made FROM cash_up_document WHERE cash_up = ? AND kind = ?'
      const next = Number(this.database.all(made, [number, kind])[0]?.made) + 1
      this.database.insert('cash_up_document', { cash_up: number, kind, number: next })
      return next
    })
  }

  /** Inside a transaction; throws where a cash-up has this number already. */
  add(cashUp: CashUp, counted: readonly CashUpLine[]): void {
    const { body, lines, reasons } = encodeCashUp(cashUpSchema.parse(cashUp), counted)
    this.#insert(cashUp.number, body, lines)
    for (const { paymentId, reason } of reasons)
      this.database.insert('cash_up_reason', {
        payment_id: paymentId,
        cash_up: cashUp.number,
        reason,
      })
  }

  #insert(number: number, body: Buffer, lines: Buffer): void {
    this.database.insert('cash_up', { number, body, lines })
    this.chain.add(cashUpRows(number, body, lines))
  }

  /** Without the customers' names. */
  #select(clause: string, values: readonly number[] = []): CashUp[] {
    const rows = this.database.all(`SELECT body FROM cash_up ${clause}`, values)
    return rows.map(row => readCashUp(row.body))
  }

  /**
   * The period that began nearest to a week before `since` (ms), at most half a day apart, of those before `period`. A
   * beginning is compared with a beginning: a shop that closes after midnight, or sells on after closing, gets its same
   * weekday. Without the customers' names.
   */
  weekBefore(period: number, since: number): CashUp | null {
    const wanted = aWeekBefore(since)
    let nearest: CashUp | null = null
    let distance = halfADay
    for (let number = period - 1; number > 0; number--) {
      const [cashUp] = this.#select('WHERE number = ?', [number])
      const began = cashUp?.report.since ?? 0
      if (!cashUp || began < wanted - halfADay) break
      if (Math.abs(began - wanted) > distance) continue
      nearest = cashUp
      distance = Math.abs(began - wanted)
    }
    return nearest
  }
}

const halfADay = 12 * 3_600_000

/** By the calendar: clocks may have been changed in between. */
function aWeekBefore(at: number): number {
  const date = new Date(at)
  return date.setDate(date.getDate() - 7)
}
