import { z } from 'zod'
import { blockNames } from '../../../../../../shared/day/blocks'
import { type CashUp, type CashUpSummary, cashUpSchema } from '../../../../../../shared/day/cash-up'
import { dayStateSchema } from '../../../../../../shared/day/state'
import { methodSchema } from '../../../../../../shared/payment/channel'
import { type GivenBack, wayBackSchema } from '../../../../../../shared/payment/given-back'
import { linesSchema } from '../../../../../../shared/payment/line-schemas'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { Cell, Database } from '../../../database'
import { checked, LedgerDamaged, readable, readJson, readPayment, readText } from '../../rows/codec'
import { idBytes } from '../../rows/payment-key'
import { nameOf } from './day-report'

const time = z.int().nonnegative().nullable()

/**
 * One entry, or one request without money, of a closed period as it stood then, with what it is of: what exports are
 * made of, for ever the same.
 */
const cashUpLineSchema = z.strictObject({
  paymentId: z.uuid(),
  /** `refund` is a line of its own, in addition to the line in which the payment was confirmed. */
  block: z.enum([...blockNames, 'refund']),
  state: dayStateSchema,
  rawStatus: z.string().nullable(),
  reference: z.string().nullable(),
  recordedAt: z.int().nonnegative(),
  settledAt: time,
  /** Below 0 where it takes back what an earlier period counted. */
  amount: z.int(),
  currency: z.string(),
  lines: linesSchema,
  /** The sale that it is of, and what all of that comes to. */
  sale: z.uuid(),
  total: z.int().positive(),
  channel: methodSchema,
  msisdn: z.string(),
  name: z.string(),
  cashier: z.string().nullable(),
  late: z.boolean(),
  earlier: z.boolean(),
  handedOverAt: time,
  /** Of a refund's line alone, so that a sum over the column counts each refund once. */
  givenBack: wayBackSchema.nullable(),
  givenBackAt: time,
  /** What a person said: how it ended, why it was left open, or why the money was given back. */
  reason: z.string().nullable(),
  reasonBy: z.string().nullable(),
})

export type CashUpLine = z.infer<typeof cashUpLineSchema>

/** What a line says, but for the payment itself. */
export type LineFacts = Pick<CashUpLine, 'block' | 'state' | 'amount' | 'cashier' | 'earlier'> & {
  payment: Payment
  signOff?: SignOff
  /** Of a refund's line. */
  givenBack?: GivenBack
}

/** The line of a payment in one block of a closing. */
export function cashUpLine(line: LineFacts): CashUpLine {
  const { payment, signOff = null, givenBack = null, ...facts } = line
  const said = givenBack ?? signOff ?? payment.resolution
  return {
    ...facts,
    paymentId: payment.id,
    rawStatus: payment.rawStatus,
    reference: payment.reference,
    recordedAt: payment.recordedAt,
    settledAt: payment.settledAt,
    currency: payment.amount.currency,
    lines: payment.lines,
    sale: payment.sale,
    total: payment.total,
    channel: payment.channel,
    msisdn: payment.msisdn,
    name: nameOf(payment),
    late: payment.late,
    handedOverAt: payment.handedOverAt,
    givenBack: givenBack?.way ?? null,
    givenBackAt: givenBack?.at ?? null,
    reason: said?.reason ?? null,
    reasonBy: said?.person?.name ?? null,
  }
}

const cashUpLinesSchema = z.array(cashUpLineSchema)

/** A closing as it is kept: without who the customers were and what was typed of them. */
interface StoredCashUp {
  body: Buffer
  lines: Buffer
  reasons: readonly { paymentId: string; reason: Buffer }[]
}

/** What a closing names a payment by. */
interface Named {
  paymentId: string
  msisdn: string
  name: string
}

/**
 * A closing without its customers: who a payment was with never changes, so it is kept in the payment alone,
 * and removed there (decision 21). What a person typed goes to rows of its own, one for each payment.
 */
export function encodeCashUp(cashUp: CashUp, lines: readonly CashUpLine[]): StoredCashUp {
  const { open, earlier } = cashUp.report
  const report = {
    ...cashUp.report,
    open: open.map(payment => ({ ...nameless(payment), signOff: emptySignOff(payment.signOff) })),
    earlier: earlier.map(nameless),
  }
  return {
    body: encode({ ...cashUp, report }),
    lines: encode(
      cashUpLinesSchema
        .parse(lines)
        .map(line => ({ ...nameless(line), reason: emptied(line.reason) })),
    ),
    reasons: [...reasonsOf(cashUp, lines)].map(([paymentId, reason]) => ({
      paymentId,
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

function nameless<Payment extends Named>(payment: Payment): Payment {
  return { ...payment, msisdn: '', name: '' }
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
    // A refund's reason is written once and stays in the payment: no second copy is kept here.
    ...lines
      .filter(({ block }) => block !== 'refund')
      .map(({ paymentId, reason }) => [paymentId, reason] as const),
    ...cashUp.report.open.map(({ paymentId, signOff }) => [paymentId, signOff?.reason] as const),
  ]
  return new Map(typed.flatMap(([paymentId, reason]) => (reason ? [[paymentId, reason]] : [])))
}

/** What there still is of a payment's customer. */
interface Naming {
  named(paymentId: string): Omit<Named, 'paymentId'>
  /** '' where nothing was typed, or it was removed. */
  reason(paymentId: string): string
  /** Why money was given back then; '' where that was removed. */
  givenBackReason(paymentId: string, at: number | null): string
}

/** A closing's document as it was, but for customers whose data was removed. */
export function nameCashUp(cashUp: CashUp, { named, reason }: Naming): CashUp {
  const { open, earlier } = cashUp.report
  const withName = <Payment extends Named>(payment: Payment) => ({
    ...payment,
    ...named(payment.paymentId),
  })
  const signed = (paymentId: string, signOff: SignOff) =>
    signOff && { ...signOff, reason: reason(paymentId) }
  return {
    ...cashUp,
    report: {
      ...cashUp.report,
      open: open.map(payment => ({
        ...withName(payment),
        signOff: signed(payment.paymentId, payment.signOff),
      })),
      earlier: earlier.map(withName),
    },
  }
}

/** Puts the customers' names and the reasons back into a closing's lines. */
export function nameLines(lines: readonly CashUpLine[], naming: Naming): CashUpLine[] {
  return lines.map(line => ({
    ...line,
    ...naming.named(line.paymentId),
    reason: line.reason === null ? null : reasonOf(line, naming),
  }))
}

function reasonOf({ block, paymentId, givenBackAt }: CashUpLine, naming: Naming): string {
  return block === 'refund'
    ? naming.givenBackReason(paymentId, givenBackAt)
    : naming.reason(paymentId)
}

/** Who the payments of a closing are with, as far as that is still known. A damaged payment names no customer. */
export function namingOf(database: Database, cashUp: number): Naming {
  const paymentOf = (paymentId: string) => {
    const [row] = database.all('SELECT state FROM payment WHERE id = ?', [idBytes(paymentId)])
    return readable(() => readPayment(row?.state))
  }
  return {
    named(paymentId) {
      const payment = paymentOf(paymentId)
      return { msisdn: payment?.msisdn ?? '', name: payment ? nameOf(payment) : '' }
    },
    givenBackReason: (paymentId, at) =>
      paymentOf(paymentId)?.givenBack.find(each => each.at === at)?.reason ?? '',
    reason(paymentId) {
      const sql = 'SELECT reason FROM cash_up_reason WHERE payment_id = ? AND cash_up = ?'
      const [row] = database.all(sql, [paymentId, cashUp])
      return row ? readText(row.reason) : ''
    },
  }
}

export function readCashUp(value: Cell | undefined): CashUp {
  return checked(cashUpSchema, readJson(value), 'A cash-up')
}

/** The lines of a closing as they are kept. Throws LedgerDamaged for anything else. */
export function readLines(value: Cell | undefined): CashUpLine[] {
  return checked(cashUpLinesSchema, readJson(value), 'A cash-up')
}

export function summaryOf({ number, closedAt, closedBy, report }: CashUp): CashUpSummary {
  return {
    number,
    closedAt,
    closedBy: closedBy?.name ?? null,
    confirmed: report.currencies.map(({ currency, blocks }) => ({ currency, ...blocks.confirmed })),
    signedOff: report.open.length,
  }
}
