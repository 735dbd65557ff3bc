import type { ConnectionKind } from '../../../../../../shared/connection'
import { type CashUp, expectedCash } from '../../../../../../shared/day/cash-up'
import type { DayReport } from '../../../../../../shared/day/report'
import { isUnknown } from '../../../../../../shared/day/standing'
import type { LedgerCheck } from '../../../../../../shared/integrity'
import { failure, type Result, success } from '../../../../../../shared/ipc/result'
import type { Sale } from '../../../../../../shared/payment/sale'
import type { Person } from '../../../../../../shared/person'
import type { Database } from '../../../database'
import { readSale } from '../../rows/codec'
import type { AddLink } from '../../rows/ledger-rows'
import type { Projection } from '../projection'
import { createCashUpProjection } from './apply'
import { type CashUpLine, cashUpLine } from './cash-up-line'
import { type CashUps, createCashUps } from './cash-ups'
import { buildReport } from './day-report'
import { type ShiftScope, shiftFacts } from './shift-facts'
import { createShiftReports, type ShiftReports } from './shift-reports'
import { createTakings, takingKinds } from './takings'

/** What a person decided before closing. */
export interface Closing {
  /** The period that was on the screen. */
  period: number
  signOffs: readonly { saleId: string; reason: string }[]
  counted: readonly { currency: string; amount: number }[]
  /** What the drawer held when the period began. */
  floats?: readonly { currency: string; amount: number }[]
}

/** Where, when and by whom a period is closed. */
export interface ClosingScene {
  /** Wall clock, ms. */
  at: number
  person: Person | null
  connection: ConnectionKind
  shop: { name: string; till: string }
  /** What the check of the ledger just before found. */
  ledgerCheck: LedgerCheck
}

/** The shop's days in the ledger: what the running one has, and those that were closed. */
export interface DayBook
  extends Pick<CashUps, 'addStored' | 'find' | 'lines' | 'nextDocument' | 'list'> {
  shiftReports: ShiftReports
  /** When the last period was closed; null in the first one. */
  lastClosedAt(): number | null
  /** A part of the running period as of `now`. It closes nothing. */
  shift(scope: ShiftScope, now: number): DayReport
  /** The running period as of `now` (wall clock, ms). */
  report(now: number): DayReport
  /**
   * Closes the running period in one transaction with what it was computed from. One that is closed
   * already is returned as it was closed. Fails with `cash-up-unsigned` where something is open without a
   * sign-off; then nothing is written.
   */
  close(closing: Closing, scene: ClosingScene): Result<CashUp>
}

/** The day book of an open, migrated ledger. */
export function createDayBook(database: Database, addLink: AddLink): Projection & DayBook {
  const takings = createTakings(database)
  const cashUps = createCashUps(database, addLink)
  const { addStored, find, lines, nextDocument, list } = cashUps

  /** Each once: an unknown sale whose repeat was refused is open and has to be resolved. */
  const openSales = () =>
    ['is_open = 1', 'to_do = 1 AND is_open = 0']
      .flatMap(clause =>
        database.all(`SELECT state, period FROM sale WHERE ${clause} ORDER BY key`),
      )
      .map(row => ({ sale: readSale(row.state), period: Number(row.period) }))

  const lastClosedAt = () => cashUps.last()?.closedAt ?? null

  function shift(scope: ShiftScope, now: number): DayReport {
    const { from } = scope
    const period = { takings: takings.dated(), open: openSales(), earlier: takings.earlier() }
    const facts = { period: takings.running(), since: from ?? lastClosedAt(), until: now }
    return buildReport({ ...facts, ...shiftFacts(period, scope) })
  }

  const report = (now: number): DayReport =>
    buildReport({
      period: takings.running(),
      since: lastClosedAt(),
      until: now,
      sums: takings.sums(),
      quarters: takings.quarters(),
      sold: takings.sold(),
      open: openSales(),
      earlier: takings.earlier(),
    })

  function closeRunning(closing: Closing, scene: ClosingScene): Result<CashUp> {
    const cashUp = closedReport(report(scene.at), closing, scene)
    const unsigned = cashUp.report.open.filter(({ signOff }) => signOff === null)
    if (unsigned.length > 0)
      return failure('cash-up-unsigned', `${unsigned.length} open without a reason`)
    cashUps.add(cashUp, linesOf(cashUp.report))
    return success(cashUp)
  }

  /** Every sale that the closing counts or leaves open, once for each of its blocks. */
  function linesOf({ open, period }: DayReport): CashUpLine[] {
    const signOffs = new Map(open.map(({ saleId, signOff }) => [saleId, signOff]))
    const line = (sale: Sale, block: CashUpLine['block'], earlier: boolean) =>
      cashUpLine({ sale, block, earlier, signOff: signOffs.get(sale.id) ?? null })
    const counted = takingKinds.flatMap(kind =>
      takings.counted(kind).map(({ sale, earlier }) => line(sale, kind, earlier)),
    )
    const unknown = openSales().filter(({ sale }) => isUnknown(sale))
    return [...counted, ...unknown.map(each => line(each.sale, 'unknown', each.period < period))]
  }

  return {
    ...createCashUpProjection(database),
    addStored,
    find,
    lines,
    nextDocument,
    list,
    report,
    shift,
    lastClosedAt,
    shiftReports: createShiftReports(database),
    close: (closing, scene) =>
      database.transaction(() => {
        const closed = closing.period < takings.running() ? find(closing.period) : null
        if (closed) return success(closed)
        if (closing.period !== takings.running())
          return failure('bad-argument', `Period ${closing.period} has not begun`)
        return closeRunning(closing, scene)
      }),
  }
}

function closedReport(report: DayReport, closing: Closing, scene: ClosingScene): CashUp {
  const { at, person, connection, shop, ledgerCheck } = scene
  const reasons = new Map(closing.signOffs.map(({ saleId, reason }) => [saleId, reason]))
  const open = report.open.map(sale => {
    const reason = reasons.get(sale.saleId)
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
