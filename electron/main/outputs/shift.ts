import type { ShiftReport } from '../../../shared/day/shift-report'
import type { ParsedOf } from '../../../shared/ipc/contract'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import { type Paper, paperOf } from '../../../shared/settings/receipts'
import { hasRole } from '../../../shared/staff'
import type { WithEngine } from '../connections/with-engine'
import type { Staff } from '../people/staff'
import type { Clock } from '../platform/clock'
import type { OpenOutside } from '../platform/open-outside'
import type { SalesEngine } from '../sales/sales-engine'
import type { DayPlace } from '../store/ledger/projections/cash-up/period-money'
import type { ShiftMark } from '../store/ledger/projections/cash-up/shift-marks'
import type { SettingsKeeper } from '../store/settings'
import type { ExportFolder } from './exports/new-file'
import { shiftText } from './exports/sent-text'
import type { DayPapers } from './printing/day-papers'
import { openForOwner } from './send-to-owner'

/** Who asks, and whose payments they may see: `person` null is everybody's. */
interface Who {
  person: string | null
  madeBy: Person | null
}

/** A report, and where the order of all that the day counts had come to when it was made. */
interface MadeShift {
  shift: ShiftReport
  place: DayPlace
}

type OneShift = ParsedOf<'shift', 'print'>

interface ShiftParts {
  withEngine: WithEngine
  settings: Pick<SettingsKeeper, 'get'>
  staff: Pick<Staff, 'at' | 'person'>
  clock: Pick<Clock, 'wall'>
  papers: DayPapers
  exportFolder: ExportFolder
  openOutside: OpenOutside
}

/** What was taken in a shift, while the day stays open. */
export class Shift implements HandlersOf<'shift'> {
  constructor(private readonly parts: ShiftParts) {}

  report({ since }: ParsedOf<'shift', 'report'>): Promise<Result<ShiftReport>> {
    const who = this.me()
    return this.parts.withEngine(engine => {
      const of = { of: who.person, me: who.madeBy?.id ?? null }
      const from = engine.ledger.day.shiftMarks.start(since, of)
      return success(this.reportOf(engine, from, who).shift)
    })
  }

  /** A person has signed in: their shift begins here, if it is their first time in this period. */
  signedIn({ id }: Person): Promise<Result<null>> {
    return this.parts.withEngine(({ ledger }) => {
      ledger.day.shiftMarks.signedIn(id, this.parts.clock.wall())
      return success(null)
    })
  }

  async print({ from }: OneShift): Promise<Result<ShiftReport | null>> {
    const { settings, papers } = this.parts
    // Printing takes seconds, and another person may sign in meanwhile.
    const who = this.me()
    const printed = await papers.print('shift-not-printed', async () => {
      const shift = await this.read(from, who)
      if (!shift.ok) return shift
      const view = this.viewOf(shift.value.shift, paperOf(settings.get().receipts))
      return success({ view, value: shift.value })
    })
    if (!printed.ok) return printed
    if (printed.value === null) return success(null)
    return this.made(printed.value, who)
  }

  async exportPdf({ from }: OneShift): Promise<Result<{ file: string }>> {
    const { papers, exportFolder } = this.parts
    const who = this.me()
    const shift = await this.read(from, who)
    if (!shift.ok) return shift
    const saved = await papers.savePdf(this.viewOf(shift.value.shift, 'a4'), async pdf => {
      const { writeShiftPdf } = await import('./exports/day-files')
      return writeShiftPdf(exportFolder.path, shift.value.shift, pdf)
    })
    if (!saved.ok) return saved
    const kept = await this.made(shift.value, who)
    return kept.ok ? saved : kept
  }

  async send({ from }: OneShift): Promise<Result<null>> {
    const { settings, openOutside } = this.parts
    const who = this.me()
    const made = await this.read(from, who)
    if (!made.ok) return made
    const { display, shop } = settings.get()
    const text = shiftText(made.value.shift, display.language)
    const sent = await openForOwner(openOutside, shop, text)
    if (!sent.ok) return sent
    const kept = await this.made(made.value, who)
    return kept.ok ? sent : kept
  }

  private me(): Who {
    const { staff } = this.parts
    const at = staff.at()
    const seesAll = at.state !== 'signed-in' || hasRole(at.member.role, 'manager')
    return { person: seesAll ? null : at.member.id, madeBy: staff.person() }
  }

  private read(from: number | null, who: Who): Promise<Result<MadeShift>> {
    return this.parts.withEngine(engine => {
      const mark = from === null ? null : engine.ledger.day.shiftMarks.find(from)
      return success(this.reportOf(engine, mark, who))
    })
  }

  private reportOf({ ledger, kind }: SalesEngine, from: ShiftMark | null, who: Who): MadeShift {
    const { settings, clock } = this.parts
    const { name, till } = settings.get().shop
    const shift = {
      connection: kind,
      shop: { name, till },
      madeBy: who.madeBy,
      own: who.person !== null,
      from: from?.number ?? null,
      report: ledger.day.shift({ from, person: who.person }, clock.wall()),
      seal: ledger.chain.seal(),
    }
    return { shift, place: ledger.day.place() }
  }

  private viewOf(shift: ShiftReport, paper: Paper) {
    const { language } = this.parts.settings.get().display
    return { shift, paper, language }
  }

  /** The next report of the same people can begin where this one ends. */
  private made({ shift, place }: MadeShift, { person }: Who): Promise<Result<ShiftReport>> {
    return this.parts.withEngine(({ ledger }) => {
      ledger.day.shiftMarks.reported(person, shift.report.until, place)
      return success(shift)
    })
  }
}
