import { z } from 'zod'
import { type CashUp, type CashUpSummary, cashUpSchema } from '../../../shared/day/cash-up'
import type { Cell, Database } from '../database'
import { LedgerDamaged, readJson } from '../payments/ledger-rows'
import { type CashUpLine, cashUpLineSchema } from './cash-up-line'

/** The periods that were closed. Only ever added to. */
export interface CashUps {
  /** Inside a transaction; throws where a cash-up has this number already. */
  add(cashUp: CashUp, lines: readonly CashUpLine[]): void
  find(number: number): CashUp | null
  last(): CashUp | null
  lines(number: number): CashUpLine[]
  /** Puts one more document of a cash-up on record: 1 is the original, any later one a copy. */
  nextDocument(number: number, kind: DocumentKind): number
  /** Newest first, older than `before`. */
  list(before: number | null, limit: number): CashUpSummary[]
}

/** What can be made of a cash-up: paper, on a printer or as a PDF, and a spreadsheet. */
export type DocumentKind = 'paper' | 'sheet'

const linesSchema = z.array(cashUpLineSchema)

/** The cash-ups in an open ledger. */
export function createCashUps(database: Database): CashUps {
  const select = (clause: string, values: readonly number[] = []) =>
    database.all(`SELECT body FROM cash_up ${clause}`, values).map(row => readCashUp(row.body))

  return {
    add(cashUp, lines) {
      database.run('INSERT INTO cash_up (number, body, lines) VALUES (?, ?, ?)', [
        cashUp.number,
        encode(cashUpSchema.parse(cashUp)),
        encode(linesSchema.parse(lines)),
      ])
    },
    find: number => select('WHERE number = ?', [number])[0] ?? null,
    last: () => select('ORDER BY number DESC LIMIT 1')[0] ?? null,
    lines(number) {
      const [row] = database.all('SELECT lines FROM cash_up WHERE number = ?', [number])
      return row ? decode(linesSchema, row.lines) : []
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

function encode(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
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
