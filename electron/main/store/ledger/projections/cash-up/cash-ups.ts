import type { z } from 'zod'
import { type CashUp, type CashUpSummary, cashUpSchema } from '../../../../../../shared/day/cash-up'
import type { Cell, Database } from '../../../database'
import { cashUpRows } from '../../hash-chain/ledger-chain'
import { LedgerDamaged, readable, readJson, readSale, readText } from '../../rows/codec'
import type { AddLink } from '../../rows/ledger-rows'
import { idBytes } from '../../rows/sale-key'
import type { CashUpLine } from './cash-up-line'
import {
  cashUpLinesSchema,
  encodeCashUp,
  type Naming,
  nameCashUp,
  nameLines,
  splitCashUp,
} from './cash-up-rows'
import { nameOf } from './day-report'

/** The periods that were closed. Only ever added to. */
export interface CashUps {
  /** Inside a transaction; throws where a cash-up has this number already. */
  add(cashUp: CashUp, lines: readonly CashUpLine[]): void
  /** As `add`, from the bytes that its link holds; what people typed for it is not among them. */
  addStored(number: number, linked: Buffer): void
  find(number: number): CashUp | null
  /** Without the customers' names. */
  last(): CashUp | null
  lines(number: number): CashUpLine[]
  /** Puts one more document of a cash-up on record: 1 is the original, any later one a copy. */
  nextDocument(number: number, kind: DocumentKind): number
  /** Newest first, older than `before`. */
  list(before: number | null, limit: number): CashUpSummary[]
}

/** What can be made of a cash-up: paper, on a printer or as a PDF, and a spreadsheet. */
export type DocumentKind = 'paper' | 'sheet'

/** The cash-ups in an open ledger. */
export function createCashUps(database: Database, addLink: AddLink): CashUps {
  const select = (clause: string, values: readonly number[] = []) =>
    database.all(`SELECT body FROM cash_up ${clause}`, values).map(row => readCashUp(row.body))

  function insert(number: number, body: Buffer, lines: Buffer): void {
    const values = [number, body, lines]
    database.run('INSERT INTO cash_up (number, body, lines) VALUES (?, ?, ?)', values)
    addLink(cashUpRows(number, body, lines))
  }

  return {
    add(cashUp, lines) {
      const stored = encodeCashUp(cashUpSchema.parse(cashUp), cashUpLinesSchema.parse(lines))
      insert(cashUp.number, stored.body, stored.lines)
      for (const { saleId, reason } of stored.reasons)
        database.run('INSERT INTO cash_up_reason (sale_id, cash_up, reason) VALUES (?, ?, ?)', [
          saleId,
          cashUp.number,
          reason,
        ])
    },
    addStored(number, linked) {
      const { body, lines } = splitCashUp(linked)
      if (readCashUp(body).number !== number)
        throw new LedgerDamaged('A cash-up has another number')
      decode(cashUpLinesSchema, lines)
      insert(number, body, lines)
    },
    find(number) {
      const cashUp = select('WHERE number = ?', [number])[0]
      return cashUp ? nameCashUp(cashUp, namingOf(database, number)) : null
    },
    last: () => select('ORDER BY number DESC LIMIT 1')[0] ?? null,
    lines(number) {
      const [row] = database.all('SELECT lines FROM cash_up WHERE number = ?', [number])
      return row ? nameLines(decode(cashUpLinesSchema, row.lines), namingOf(database, number)) : []
    },
    nextDocument: (number, kind) =>
      database.transaction(() => {
        const made = 'SELECT COUNT(*) AS made FROM cash_up_document WHERE cash_up = ? AND kind = ?'
        const next = Number(database.all(made, [number, kind])[0]?.made) + 1
        database.run('INSERT INTO cash_up_document (cash_up, kind, number) VALUES (?, ?, ?)', [
          number,
          kind,
          next,
        ])
        return next
      }),
    list: (before, limit) =>
      select('WHERE number < ? ORDER BY number DESC LIMIT ?', [
        before ?? Number.MAX_SAFE_INTEGER,
        limit,
      ]).map(summaryOf),
  }
}

/** Who the sales of a closing are with, as far as that is still known. A damaged sale names no customer. */
function namingOf(database: Database, cashUp: number): Naming {
  const saleOf = (saleId: string) => {
    const [row] = database.all('SELECT state FROM sale WHERE id = ?', [idBytes(saleId)])
    return readable(() => readSale(row?.state))
  }
  return {
    named(saleId) {
      const sale = saleOf(saleId)
      return { msisdn: sale?.msisdn ?? '', name: sale ? nameOf(sale) : '' }
    },
    refundReason: saleId => saleOf(saleId)?.refund?.reason ?? '',
    reason(saleId) {
      const sql = 'SELECT reason FROM cash_up_reason WHERE sale_id = ? AND cash_up = ?'
      const [row] = database.all(sql, [saleId, cashUp])
      return row ? readText(row.reason) : ''
    },
  }
}

function readCashUp(value: Cell | undefined): CashUp {
  return decode(cashUpSchema, value)
}

function decode<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(readJson(value))
  if (!parsed.success) throw new LedgerDamaged('A cash-up is damaged', { cause: parsed.error })
  return parsed.data
}

function summaryOf({ number, closedAt, closedBy, report }: CashUp): CashUpSummary {
  return {
    number,
    closedAt,
    closedBy: closedBy?.name ?? null,
    confirmed: report.currencies.map(({ currency, blocks }) => ({
      currency,
      ...blocks.confirmed,
    })),
    signedOff: report.open.length,
  }
}
