import type { FileHandle } from 'node:fs/promises'
import type { ExportedFile } from '../../../../shared/ipc/calls/sales'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { Language } from '../../../../shared/language'
import type { PaymentsFilter } from '../../../../shared/payment/payments-filter'
import type { Clock } from '../../platform/clock'
import { diskFailure } from '../../platform/disk-fault'
import { dayOf, timeOf } from '../../platform/local-time'
import { writeNewFile } from './new-file'
import type { ExportSource } from './sale-file'

/** Takes sales out of the till, as files for a spreadsheet. What writes them is loaded by the first export. */
export class Exporter {
  private readonly written = new Set<string>()

  constructor(
    private readonly parts: {
      folder: string
      clock: Pick<Clock, 'wall'>
      language: () => Language
      showItemInFolder: (file: string) => void
    },
  ) {}

  sales(source: ExportSource, filter: PaymentsFilter): Promise<Result<ExportedFile>> {
    return this.exported(source, 'payments', async (file, language) => {
      const { writeSales } = await import('./sale-file')
      return writeSales(file, source, filter, language)
    })
  }

  async history(source: ExportSource, paymentId: string): Promise<Result<ExportedFile>> {
    const sale = source.ledger.find(paymentId)
    if (!sale) return failure('no-such-sale', paymentId)
    const events = source.ledger.history(paymentId)
    return this.exported(source, 'payment', async (file, language) => {
      const { writeHistory } = await import('./sale-file')
      return writeHistory(file, sale, events, language)
    })
  }

  /** A file that another part of the till wrote for a person: it may be shown too. */
  noteWritten(file: string): void {
    this.written.add(file)
  }

  /** Only a file that the till wrote since its start: a window may not look round the computer. */
  showInFolder(file: string): Result<null> {
    if (!this.written.has(file)) return failure('not-allowed', 'Not a file that the till wrote')
    this.parts.showItemInFolder(file)
    return success(null)
  }

  private async exported(
    source: ExportSource,
    what: string,
    write: (file: FileHandle, language: Language) => Promise<Omit<ExportedFile, 'file'>>,
  ): Promise<Result<ExportedFile>> {
    const { clock, folder, language } = this.parts
    const at = clock.wall()
    const name = `kaunta-${source.kind}-${what}-${dayOf(at)}T${timeOf(at).replaceAll(':', '-')}`
    let counts = { sales: 0, unreadable: 0 }
    try {
      const file = await writeNewFile(folder, name, 'csv', async handle => {
        counts = await write(handle, language())
      })
      this.written.add(file)
      return success({ file, ...counts })
    } catch (error) {
      return diskFailure('not-exported', error)
    }
  }
}
