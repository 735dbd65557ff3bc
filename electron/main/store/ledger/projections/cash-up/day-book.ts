import type { CashUp } from '../../../../../../shared/day/cash-up'
import type { FloatToAsk } from '../../../../../../shared/day/drawer'
import type { DayReport, RunningDay } from '../../../../../../shared/day/report'
import { failure, type Result, success } from '../../../../../../shared/ipc/result'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { Database } from '../../../database'
import type { LinkAdder } from '../../../link'
import { entriesOf } from '../../entries/entry-rows'
import { isConfirmedIn } from '../../entries/moved-by'
import { UnknownMoney } from '../../entries/unknown-money'
import { readPayment } from '../../rows/codec'
import { idBytes, presentKey } from '../../rows/payment-key'
import { Drawer } from '../drawer/drawer'
import { customerRemoved, type Projection } from '../projection'
import { lineBlocks, moneyLine, requestLine, unknownLine } from './cash-up-lines'
import { type CashUpLine, cashUpLine, type LineFacts } from './cash-up-rows'
import { CashUps } from './cash-ups'
import { type Closing, type ClosingScene, closedReport } from './closing'
import { buildReport, type OpenFacts } from './day-report'
import { type DayPlace, PeriodMoney, wholePeriod } from './period-money'
import { type ShiftMark, ShiftMarks } from './shift-marks'
import { UnpaidRequests } from './unpaid-requests'

/** Which part of the running period a shift report is about. */
export interface ShiftScope {
  /** Where it begins; null is the beginning of the period. */
  from: ShiftMark | null
  /** The id of the person whose money and payments alone it holds; null is everybody's. */
  person: string | null
}

/** The period of an open ledger that runs: what it has, and how it is closed. */
export class DayBook implements Projection {
  readonly shiftMarks: ShiftMarks
  /** The periods before it. */
  readonly cashUps: CashUps
  /** Cash that moved without a sale. */
  readonly drawer: Drawer
  readonly #money: PeriodMoney
  readonly #requests: UnpaidRequests
  #counted: { period: number; amounts: RunningDay['lastCounted'] } | null = null

  constructor(
    private readonly database: Database,
    chain: LinkAdder,
  ) {
    this.#money = new PeriodMoney(database)
    this.#requests = new UnpaidRequests(database)
    this.shiftMarks = new ShiftMarks(database, () => this.place())
    this.drawer = new Drawer(database, chain)
    this.cashUps = new CashUps(database, chain)
  }

  apply(after: Payment, before: Payment | null): void {
    if (before === null) this.#keepLines(after)
    else if (customerRemoved(after, before))
      this.database.run('DELETE FROM cash_up_reason WHERE payment_id = ?', [after.id])
    this.#requests.apply(after, before)
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
      const amounts = this.cashUps
        .last()
        ?.cash.map(({ currency, counted }) => ({ currency, amount: counted }))
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
      since: from?.at ?? this.cashUps.last()?.closedAt ?? null,
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
      const closed = closing.period < running ? this.cashUps.find(closing.period) : null
      if (closed) return success(closed)
      if (closing.period !== running)
        return failure('bad-argument', `Period ${closing.period} has not begun`)
      const cashUp = closedReport(this.report(scene.at), closing, scene)
      const unsigned = cashUp.report.open.filter(({ signOff }) => signOff === null)
      if (unsigned.length > 0)
        return failure('cash-up-unsigned', `${unsigned.length} open without a reason`)
      this.cashUps.add(cashUp, this.#linesOf(cashUp.report))
      return success(cashUp)
    })
  }

  #weekBefore({ period, since }: DayReport): RunningDay['weekBefore'] {
    const cashUp = since === null ? null : this.cashUps.weekBefore(period, since)
    return (cashUp?.report.currencies ?? []).map(({ currency, hours }) => ({ currency, hours }))
  }

  /**
   * Each once: an unknown payment whose repeat was refused is open, and a person has to resolve it too. An open payment of
   * a sale that has what is due asks nothing of a person.
   */
  #open(): OpenFacts[] {
    const money = new UnknownMoney()
    return ['is_open = 1 AND (due > has OR payment.to_do = 1)', 'is_open = 0 AND payment.to_do = 1']
      .flatMap(clause =>
        // `+key`: in the order of the key itself the engine would walk all payments instead of the few in an index.
        this.database.all(
          `SELECT payment.key AS key, state, period, sale.key AS sale, due - has AS lacking
           FROM payment JOIN sale ON sale.key = COALESCE(payment.sale, payment.key)
           WHERE ${clause} ORDER BY +payment.key`,
        ),
      )
      .map(row => {
        const payment = readPayment(row.state)
        const entries = entriesOf(this.database, Number(row.key), payment.id)
        const period = Number(row.period)
        const confirmed = isConfirmedIn(entries)
        const lacking = Number(row.lacking)
        const unknown = money.of(Number(row.sale), lacking, payment, entries)
        return { payment, period, confirmed, isTooMuch: lacking < 0, unknown }
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
