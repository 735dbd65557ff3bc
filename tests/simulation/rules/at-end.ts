import type { PaymentEvent } from '../../../shared/payment/event'
import { applyEvent, beginSale, ImpossibleTransition } from '../../../shared/payment/life'
import type { Sale } from '../../../shared/payment/sale'
import { isSameSale, nameOf, type Scene } from './scene'

/** Where a sale may stand when the world has been well for long: at an end, or before a person. */
const ends = ['settled', 'expired', 'refused', 'withdrawn', 'abandoned', 'held', 'unknown']

/** What must hold when the world has been well for long. */
export function checkEnd(scene: Scene): void {
  for (const sale of scene.committed.recent(100)) {
    // Who is told a wrong time by the service waits for a wrong time.
    if (!ends.includes(sale.phase) && !scene.facts.clock.dateIsWrong)
      scene.report('liveness', `${nameOf(sale)} comes to no end`)
    followsFromEvents(scene, sale)
  }
}

/** Each row is what its events make of it, and each event once followed from the one before. */
function followsFromEvents(scene: Scene, sale: Sale): void {
  const derived = derive(scene.committed.story(sale.id), sale.id)
  if (typeof derived === 'string') scene.report('ledger', `${nameOf(sale)}: ${derived}`)
  else if (!isSameSale(derived, sale))
    scene.report('ledger', `${nameOf(sale)} is not what its events say: ${nameOf(derived)}`)
}

/** The sale that a story makes, or what is wrong with the story. */
function derive([first, ...later]: readonly PaymentEvent[], id: string): Sale | string {
  if (first?.type !== 'recorded') return 'its story has no beginning'
  try {
    return later.reduce(applyEvent, beginSale(id, first))
  } catch (error) {
    if (error instanceof ImpossibleTransition) return error.message
    throw error
  }
}
