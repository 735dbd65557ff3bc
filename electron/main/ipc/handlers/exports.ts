import type { CounterDoor } from '../../connections/counter-door'
import type { Exporter } from '../../exports/exporter'
import type { Counter } from '../../payments/counter'
import type { Handlers } from '../register'
import type { Sell } from './sell'

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
