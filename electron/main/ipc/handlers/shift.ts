import type { ShiftReport } from '../../../../shared/day/shift-report'
import { type Result, success } from '../../../../shared/ipc/result'
import type { Person } from '../../../../shared/person'
import { type Paper, paperOf } from '../../../../shared/settings/receipts'
import { hasRole } from '../../../../shared/staff'
import type { WithEngine } from '../../connections/with-engine'
import { writeShiftPdf } from '../../outputs/exports/day-files'
import type { PaymentEngine } from '../../payments/engine'
import type { Staff } from '../../people/staff'
import type { AuditLog } from '../../store/audit-log'
import { shiftStart } from '../../store/ledger/projections/cash-up/shift-facts'
import type { Handlers } from '../register'
import { createDayPapers } from './day-papers'
import type { HandlerDeps } from './handler-deps'

/** So many sign-ins are read: more than a till sees between two cash-ups. */
const mostSignIns = 1_000

type ShiftDeps = Pick<
  HandlerDeps,
  'settings' | 'clock' | 'person' | 'exportFolder' | 'printers' | 'useClosingWindow'
> & { staff: Pick<Staff, 'at'>; auditLog: Pick<AuditLog, 'list'> }

/** Who asks, and whose payments they may see: `person` null is everybody's. */
interface Who {
  person: string | null
  madeBy: Person | null
}

/** What was taken in a shift, while the day stays open. */
export function shiftHandlers(withEngine: WithEngine, deps: ShiftDeps): Handlers['shift'] {
  const { settings, clock, exportFolder, staff, auditLog } = deps
  const papers = createDayPapers(deps)

  /** Whose payments the person at the till may see: null is everybody's. */
  function scopePerson(): string | null {
    const at = staff.at()
    if (at.state !== 'signed-in' || hasRole(at.member.role, 'manager')) return null
    return at.member.id
  }

  function signIns(): number[] {
    const me = deps.person()
    if (me === null) return []
    return auditLog
      .list({ before: null, limit: mostSignIns, action: 'signed-in' })
      .filter(({ person }) => person?.id === me.id)
      .map(({ at }) => at)
  }

  const me = () => ({ person: scopePerson(), madeBy: deps.person() })

  function reportOf({ ledger, kind }: PaymentEngine, from: number | null, who: Who): ShiftReport {
    const { name, till } = settings.get().shop
    return {
      connection: kind,
      shop: { name, till },
      madeBy: who.madeBy,
      own: who.person !== null,
      report: ledger.day.shift({ from, person: who.person }, clock.wall()),
    }
  }

  const viewOf = (shift: ShiftReport, paper: Paper) => {
    const { language } = settings.get().display
    return { shift, paper, language }
  }

  const read = (from: number | null, who: Who): Promise<Result<ShiftReport>> =>
    withEngine(engine => success(reportOf(engine, from, who)))

  /** The next report of the same people can begin where this one ends. */
  const made = (shift: ShiftReport, { person }: Who) =>
    withEngine(({ ledger }) => {
      ledger.day.shiftReports.add(shift.report.until, person)
      return success(shift)
    })

  return {
    report({ since }) {
      const who = me()
      // Not in the engine's work: an audit log that cannot be read is no fault of the ledger.
      const signedIn = since === 'signIn' ? signIns() : []
      return withEngine(engine => {
        const { day } = engine.ledger
        const known = { cashUp: day.lastClosedAt(), lastReport: day.shiftReports.last(who.person) }
        return success(reportOf(engine, shiftStart(since, { ...known, signIns: signedIn }), who))
      })
    },
    async print({ from }) {
      // Printing takes seconds, and another person may sign in meanwhile.
      const who = me()
      const printed = await papers.print('shift-not-printed', async () => {
        const shift = await read(from, who)
        if (!shift.ok) return shift
        const view = viewOf(shift.value, paperOf(settings.get().receipts))
        return success({ view, value: shift.value })
      })
      if (!printed.ok || printed.value === null) return printed
      return made(printed.value, who)
    },
    async exportPdf({ from }) {
      const who = me()
      const shift = await read(from, who)
      if (!shift.ok) return shift
      const saved = await papers.savePdf(viewOf(shift.value, 'a4'), pdf =>
        writeShiftPdf(exportFolder, shift.value, pdf),
      )
      if (!saved.ok) return saved
      const kept = await made(shift.value, who)
      return kept.ok ? saved : kept
    },
  }
}
