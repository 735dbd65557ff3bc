import type { ConnectionKind } from '../../../../../../shared/connection'
import { blockNames } from '../../../../../../shared/day/blocks'
import {
  type CashUp,
  type CashUpSummary,
  cashUpSchema,
  expectedCash,
} from '../../../../../../shared/day/cash-up'
import type { FloatToAsk } from '../../../../../../shared/day/drawer'
import type { DayReport, RunningDay } from '../../../../../../shared/day/report'
import { dayStateOf } from '../../../../../../shared/day/state'
import type { LedgerCheck } from '../../../../../../shared/integrity'
import { failure, type Result, success } from '../../../../../../shared/ipc/result'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { Person } from '../../../../../../shared/person'
import type { Database, Row } from '../../../database'
import type { LinkAdder } from '../../../link'
import { entriesOf } from '../../entries/entry-rows'
import { isConfirmedIn } from '../../entries/moved-by'
import { unknownMoney } from '../../entries/unknown-money'
import { cashUpRows } from '../../hash-chain/ledger-chain'
import { LedgerDamaged, readPayment, readText } from '../../rows/codec'
import { idBytes, presentKey } from '../../rows/payment-key'
import { Drawer } from '../drawer/drawer'
import { customerRemoved, type Projection } from '../projection'
import {
  type CashUpLine,
  cashUpLine,
  encodeCashUp,
  type LineFacts,
  nameCashUp,
  nameLines,
  namingOf,
  readCashUp,
  readLines,
  splitCashUp,
  summaryOf,
} from './cash-up-rows'
import { buildReport, type OpenFacts } from './day-report'
import { type DatedEntry, type DayPlace, PeriodMoney, wholePeriod } from './period-money'
import { type ShiftMark, ShiftMarks } from './shift-marks'
import { type DatedRequest, UnpaidRequests } from './unpaid-requests'

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

/** Which part of the running period a shift report is about. */
export interface ShiftScope {
  /** Where it begins; null is the beginning of the period. */
  from: ShiftMark | null
  /** The id of the person whose money and payments alone it holds; null is everybody's. */
  person: string | null
}

/** The shop's days in an open ledger: what the running one has, and those that were closed. */
export class DayBook implements Projection {
  readonly shiftMarks: ShiftMarks
  /** Cash that moved without a sale. */
  readonly drawer: Drawer
  readonly #money: PeriodMoney
  readonly #requests: UnpaidRequests
  #counted: { period: number; amounts: RunningDay['lastCounted'] } | null = null

  constructor(
    private readonly database: Database,
    private readonly chain: LinkAdder,
  ) {
    this.#money = new PeriodMoney(database)
    this.#requests = new UnpaidRequests(database)
    this.shiftMarks = new ShiftMarks(database, () => this.place())
    this.drawer = new Drawer(database, chain)
  }

  apply(after: Payment, before: Payment | null): void {
    if (before === null) this.#keepLines(after)
    else if (customerRemoved(after, before))
      this.database.run('DELETE FROM cash_up_reason WHERE payment_id = ?', [after.id])
    this.#requests.apply(after, before)
  }

  /** When the last period was closed; null in the first one. */
  lastClosedAt(): number | null {
    const [last] = this.#select('ORDER BY number DESC LIMIT 1')
    return last?.closedAt ?? null
  }

  /** The number of the period that runs now. */
  get period(): number {
    return this.#money.running()
  }

  /** The running period as of `now` (wall clock, ms). */
  report(now: number): DayReport {
    return this.shift({ from: null, person: null }, now)
  }

  /** The same, to be compared with the week before. */
  running(now: number): RunningDay {
    const report = this.report(now)
    return {
      ...report,
      weekBefore: this.#weekBefore(report),
      lastCounted: this.#lastCounted(report.period),
    }
  }

  /** Asked of a shop that counts its cash, until anything has moved in the period; null where nobody is asked. */
  floatToAsk(): FloatToAsk | null {
    const period = this.#money.running()
    const [last] = this.#lastCounted(period)
    if (!last || this.#money.hasAny() || this.drawer.entries(wholePeriod).length > 0) return null
    return { period, currency: last.currency, counted: last.amount }
  }

  /**
   * What was counted when the period before was closed: what the drawer most often begins with. It is asked for with each
   * state of the till, and a closing can be long: it is read once a period.
   */
  #lastCounted(period: number): RunningDay['lastCounted'] {
    if (this.#counted?.period !== period) {
      const [last] = this.#select('ORDER BY number DESC LIMIT 1')
      const amounts = last?.cash.map(({ currency, counted }) => ({ currency, amount: counted }))
      this.#counted = { period, amounts: amounts ?? [] }
    }
    return this.#counted.amounts
  }

  /** A part of the running period as of `now`. It closes nothing. */
  shift({ from, person }: ShiftScope, now: number): DayReport {
    const after = from?.place ?? wholePeriod.after
    const part = { after, person: person === null ? wholePeriod.person : idBytes(person) }
    const { items, refunds } = this.#money.sums(part)
    return buildReport({
      period: this.#money.running(),
      since: from?.at ?? this.lastClosedAt(),
      until: now,
      items: [...items, ...this.#requests.sums(part)],
      refunds,
      quarters: this.#money.quarters(part),
      sold: this.#money.sold(part),
      drawer: this.drawer.entries(part),
      open: this.#open().filter(({ payment }) => person === null || payment.person?.id === person),
      earlier: this.#money.earlier(part),
    })
  }

  /** Where the order of all that a day counts has come to. */
  place(): DayPlace {
    return {
      entry: this.#money.last(),
      request: this.#requests.last(),
      drawer: this.drawer.last(),
    }
  }

  /**
   * Closes the running period in one transaction with what it was computed from. One that is closed
   * already is returned as it was closed. Fails with `cash-up-unsigned` where something is open without a
   * sign-off; then nothing is written.
   */
  close(closing: Closing, scene: ClosingScene): Result<CashUp> {
    return this.database.transaction(() => {
      const running = this.#money.running()
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

  /** What no link holds of another ledger's cash-ups up to this one: what people typed, and which documents were made. */
  addNotes(of: DayBook, upTo: number): void {
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
   * The closed period that began nearest to a week before this one, at most half a day apart. A beginning is compared
   * with a beginning: a shop that closes after midnight, or sells on after closing, gets its same weekday.
   */
  #weekBefore({ period, since }: DayReport): RunningDay['weekBefore'] {
    if (since === null) return []
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
    return (nearest?.report.currencies ?? []).map(({ currency, hours }) => ({ currency, hours }))
  }

  /** Each once: an unknown payment whose repeat was refused is open and has to be resolved. */
  #open(): OpenFacts[] {
    return ['is_open = 1', 'to_do = 1 AND is_open = 0']
      .flatMap(clause =>
        // `+key`: in the order of the key itself the engine would walk all payments instead of the few in an index.
        this.database.all(
          `SELECT key, state, period, (SELECT cover FROM sale
             WHERE sale.key = COALESCE(payment.sale, payment.key)) AS cover
           FROM payment WHERE ${clause} ORDER BY +key`,
        ),
      )
      .map(row => {
        const payment = readPayment(row.state)
        const entries = entriesOf(this.database, Number(row.key), payment.id)
        const period = Number(row.period)
        const confirmed = isConfirmedIn(entries)
        const isTooMuch = readText(row.cover) === 'too-much'
        return { payment, period, confirmed, isTooMuch, unknown: unknownMoney(payment, entries) }
      })
  }

  /** Every payment that the closing counts or leaves open, once for each of its blocks. */
  #linesOf({ open, period }: DayReport): CashUpLine[] {
    const signOffs = new Map(open.map(({ paymentId, signOff }) => [paymentId, signOff]))
    const line = (facts: LineFacts) =>
      cashUpLine({ ...facts, signOff: signOffs.get(facts.payment.id) ?? null })
    const money = this.#money.dated().map(moneyLine)
    const requests = this.#requests.dated().map(requestLine)
    const inBlocks = [...money, ...requests].map(line)
    const unknown = this.#open().filter(each => each.unknown > 0)
    return [
      ...lineBlocks.flatMap(block => inBlocks.filter(each => each.block === block)),
      ...unknown.map(each => line(unknownLine(each, period))),
    ]
  }

  /** Of a sale, with its first payment: the lines are those of the sale. */
  #keepLines(payment: Payment): void {
    if (payment.sale !== payment.id) return
    const key = presentKey(this.database, payment.id)
    for (const [number, { name, price, quantity }] of payment.lines.entries()) {
      const line = { number, name: Buffer.from(name), price, quantity }
      this.database.insert('sold_line', { payment: key, ...line })
    }
  }
}

const halfADay = 12 * 3_600_000

/** By the calendar: clocks may have been changed in between. */
function aWeekBefore(at: number): number {
  const date = new Date(at)
  return date.setDate(date.getDate() - 7)
}

/** In the order of a closing's lines. */
const lineBlocks: readonly CashUpLine['block'][] = [...blockNames, 'refund']

function moneyLine({ counted, amount, at, person, payment, earlier }: DatedEntry): LineFacts {
  const { kind } = counted
  const givenBack = payment.givenBack.find(each => each.at === at && each.value === amount)
  const states = { confirmed: 'paid', cash: 'cash', seen: 'seen', refund: 'givenBack' } as const
  return {
    payment,
    block: kind,
    state: states[kind],
    amount,
    cashier: person?.name ?? null,
    earlier,
    ...(kind === 'refund' && givenBack && { givenBack }),
  }
}

function requestLine({ block, payment, earlier }: DatedRequest): LineFacts {
  const cashier = payment.person?.name ?? null
  return {
    payment,
    block,
    state: dayStateOf(payment),
    amount: payment.amount.value,
    cashier,
    earlier,
  }
}

function unknownLine({ payment, unknown, period: takenIn }: OpenFacts, period: number): LineFacts {
  const cashier = payment.person?.name ?? null
  const state = dayStateOf(payment)
  return { payment, block: 'unknown', state, amount: unknown, cashier, earlier: takenIn < period }
}

/** What a person said only now that the drawer had begun with. */
function floatIn({ floats = [] }: Closing, currency: string): number | null {
  return floats.find(each => each.currency === currency)?.amount ?? null
}

function closedReport(report: DayReport, closing: Closing, scene: ClosingScene): CashUp {
  const { at, person, connection, shop, ledgerCheck } = scene
  const reasons = new Map(closing.signOffs.map(({ paymentId, reason }) => [paymentId, reason]))
  const open = report.open.map(payment => {
    const reason = reasons.get(payment.paymentId)
    return reason === undefined ? payment : { ...payment, signOff: { reason, at, person } }
  })
  const currencies = report.currencies.map(day => {
    const float = floatIn(closing, day.currency) ?? day.drawer.float
    return { ...day, drawer: { ...day.drawer, float } }
  })
  return {
    version: 1,
    number: report.period,
    connection,
    shop,
    closedAt: at,
    closedBy: person,
    report: { ...report, currencies, open },
    cash: closing.counted.map(({ currency, amount }) => {
      const day = currencies.find(each => each.currency === currency)
      const float = day ? (day.drawer.float ?? 0) : (floatIn(closing, currency) ?? 0)
      return { currency, float, expected: day ? expectedCash(day) : float, counted: amount }
    }),
    ledgerCheck,
  }
}
