import type { ShiftReport } from '../../../shared/day/shift-report'
import type { ParsedOf } from '../../../shared/ipc/contract'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import { type Paper, paperOf } from '../../../shared/settings/receipts'
import { hasRole } from '../../../shared/staff'
import type { WithEngine } from '../connections/with-engine'
import type { PaymentEngine } from '../payments/engine'
import type { Staff } from '../people/staff'
import type { Clock } from '../platform/clock'
import { shiftStart } from '../store/ledger/projections/cash-up/shift-facts'
import type { SettingsKeeper } from '../store/settings'
import type { TillStore } from '../store/till-store'
import type { ExportFolder } from './exports/new-file'
import type { DayPapers } from './printing/day-papers'

/** So many sign-ins are read: more than a till sees between two cash-ups. */
const mostSignIns = 1_000

/** Who asks, and whose payments they may see: `person` null is everybody's. */
interface Who {
  person: string | null
  madeBy: Person | null
}

type OneShift = ParsedOf<'shift', 'print'>

interface ShiftParts {
  withEngine: WithEngine
  settings: Pick<SettingsKeeper, 'get'>
  staff: Pick<Staff, 'at' | 'person'>
  store: Pick<TillStore, 'list'>
  clock: Pick<Clock, 'wall'>
  papers: DayPapers
  exportFolder: ExportFolder
}

/** What was taken in a shift, while the day stays open. */
export class Shift implements HandlersOf<'shift'> {
  constructor(private readonly parts: ShiftParts) {}

  async report({ since }: ParsedOf<'shift', 'report'>): Promise<Result<ShiftReport>> {
    const who = this.me()
    // Not in the engine's work: an audit log that cannot be read is no fault of the ledger.
    const signIns = since === 'signIn' ? this.signIns() : []
    return this.parts.withEngine(engine => {
      const { day } = engine.ledger
      const known = { cashUp: day.lastClosedAt(), lastReport: day.shiftReports.last(who.person) }
      return success(this.reportOf(engine, shiftStart(since, { ...known, signIns }), who))
    })
  }

  async print({ from }: OneShift): Promise<Result<ShiftReport | null>> {
    const { settings, papers } = this.parts
    // Printing takes seconds, and another person may sign in meanwhile.
    const who = this.me()
    const printed = await papers.print('shift-not-printed', async () => {
      const shift = await this.read(from, who)
      if (!shift.ok) return shift
      const view = this.viewOf(shift.value, paperOf(settings.get().receipts))
      return success({ view, value: shift.value })
    })
    if (!printed.ok || printed.value === null) return printed
    return this.made(printed.value, who)
  }

  async exportPdf({ from }: OneShift): Promise<Result<{ file: string }>> {
    const { papers, exportFolder } = this.parts
    const who = this.me()
    const shift = await this.read(from, who)
    if (!shift.ok) return shift
    const saved = await papers.savePdf(this.viewOf(shift.value, 'a4'), async pdf => {
      const { writeShiftPdf } = await import('./exports/day-files')
      return writeShiftPdf(exportFolder.path, shift.value, pdf)
    })
    if (!saved.ok) return saved
    const kept = await this.made(shift.value, who)
    return kept.ok ? saved : kept
  }

  private me(): Who {
    const { staff } = this.parts
    const at = staff.at()
    const seesAll = at.state !== 'signed-in' || hasRole(at.member.role, 'manager')
    return { person: seesAll ? null : at.member.id, madeBy: staff.person() }
  }

  private signIns(): number[] {
    const { staff, store } = this.parts
    const me = staff.person()
    if (me === null) return []
    return store
      .list({ before: null, limit: mostSignIns, action: 'signed-in' })
      .filter(({ person }) => person?.id === me.id)
      .map(({ at }) => at)
  }

  private read(from: number | null, who: Who): Promise<Result<ShiftReport>> {
    return this.parts.withEngine(engine => success(this.reportOf(engine, from, who)))
  }

  private reportOf({ ledger, kind }: PaymentEngine, from: number | null, who: Who): ShiftReport {
    const { settings, clock } = this.parts
    const { name, till } = settings.get().shop
    return {
      connection: kind,
      shop: { name, till },
      madeBy: who.madeBy,
      own: who.person !== null,
      report: ledger.day.shift({ from, person: who.person }, clock.wall()),
    }
  }

  private viewOf(shift: ShiftReport, paper: Paper) {
    const { language } = this.parts.settings.get().display
    return { shift, paper, language }
  }

  /** The next report of the same people can begin where this one ends. */
  private made(shift: ShiftReport, { person }: Who): Promise<Result<ShiftReport>> {
    return this.parts.withEngine(({ ledger }) => {
      ledger.day.shiftReports.add(shift.report.until, person)
      return success(shift)
    })
  }
}
