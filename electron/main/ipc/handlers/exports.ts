import type { CounterDoor } from '../../connections/connection-manager'
import type { Sell } from '../../connections/with-engine'
import type { Exporter } from '../../exports/exporter'
import type { Counter } from '../../payments/engine'
import type { Handlers } from '../register'

/** What a person takes out of the till, as files. */
export function exportsHandlers(
  sell: Sell,
  door: Pick<CounterDoor, 'counter'>,
  exporter: Exporter,
): Handlers['exports'] {
  const sourceOf = (counter: Counter) => ({
    kind: counter.kind,
    ledger: counter.ledger,
    isOpen: () => door.counter() === counter,
  })
  return {
    sales: ({ filter }) => sell(counter => exporter.sales(sourceOf(counter), filter)),
    story: ({ saleId }) => sell(counter => exporter.story(sourceOf(counter), saleId)),
    showInFolder: ({ file }) => exporter.showInFolder(file),
  }
}
