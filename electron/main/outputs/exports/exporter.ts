import type { FileHandle } from 'node:fs/promises'
import type { ConnectionKind } from '../../../../shared/connection'
import type { ExportedFile } from '../../../../shared/ipc/calls/exports'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { Language } from '../../../../shared/language'
import type { FoundSales, SalesFilter } from '../../../../shared/payment/sales-filter'
import type { Clock } from '../../platform/clock'
import { byteOrderMark, csvLines, dayOf, timeOf } from '../../platform/csv'
import { inSlices } from '../../platform/in-slices'
import type { Ledger } from '../../store/ledger/ledger'
import { type ExportWords, exportWords } from './export-words'
import { historyHeadings, historyRows } from './history-rows'
import { writeNewFile } from './new-file'
import { saleHeadings, saleRow } from './sale-row'

/** What is exported: the ledger of one connection, for as long as it is open. */
export interface ExportSource {
  kind: ConnectionKind
  ledger: Pick<Ledger, 'search' | 'find' | 'history'>
  /** False once this connection is no longer the till's own. */
  isOpen: () => boolean
}

/** Takes sales out of the till, as files for a spreadsheet. */
export interface Exporter {
  sales(source: ExportSource, filter: SalesFilter): Promise<Result<ExportedFile>>
  history(source: ExportSource, saleId: string): Promise<Result<ExportedFile>>
  /** A file that another part of the till wrote for a person: it may be shown too. */
  noteWritten(file: string): void
  /** Only a file that the till wrote since its start: a window may not look round the computer. */
  showInFolder(file: string): Result<null>
}

interface ExporterDeps {
  folder: string
  clock: Pick<Clock, 'wall'>
  language: () => Language
  showItemInFolder: (file: string) => void
}

/** As many as are read and written between two breaths: a few ms. */
const pageLength = 50

/** An exporter that has written nothing yet. */
export function createExporter(deps: ExporterDeps): Exporter {
  const written = new Set<string>()

  async function exported(
    source: ExportSource,
    what: string,
    write: (file: FileHandle, words: ExportWords) => Promise<Omit<ExportedFile, 'file'>>,
  ): Promise<Result<ExportedFile>> {
    const at = deps.clock.wall()
    const name = `kaunta-${source.kind}-${what}-${dayOf(at)}T${timeOf(at).replaceAll(':', '-')}`
    let counts = { sales: 0, unreadable: 0 }
    try {
      const file = await writeNewFile(deps.folder, name, async handle => {
        counts = await write(handle, exportWords(deps.language()))
      })
      written.add(file)
      return success({ file, ...counts })
    } catch (error) {
      return failure('not-exported', String(error))
    }
  }

  return {
    sales: (source, filter) =>
      exported(source, 'payments', (file, words) => writeSales(file, source, filter, words)),
    async history(source, saleId) {
      const sale = source.ledger.find(saleId)
      if (!sale) return failure('no-such-sale', saleId)
      const events = source.ledger.history(saleId)
      return exported(source, 'payment', async (file, words) => {
        const head = [saleHeadings(words), saleRow(sale, words), []]
        const rows = [...head, historyHeadings(words), ...historyRows(events)]
        await file.appendFile(byteOrderMark + csvLines(rows))
        return { sales: 1, unreadable: 0 }
      })
    },
    noteWritten(file) {
      written.add(file)
    },
    showInFolder(file) {
      if (!written.has(file)) return failure('not-allowed', 'Not a file that the till wrote')
      deps.showItemInFolder(file)
      return success(null)
    },
  }
}

/** A page at a time: a million sales fit neither into memory nor into one moment. */
async function writeSales(
  file: FileHandle,
  source: ExportSource,
  filter: SalesFilter,
  words: ExportWords,
): Promise<Omit<ExportedFile, 'file'>> {
  const counts = { sales: 0, unreadable: 0 }
  await file.appendFile(byteOrderMark + csvLines([saleHeadings(words)]))
  for (let before: string | null = null; ; ) {
    const page: FoundSales = await readPage(source, filter, before)
    await file.appendFile(csvLines(page.sales.map(sale => saleRow(sale, words))))
    counts.sales += page.sales.length
    counts.unreadable += page.unreadable
    if (page.next === null) return counts
    before = page.next
  }
}

async function readPage(
  { ledger, isOpen }: ExportSource,
  filter: SalesFilter,
  before: string | null,
): Promise<FoundSales> {
  const page = await inSlices(ledger.search({ filter, before, limit: pageLength }), isOpen)
  if (page === null) throw new Error('The connection was changed meanwhile')
  return page
}
