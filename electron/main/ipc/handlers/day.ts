import type { CashUp } from '../../../../shared/day/cash-up'
import type { ShiftReport } from '../../../../shared/day/shift-report'
import type { Handlers } from '../../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { Person } from '../../../../shared/person'
import { type Paper, paperOf } from '../../../../shared/settings/receipts'
import type { FromShop } from '../../../../shared/shop-meeting'
import { hasRole } from '../../../../shared/staff'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { WithEngine } from '../../connections/with-engine'
import { closingText, textAddress } from '../../outputs/exports/sent-text'
import { TimeLimitPassed, withinLimit } from '../../outputs/printing/printer-trouble'
import type { PaymentEngine } from '../../payments/engine'
import type { Staff } from '../../people/staff'
import type { ShopSession } from '../../shop/shop-session'
import { checkRecords } from '../../store/ledger/check-records'
import type { DocumentKind } from '../../store/ledger/projections/cash-up/day-book'
import { shiftStart } from '../../store/ledger/projections/cash-up/shift-facts'
import type { TillStore } from '../../store/till-store'
import type { HandlerDeps } from './handler-deps'
import { openMessage } from './sales'

/** Loaded by the first export: a start needs no spreadsheet. */
const loadDayFiles = () => import('../../outputs/exports/day-files')

const pageLength = 20

/** How long closing waits for the service's answers, ms: without a network the day can still be closed. */
const readLimitMs = 10_000

interface DayDeps extends Pick<HandlerDeps, 'settings' | 'store' | 'log' | 'openOutside'> {
  computer: Pick<HandlerDeps['computer'], 'clock'>
  outputs: Pick<HandlerDeps['outputs'], 'exportFolder' | 'papers'>
  staff: Pick<Staff, 'person'>
  connections: Pick<ConnectionManager, 'engine'>
}

/** The shop's day, and closing it. */
export function dayHandlers(withEngine: WithEngine, deps: DayDeps): Handlers['day'] {
  const { settings, staff, store, log, connections } = deps
  const { clock } = deps.computer
  const { papers, exportFolder } = deps.outputs

  /** A closed period and what its next document is: the original, or which copy. */
  const nextDocument = (number: number, kind: DocumentKind) =>
    withEngine(engine => {
      const found = find(engine, number)
      if (!found.ok) return found
      const { day } = engine.ledger
      const lines = kind === 'sheet' ? day.lines(number) : []
      return success({ cashUp: found.value, lines, document: day.nextDocument(number, kind) })
    })

  const viewOf = (cashUp: CashUp, document: number, paper: Paper) => ({
    cashUp,
    paper,
    language: settings.get().display.language,
    copiedAt: document === 1 ? null : clock.wall(),
  })

  async function exportCsv(number: number): Promise<Result<{ file: string }>> {
    const next = await nextDocument(number, 'sheet')
    if (!next.ok) return next
    const { cashUp, lines, document } = next.value
    const what = { ...named(cashUp), document, extension: 'csv' } as const
    return exportFolder.exported(async () => {
      const { cashUpCsv, writeExport } = await loadDayFiles()
      return writeExport(exportFolder.path, what, cashUpCsv(cashUp, lines))
    })
  }

  async function exportPdf(number: number): Promise<Result<{ file: string }>> {
    const next = await nextDocument(number, 'paper')
    if (!next.ok) return next
    const { cashUp, document } = next.value
    const what = { ...named(cashUp), document, extension: 'pdf' } as const
    return papers.savePdf(viewOf(cashUp, document, 'a4'), async pdf =>
      (await loadDayFiles()).writeExport(exportFolder.path, what, pdf),
    )
  }

  /** Prints where receipts are printed. The record comes first: what may have been printed is followed by a copy. */
  async function print(number: number): Promise<Result<{ printed: boolean }>> {
    const paper = paperOf(settings.get().receipts)
    const printed = await papers.print('cash-up-not-printed', async () => {
      const next = await nextDocument(number, 'paper')
      if (!next.ok) return next
      const { cashUp, document } = next.value
      return success({ view: viewOf(cashUp, document, paper), value: document })
    })
    return printed.ok ? success({ printed: printed.value !== null }) : printed
  }

  /** What failed, expired or was resolved may have been paid since the list was made (money rule 9). */
  async function checkClosed(engine: PaymentEngine): Promise<void> {
    try {
      await withinLimit(clock, readLimitMs, () => engine.checkClosed())
    } catch (error) {
      // The reads continue in the background.
      if (!(error instanceof TimeLimitPassed)) throw error
    }
  }

  return {
    report: () => withEngine(({ ledger }) => success(ledger.day.report(clock.wall()))),
    close(closing) {
      // Reading takes seconds, and another person may sign in meanwhile: the closing is of the one who began it.
      const by = staff.person()
      return withEngine(async engine => {
        const { ledger, kind } = engine
        const wanted = () => connections.engine() === engine
        const ledgerCheck = await checkRecords(ledger.chain, { store, log, wanted })
        await checkClosed(engine)
        if (!wanted()) return failure('not-selling', 'The connection was changed')
        const { name, till } = settings.get().shop
        const scene = { at: clock.wall(), person: by, connection: kind, ledgerCheck }
        const closed = ledger.day.close(closing, { ...scene, shop: { name, till } })
        if (closed.ok) store.copyIfPossible()
        return closed
      })
    },
    past: ({ before }) =>
      withEngine(({ ledger }) => {
        const found = ledger.day.list(before, pageLength + 1)
        return success({ cashUps: found.slice(0, pageLength), more: found.length > pageLength })
      }),
    find: ({ number }) => withEngine(engine => find(engine, number)),
    exportCsv: ({ number }) => exportCsv(number),
    exportPdf: ({ number }) => exportPdf(number),
    print: ({ number }) => print(number),
    send: ({ number }) =>
      withEngine(engine => {
        const found = find(engine, number)
        if (!found.ok) return found
        const text = closingText(found.value, settings.get().display.language)
        return openMessage(deps.openOutside, textAddress('whatsapp', null, text))
      }),
  }
}

function find({ ledger }: PaymentEngine, number: number): Result<CashUp> {
  const cashUp = ledger.day.find(number)
  return cashUp ? success(cashUp) : failure('no-such-cash-up', `There is no cash-up ${number}`)
}

function named({ connection, number }: CashUp): Pick<CashUp, 'connection' | 'number'> {
  return { connection, number }
}

/** So many sign-ins are read: more than a till sees between two cash-ups. */
const mostSignIns = 1_000

interface ShiftDeps extends Pick<DayDeps, 'settings' | 'computer' | 'outputs'> {
  staff: Pick<Staff, 'at' | 'person'>
  auditLog: Pick<TillStore, 'list'>
}

/** Who asks, and whose payments they may see: `person` null is everybody's. */
interface Who {
  person: string | null
  madeBy: Person | null
}

/** What was taken in a shift, while the day stays open. */
export function shiftHandlers(withEngine: WithEngine, deps: ShiftDeps): Handlers['shift'] {
  const { settings, staff, auditLog } = deps
  const { clock } = deps.computer
  const { papers, exportFolder } = deps.outputs

  /** Whose payments the person at the till may see: null is everybody's. */
  function scopePerson(): string | null {
    const at = staff.at()
    if (at.state !== 'signed-in' || hasRole(at.member.role, 'manager')) return null
    return at.member.id
  }

  function signIns(): number[] {
    const me = staff.person()
    if (me === null) return []
    return auditLog
      .list({ before: null, limit: mostSignIns, action: 'signed-in' })
      .filter(({ person }) => person?.id === me.id)
      .map(({ at }) => at)
  }

  const me = () => ({ person: scopePerson(), madeBy: staff.person() })

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
      const saved = await papers.savePdf(viewOf(shift.value, 'a4'), async pdf =>
        (await loadDayFiles()).writeShiftPdf(exportFolder.path, shift.value, pdf),
      )
      if (!saved.ok) return saved
      const kept = await made(shift.value, who)
      return kept.ok ? saved : kept
    },
  }
}

/** What the other tills of a shop have. A database that is away is an answer, and selling goes on. */
export function meetingHandlers({
  shop,
  settings,
  computer: { clock },
  outputs: { exportFolder },
}: Pick<HandlerDeps, 'shop' | 'settings'> &
  Pick<DayDeps, 'computer'> & {
    outputs: Pick<HandlerDeps['outputs'], 'exportFolder'>
  }): Handlers['meeting'] {
  async function ask<Value>(
    question: (session: ShopSession) => Promise<FromShop<Value>>,
  ): Promise<Result<FromShop<Value>>> {
    const session = shop.session()
    if (session) return success(await question(session))
    const view = shop.view()
    return success(view ? { state: 'away', fault: view.fault } : { state: 'alone' })
  }

  return {
    find: query => ask(others => others.find({ ...query, place: settings.get().shop })),
    history: of => ask(others => others.history(of)),
    day: ({ from }) => ask(others => others.day(from)),
    async exportDay({ from }) {
      const asked = await ask(others => others.day(from))
      if (!asked.ok) return asked
      if (asked.value.state !== 'answered') return success(asked.value)
      const day = asked.value.value
      const written = await exportFolder.exported(async () =>
        (await loadDayFiles()).writeShopDay(exportFolder.path, day, { from, at: clock.wall() }),
      )
      return written.ok ? success({ state: 'answered', value: written.value }) : written
    },
  }
}
