import { join } from 'node:path'
import type { WithEngine } from '../../electron/main/connections/with-engine'
import { ReceiptService } from '../../electron/main/outputs/printing/receipt-service'
import { slipWords } from '../../electron/main/outputs/printing/receipt-view'
import type { Clock } from '../../electron/main/platform/clock'
import type { SettingsKeeper } from '../../electron/main/store/settings'
import type { Person } from '../../shared/person'
import type { FakePrinter } from './fake-printer'
import { listeningLog } from './payments/log'
import { printersOn } from './printers'

interface ReceiptServiceParts {
  withEngine: WithEngine
  settings: SettingsKeeper
  clock: Clock
  printer: FakePrinter
  folder: string
  openOutside?: (address: string) => Promise<void>
  person?: () => Person | null
}

/** The real receipt service with both languages, its exports in the test's own folder. */
export function receiptServiceOn({
  withEngine,
  settings,
  clock,
  printer,
  folder,
  openOutside = async () => undefined,
  person = () => null,
}: ReceiptServiceParts): ReceiptService {
  return new ReceiptService({
    withEngine,
    settings,
    clock,
    words: slipWords,
    printers: printersOn(clock),
    useWindow: printer.usePrintWindow,
    log: listeningLog().log,
    openOutside,
    person,
    exportFolder: join(folder, 'exports'),
  })
}
