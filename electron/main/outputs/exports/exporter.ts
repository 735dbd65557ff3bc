import type { FileHandle } from 'node:fs/promises'
import type { ExportedFile } from '../../../../shared/ipc/calls/payments'
import type { HandlersOf } from '../../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { Language } from '../../../../shared/language'
import type { PaymentsFilter } from '../../../../shared/payment/payments-filter'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { WithEngine } from '../../connections/with-engine'
import type { Clock } from '../../platform/clock'
import { diskFailure } from '../../platform/disk-fault'
import { dayOf, timeOf } from '../../platform/local-time'
import type { SalesEngine } from '../../sales/sales-engine'
import { type ExportFolder, writeNewFile } from './new-file'
import type { ExportSource } from './payment-file'

/** Takes payments out of the till, as files for a spreadsheet. What writes them is loaded by the first export. */
export class Exporter implements HandlersOf<'exports'> {
  constructor(
    private readonly parts: {
      folder: ExportFolder
      withEngine: WithEngine
      connections: Pick<ConnectionManager, 'engine'>
      clock: Pick<Clock, 'wall'>
      language: () => Language
      showItemInFolder: (file: string) => void
    },
  ) {}

  payments({ filter }: { filter: PaymentsFilter }): Promise<Result<ExportedFile>> {
    return this.parts.withEngine(engine => {
      const source = this.sourceOf(engine)
      return this.exported(source, 'sales', async (file, language) => {
        const { writeSales } = await import('./payment-file')
        return writeSales(file, source, filter, language)
      })
    })
  }

  history({ paymentId }: { paymentId: string }): Promise<Result<ExportedFile>> {
    return this.parts.withEngine(engine => {
      const payment = engine.ledger.find(paymentId)
      if (!payment) return failure('no-such-payment', paymentId)
      const events = engine.ledger.history(paymentId)
      return this.exported(engine, 'payment', async (file, language) => {
        const { writeHistory } = await import('./payment-file')
        return writeHistory(file, payment, events, language)
      })
    })
  }

  showInFolder({ file }: { file: string }): Result<null> {
    const { folder, showItemInFolder } = this.parts
    if (!folder.has(file)) return failure('not-allowed', 'Not a file that the till wrote')
    showItemInFolder(file)
    return success(null)
  }

  private sourceOf(engine: SalesEngine): ExportSource {
    const isOpen = () => this.parts.connections.engine() === engine
    return { kind: engine.kind, ledger: engine.ledger, isOpen }
  }

  private async exported(
    { kind }: Pick<ExportSource, 'kind'>,
    what: string,
    write: (file: FileHandle, language: Language) => Promise<Omit<ExportedFile, 'file'>>,
  ): Promise<Result<ExportedFile>> {
    const { clock, folder, language } = this.parts
    const at = clock.wall()
    const name = `kaunta-${kind}-${what}-${dayOf(at)}T${timeOf(at).replaceAll(':', '-')}`
    let counts = { sales: 0, unreadable: 0 }
    try {
      const file = await writeNewFile(folder.path, name, 'csv', async handle => {
        counts = await write(handle, language())
      })
      folder.note(file)
      return success({ file, ...counts })
    } catch (error) {
      return diskFailure('not-exported', error)
    }
  }
}
