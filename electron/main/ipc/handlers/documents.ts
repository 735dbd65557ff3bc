import { success } from '../../../../shared/ipc/result'
import type { ConnectionManager } from '../../connections/connection-manager'
import type { WithEngine } from '../../connections/with-engine'
import type { Exporter } from '../../outputs/exports/exporter'
import type { SupportFile } from '../../outputs/exports/support-file'
import type { ReceiptService } from '../../outputs/printing/receipt-service'
import type { PaymentEngine } from '../../payments/engine'
import type { Updates } from '../../updates/updates'
import type { Handlers } from '../register'

/** Exports to files. */
export function exportsHandlers(
  withEngine: WithEngine,
  connections: Pick<ConnectionManager, 'engine'>,
  exporter: Exporter,
): Handlers['exports'] {
  const sourceOf = (engine: PaymentEngine) => ({
    kind: engine.kind,
    ledger: engine.ledger,
    isOpen: () => connections.engine() === engine,
  })
  return {
    sales: ({ filter }) => withEngine(engine => exporter.sales(sourceOf(engine), filter)),
    history: ({ saleId }) => withEngine(engine => exporter.history(sourceOf(engine), saleId)),
    showInFolder: ({ file }) => exporter.showInFolder(file),
  }
}

/** The file for the person who helps the shop. */
export function supportHandlers(supportFile: SupportFile): Handlers['support'] {
  return {
    collect: () => success(supportFile.collect()),
    save: () => supportFile.save(),
    showInFolder: () => supportFile.showInFolder(),
  }
}

/** Receipts, and the printers they are printed on. */
export function receiptsHandlers(receipts: ReceiptService): Handlers['receipts'] {
  return {
    printers: () => receipts.printers(),
    preview: how => receipts.preview(how),
    testPrint: how => receipts.testPrint(how),
    print: ({ saleId }) => receipts.print(saleId),
    send: ({ saleId, channel }) => receipts.send(saleId, channel),
    savePdf: ({ saleId }) => receipts.savePdf(saleId),
  }
}

/** Newer versions of the till. */
export function updatesHandlers(updates: Updates): Handlers['updates'] {
  return {
    save: typed => updates.save(typed),
    check: () => updates.check(),
    choose: ({ install }) => updates.choose(install),
    showInFolder: () => updates.showInFolder(),
  }
}
