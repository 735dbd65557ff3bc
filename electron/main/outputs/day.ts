import type { CashUp, CashUpSummary } from '../../../shared/day/cash-up'
import type { DrawerEntry, DrawerKind } from '../../../shared/day/drawer'
import type { RunningDay } from '../../../shared/day/report'
import type { ParsedOf } from '../../../shared/ipc/contract'
import type { HandlersOf } from '../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import { type Paper, paperOf } from '../../../shared/settings/receipts'
import type { ConnectionManager } from '../connections/connection-manager'
import type { WithEngine } from '../connections/with-engine'
import type { Clock } from '../platform/clock'
import type { Log } from '../platform/log'
import type { OpenOutside } from '../platform/open-outside'
import { draftUsed } from '../sales/charging'
import type { SalesEngine } from '../sales/sales-engine'
import type { DocumentKind } from '../store/ledger/projections/cash-up/cash-ups'
import type { SettingsKeeper } from '../store/settings'
import type { TillStore } from '../store/till-store'
import type { ExportFolder } from './exports/new-file'
import { closingText } from './exports/sent-text'
import type { DayPapers } from './printing/day-papers'
import { openForOwner } from './send-to-owner'

/** Loaded by the first export: a start needs no spreadsheet. */
const loadDayFiles = () => import('./exports/day-files')

const pageLength = 20

type Numbered = ParsedOf<'day', 'find'>

interface DayParts {
  withEngine: WithEngine
  connections: Pick<ConnectionManager, 'engine'>
  settings: Pick<SettingsKeeper, 'get'>
  store: TillStore
  clock: Clock
  log: Log
  /** Who is signed in. */
  person: () => Person | null
  papers: DayPapers
  exportFolder: ExportFolder
  openOutside: OpenOutside
  /** Another period has begun, or nobody has to be asked for its float any more. */
  tellWindow: () => void
}

/** The shop's day: its report, its closings, and what leaves the till of them. */
export class Day implements HandlersOf<'day'> {
  constructor(private readonly parts: DayParts) {}

  report(): Promise<Result<RunningDay>> {
    const { withEngine, clock } = this.parts
    return withEngine(({ ledger }) => success(ledger.day.running(clock.wall())))
  }

  async setFloat(press: ParsedOf<'day', 'setFloat'>): Promise<Result<DrawerEntry>> {
    const set = await this.moveCash('float', { ...press, reason: '' })
    this.parts.tellWindow()
    return set
  }

  payIn(press: ParsedOf<'day', 'payIn'>): Promise<Result<DrawerEntry>> {
    return this.moveCash('pay-in', press)
  }

  payOut(press: ParsedOf<'day', 'payOut'>): Promise<Result<DrawerEntry>> {
    return this.moveCash('pay-out', press)
  }

  private moveCash(
    kind: DrawerKind,
    press: ParsedOf<'day', 'payOut'>,
  ): Promise<Result<DrawerEntry>> {
    const { withEngine, settings, clock, person } = this.parts
    const { currency } = settings.get().shop
    const by = person()
    return withEngine(({ ledger }) => {
      const entry = { ...press, kind, at: clock.wall(), currency, person: by }
      const written = ledger.day.drawer.add(entry)
      // An entry of this draft may be there already, of another kind or sum. It stays, and this press is refused.
      const isIt = written.kind === kind && written.value === press.value
      return isIt ? success(written) : draftUsed
    })
  }

  async close(closing: ParsedOf<'day', 'close'>): Promise<Result<CashUp>> {
    const { withEngine, connections, settings, store, log, person, tellWindow } = this.parts
    // Reading takes seconds, and another person may sign in meanwhile: the closing is of the one who began it.
    const by = person()
    const closed = await withEngine(engine => {
      const { name, till } = settings.get().shop
      const isWanted = () => connections.engine() === engine
      return engine.closing.close(closing, { by, shop: { name, till }, store, log, isWanted })
    })
    tellWindow()
    return closed
  }

  past({
    before,
  }: ParsedOf<'day', 'past'>): Promise<
    Result<{ cashUps: readonly CashUpSummary[]; more: boolean }>
  > {
    return this.parts.withEngine(({ ledger }) => {
      const found = ledger.day.cashUps.list(before, pageLength + 1)
      return success({ cashUps: found.slice(0, pageLength), more: found.length > pageLength })
    })
  }

  find({ number }: Numbered): Promise<Result<CashUp>> {
    return this.parts.withEngine(engine => find(engine, number))
  }

  async exportCsv({ number }: Numbered): Promise<Result<{ file: string }>> {
    const { exportFolder } = this.parts
    const next = await this.nextDocument(number, 'sheet')
    if (!next.ok) return next
    const { cashUp, lines, document } = next.value
    const what = { ...named(cashUp), document, extension: 'csv' } as const
    return exportFolder.exported(async () => {
      const { cashUpCsv, writeExport } = await loadDayFiles()
      return writeExport(exportFolder.path, what, cashUpCsv(cashUp, lines))
    })
  }

  async exportPdf({ number }: Numbered): Promise<Result<{ file: string }>> {
    const { papers, exportFolder } = this.parts
    const next = await this.nextDocument(number, 'paper')
    if (!next.ok) return next
    const { cashUp, document } = next.value
    const what = { ...named(cashUp), document, extension: 'pdf' } as const
    return papers.savePdf(this.viewOf(cashUp, document, 'a4'), async pdf =>
      (await loadDayFiles()).writeExport(exportFolder.path, what, pdf),
    )
  }

  /** Prints where receipts are printed. The record comes first: what may have been printed is followed by a copy. */
  async print({ number }: Numbered): Promise<Result<{ printed: boolean }>> {
    const { settings, papers } = this.parts
    const paper = paperOf(settings.get().receipts)
    const printed = await papers.print('cash-up-not-printed', async () => {
      const next = await this.nextDocument(number, 'paper')
      if (!next.ok) return next
      const { cashUp, document } = next.value
      return success({ view: this.viewOf(cashUp, document, paper), value: document })
    })
    return printed.ok ? success({ printed: printed.value !== null }) : printed
  }

  send({ number }: Numbered): Promise<Result<null>> {
    const { withEngine, settings, openOutside } = this.parts
    return withEngine(engine => {
      const found = find(engine, number)
      if (!found.ok) return found
      const { display, shop } = settings.get()
      return openForOwner(openOutside, shop, closingText(found.value, display.language))
    })
  }

  /** A closed period and what its next document is: the original, or which copy. */
  private nextDocument(number: number, kind: DocumentKind) {
    return this.parts.withEngine(engine => {
      const found = find(engine, number)
      if (!found.ok) return found
      const { day } = engine.ledger
      const lines = kind === 'sheet' ? day.cashUps.lines(number) : []
      return success({
        cashUp: found.value,
        lines,
        document: day.cashUps.nextDocument(number, kind),
      })
    })
  }

  private viewOf(cashUp: CashUp, document: number, paper: Paper) {
    const { settings, clock } = this.parts
    const { language } = settings.get().display
    return { cashUp, paper, language, copiedAt: document === 1 ? null : clock.wall() }
  }
}

function find({ ledger }: SalesEngine, number: number): Result<CashUp> {
  const cashUp = ledger.day.cashUps.find(number)
  return cashUp ? success(cashUp) : failure('no-such-cash-up', `There is no cash-up ${number}`)
}

function named({ connection, number }: CashUp): Pick<CashUp, 'connection' | 'number'> {
  return { connection, number }
}
