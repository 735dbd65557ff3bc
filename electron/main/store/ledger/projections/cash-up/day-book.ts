import type { ConnectionKind } from '../../../../../../shared/connection'
import { isUnknown } from '../../../../../../shared/day/blocks'
import {
  type CashUp,
  type CashUpSummary,
  cashUpSchema,
  expectedCash,
} from '../../../../../../shared/day/cash-up'
import type { DayReport } from '../../../../../../shared/day/report'
import type { LedgerCheck } from '../../../../../../shared/integrity'
import { failure, type Result, success } from '../../../../../../shared/ipc/result'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { Person } from '../../../../../../shared/person'
import type { Database } from '../../../database'
import type { LinkAdder } from '../../../link'
import { cashUpRows } from '../../hash-chain/ledger-chain'
import { LedgerDamaged, readSale } from '../../rows/codec'
import type { Projection } from '../projection'
import {
  type CashUpLine,
  cashUpLine,
  encodeCashUp,
  nameCashUp,
  nameLines,
  namingOf,
  readCashUp,
  readLines,
  splitCashUp,
  summaryOf,
} from './cash-up-rows'
import { buildReport } from './day-report'
import { type ShiftScope, shiftFacts } from './shift-facts'
import { Takings } from './takings'

/** What can be made of a cash-up: paper, on a printer or as a PDF, and a spreadsheet. */
export type DocumentKind = 'paper' | 'sheet'

/** What a person decided before closing. */
export interface Closing {
  /** The period that was on the screen. */
  period: number
  signOffs: readonly { paymentId: string; reason: string }[]
  counted: readonly { currency: string; amount: number }[]
  /** What the drawer held when the period began. */
  floats?: readonly { currency: string; amount: number }[]
}

export interface ClosingScene {
  /** Wall clock, ms. */
  at: number
  person: Person | null
  connection: ConnectionKind
  shop: { name: string; till: string }
  /** What the check of the ledger just before found. */
  ledgerCheck: LedgerCheck
}

/** The shop's days in an open ledger: what the running one has, and those that were closed. */
export class DayBook implements Projection {
  readonly shiftReports: ShiftReports
  readonly #takings: Takings

  constructor(
    private readonly database: Database,
    private readonly chain: LinkAdder,
  ) {
    this.shiftReports = new ShiftReports(database)
    this.#takings = new Takings(database)
  }

  apply(after: Payment, before: Payment | null): void {
    this.#takings.apply(after, before)
  }

  /** When the last period was closed; null in the first one. */
  lastClosedAt(): number | null {
    const [last] = this.#select('ORDER BY number DESC LIMIT 1')
    return last?.closedAt ?? null
  }

  /** The running period as of `now` (wall clock, ms). */
  report(now: number): DayReport {
    const takings = this.#takings
    return buildReport({
      period: takings.running(),
      since: this.lastClosedAt(),
      until: now,
      sums: takings.sums(),
      quarters: takings.quarters(),
      sold: takings.sold(),
      open: this.#openSales(),
      earlier: takings.earlier(),
    })
  }

  /** A part of the running period as of `now`. It closes nothing. */
  shift(scope: ShiftScope, now: number): DayReport {
    const takings = this.#takings
    const period = { takings: takings.dated(), open: this.#openSales(), earlier: takings.earlier() }
    const since = scope.from ?? this.lastClosedAt()
    const facts = { period: takings.running(), since, until: now }
    return buildReport({ ...facts, ...shiftFacts(period, scope) })
  }

  /**
   * Closes the running period in one transaction with what it was computed from. One that is closed
   * already is returned as it was closed. Fails with `cash-up-unsigned` where something is open without a
   * sign-off; then nothing is written.
   */
  close(closing: Closing, scene: ClosingScene): Result<CashUp> {
    return this.database.transaction(() => {
      const running = this.#takings.running()
      const closed = closing.period < running ? this.find(closing.period) : null
      if (closed) return success(closed)
      if (closing.period !== running)
        return failure('bad-argument', `Period ${closing.period} has not begun`)
      const cashUp = closedReport(this.report(scene.at), closing, scene)
      const unsigned = cashUp.report.open.filter(({ signOff }) => signOff === null)
      if (unsigned.length > 0)
        return failure('cash-up-unsigned', `${unsigned.length} open without a reason`)
      this.#add(cashUp)
      return success(cashUp)
    })
  }

  /** Adds a cash-up from the bytes that its link holds; what people typed for it is not among them. */
  addStored(number: number, linked: Buffer): void {
    const { body, lines } = splitCashUp(linked)
    if (readCashUp(body).number !== number) throw new LedgerDamaged('A cash-up has another number')
    readLines(lines)
    this.#insert(number, body, lines)
  }

  find(number: number): CashUp | null {
    const [cashUp] = this.#select('WHERE number = ?', [number])
    return cashUp ? nameCashUp(cashUp, namingOf(this.database, number)) : null
  }

  lines(number: number): CashUpLine[] {
    const [row] = this.database.all('SELECT lines FROM cash_up WHERE number = ?', [number])
    return row ? nameLines(readLines(row.lines), namingOf(this.database, number)) : []
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
  #add(cashUp: CashUp): void {
    const { body, lines, reasons } = encodeCashUp(
      cashUpSchema.parse(cashUp),
      this.#linesOf(cashUp.report),
    )
    this.#insert(cashUp.number, body, lines)
    for (const { paymentId, reason } of reasons)
      this.database.insert('cash_up_reason', { sale_id: paymentId, cash_up: cashUp.number, reason })
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

  /** Each once: an unknown sale whose repeat was refused is open and has to be resolved. */
  #openSales(): { sale: Payment; period: number }[] {
    return ['is_open = 1', 'to_do = 1 AND is_open = 0', 'uncovered = 1 AND to_do = 0']
      .flatMap(clause =>
        this.database.all(`SELECT state, period FROM sale WHERE ${clause} ORDER BY key`),
      )
      .map(row => ({ sale: readSale(row.state), period: Number(row.period) }))
  }

  /** Every sale that the closing counts or leaves open, once for each of its blocks. */
  #linesOf({ open, period }: DayReport): CashUpLine[] {
    const signOffs = new Map(open.map(({ paymentId, signOff }) => [paymentId, signOff]))
    const line = (sale: Payment, block: CashUpLine['block'], earlier: boolean) =>
      cashUpLine({ sale, block, earlier, signOff: signOffs.get(sale.id) ?? null })
    const unknown = this.#openSales().filter(({ sale }) => isUnknown(sale))
    return [
      ...this.#takings.dated().map(({ sale, kind, earlier }) => line(sale, kind, earlier)),
      ...unknown.map(each => line(each.sale, 'unknown', each.period < period)),
    ]
  }
}

/** No person has this id. */
const everybody = ''

/** When shift reports were made, so that the next one can begin there. Only ever added to. */
export class ShiftReports {
  constructor(private readonly database: Database) {}

  /** When the last one of a person was made, or with null the last one of everybody; null where there is none. */
  last(person: string | null): number | null {
    const sql = 'SELECT MAX(at) AS at FROM shift_report WHERE person = ?'
    const at = this.database.all(sql, [person ?? everybody])[0]?.at
    return typeof at === 'number' ? at : null
  }

  add(at: number, person: string | null): void {
    this.database.insert('shift_report', { at, person: person ?? everybody })
  }
}

function closedReport(report: DayReport, closing: Closing, scene: ClosingScene): CashUp {
  const { at, person, connection, shop, ledgerCheck } = scene
  const reasons = new Map(closing.signOffs.map(({ paymentId, reason }) => [paymentId, reason]))
  const open = report.open.map(sale => {
    const reason = reasons.get(sale.paymentId)
    return reason === undefined ? sale : { ...sale, signOff: { reason, at, person } }
  })
  return {
    version: 1,
    number: report.period,
    connection,
    shop,
    closedAt: at,
    closedBy: person,
    report: { ...report, open },
    cash: closing.counted.map(({ currency, amount }) => {
      const day = report.currencies.find(each => each.currency === currency)
      const float = closing.floats?.find(each => each.currency === currency)?.amount ?? 0
      return { currency, float, expected: day ? expectedCash(day, float) : float, counted: amount }
    }),
    ledgerCheck,
  }
}
