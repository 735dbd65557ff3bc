import type { ConnectionManager } from '../../connections/connection-manager'
import type { WithEngine } from '../../connections/with-engine'
import type { Exporter } from '../../exports/exporter'
import type { PaymentEngine } from '../../payments/engine'
import type { Handlers } from '../register'

/** What a person takes out of the till, as files. */
export function exportsHandlers(
  sell: WithEngine,
  connections: Pick<ConnectionManager, 'engine'>,
  exporter: Exporter,
): Handlers['exports'] {
  const sourceOf = (engine: PaymentEngine) => ({
    kind: engine.kind,
    ledger: engine.ledger,
    isOpen: () => connections.engine() === engine,
  })
  return {
    sales: ({ filter }) => sell(engine => exporter.sales(sourceOf(engine), filter)),
    history: ({ saleId }) => sell(engine => exporter.history(sourceOf(engine), saleId)),
    showInFolder: ({ file }) => exporter.showInFolder(file),
  }
}
