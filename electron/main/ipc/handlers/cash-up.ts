import type { CashUp } from '../../../../shared/day/cash-up'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import { type Paper, paperOf } from '../../../../shared/settings/receipts'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { WithEngine } from '../../connections/with-engine'
import { cashUpCsv, writeExport } from '../../outputs/exports/day-files'
import { closingText, textAddress } from '../../outputs/exports/sent-text'
import { TimeLimitPassed, withinLimit } from '../../outputs/printing/printer-trouble'
import type { PaymentEngine } from '../../payments/engine'
import type { DocumentKind } from '../../store/ledger/projections/cash-up/cash-ups'
import type { Handlers } from '../register'
import { createDayPapers, exported } from './day-papers'
import type { HandlerDeps } from './handler-deps'
import { openMessage } from './sales'

const pageLength = 20

/** How long closing waits for the service's answers, ms: without a network the day can still be closed. */
const readLimitMs = 10_000

type DayDeps = Pick<
  HandlerDeps,
  | 'settings'
  | 'clock'
  | 'person'
  | 'exportFolder'
  | 'printers'
  | 'useClosingWindow'
  | 'integrity'
  | 'openOutside'
> & { connections: Pick<ConnectionManager, 'engine'> }

/** The shop's day, and closing it. */
export function dayHandlers(withEngine: WithEngine, deps: DayDeps): Handlers['day'] {
  const { settings, clock, person, exportFolder, integrity, connections } = deps
  const papers = createDayPapers(deps)

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
    return exported(async () => writeExport(exportFolder, what, cashUpCsv(cashUp, lines)))
  }

  async function exportPdf(number: number): Promise<Result<{ file: string }>> {
    const next = await nextDocument(number, 'paper')
    if (!next.ok) return next
    const { cashUp, document } = next.value
    const what = { ...named(cashUp), document, extension: 'pdf' } as const
    return papers.savePdf(viewOf(cashUp, document, 'a4'), pdf =>
      writeExport(exportFolder, what, pdf),
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
      const by = person()
      return withEngine(async engine => {
        const { ledger, kind } = engine
        const ledgerCheck = await integrity.checkForCashUp(kind)
        await checkClosed(engine)
        if (connections.engine() !== engine)
          return failure('not-selling', 'The connection was changed')
        const { name, till } = settings.get().shop
        const scene = { at: clock.wall(), person: by, connection: kind, ledgerCheck }
        const closed = ledger.day.close(closing, { ...scene, shop: { name, till } })
        if (closed.ok) integrity.cashedUp(kind)
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
