import { z } from 'zod'
import type { CashUp } from '../../../../../../shared/day/cash-up'
import { LedgerDamaged, readable, readJson } from '../../rows/codec'
import { type CashUpLine, cashUpLineSchema } from './cash-up-line'

export const cashUpLinesSchema = z.array(cashUpLineSchema)

/** A closing as it is kept: without who the customers were and what was typed of them. */
export interface StoredCashUp {
  body: Buffer
  lines: Buffer
  reasons: readonly { saleId: string; reason: Buffer }[]
}

/** What a closing names a sale by. */
interface Named {
  saleId: string
  msisdn: string
  name: string
}

/**
 * A closing without its customers: who a sale was with never changes, so it is kept in the sale alone,
 * and removed there (decision 21). What a person typed goes to rows of its own, one for each sale.
 */
export function encodeCashUp(cashUp: CashUp, lines: readonly CashUpLine[]): StoredCashUp {
  const { open, earlier } = cashUp.report
  const report = {
    ...cashUp.report,
    open: open.map(sale => ({ ...nameless(sale), signOff: emptySignOff(sale.signOff) })),
    earlier: earlier.map(nameless),
  }
  return {
    body: encode({ ...cashUp, report }),
    lines: encode(lines.map(line => ({ ...nameless(line), reason: emptied(line.reason) }))),
    reasons: [...reasonsOf(cashUp, lines)].map(([saleId, reason]) => ({
      saleId,
      reason: Buffer.from(reason),
    })),
  }
}

/** The two documents of a closing, which its link holds as one. Throws LedgerDamaged for anything else. */
export function splitCashUp(linked: Buffer): Pick<StoredCashUp, 'body' | 'lines'> {
  // Outside a text no JSON has these two characters side by side.
  for (let at = linked.indexOf('}['); at >= 0; at = linked.indexOf('}[', at + 1)) {
    const [body, lines] = [linked.subarray(0, at + 1), linked.subarray(at + 1)]
    if (isJson(body) && isJson(lines)) return { body, lines }
  }
  throw new LedgerDamaged('A cash-up is damaged')
}

function isJson(bytes: Buffer): boolean {
  return readable(() => readJson(bytes)) !== null
}

function encode(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function nameless<Sale extends Named>(sale: Sale): Sale {
  return { ...sale, msisdn: '', name: '' }
}

type SignOff = CashUp['report']['open'][number]['signOff']

function emptySignOff(signOff: SignOff): SignOff {
  return signOff && { ...signOff, reason: '' }
}

/** That there was one stays known. */
function emptied(reason: string | null): string | null {
  return reason === null ? null : ''
}

function reasonsOf(cashUp: CashUp, lines: readonly CashUpLine[]): Map<string, string> {
  const typed = [
    // A refund's reason is written once and stays in the sale: no second copy is kept here.
    ...lines
      .filter(({ block }) => block !== 'refund')
      .map(({ saleId, reason }) => [saleId, reason] as const),
    ...cashUp.report.open.map(({ saleId, signOff }) => [saleId, signOff?.reason] as const),
  ]
  return new Map(typed.flatMap(([saleId, reason]) => (reason ? [[saleId, reason]] : [])))
}

/** What there still is of a sale's customer. */
export interface Naming {
  named(saleId: string): Omit<Named, 'saleId'>
  /** '' where nothing was typed, or it was removed. */
  reason(saleId: string): string
  /** Why the sale was refunded; '' where that was removed. */
  refundReason(saleId: string): string
}

/** A closing's document as it was, but for customers whose data was removed. */
export function nameCashUp(cashUp: CashUp, { named, reason }: Naming): CashUp {
  const { open, earlier } = cashUp.report
  const withName = <Sale extends Named>(sale: Sale) => ({ ...sale, ...named(sale.saleId) })
  const signed = (saleId: string, signOff: SignOff) =>
    signOff && { ...signOff, reason: reason(saleId) }
  return {
    ...cashUp,
    report: {
      ...cashUp.report,
      open: open.map(sale => ({ ...withName(sale), signOff: signed(sale.saleId, sale.signOff) })),
      earlier: earlier.map(withName),
    },
  }
}

/** Puts the customers' names and the reasons back into a closing's lines. */
export function nameLines(lines: readonly CashUpLine[], naming: Naming): CashUpLine[] {
  return lines.map(line => ({
    ...line,
    ...naming.named(line.saleId),
    reason: line.reason === null ? null : reasonOf(line, naming),
  }))
}

function reasonOf({ block, saleId }: CashUpLine, { reason, refundReason }: Naming): string {
  return block === 'refund' ? refundReason(saleId) : reason(saleId)
}
