import { isDeepStrictEqual } from 'node:util'
import { applyEvent, beginSale } from '../../../shared/payment/life'
import type { Sale } from '../../../shared/payment/sale'
import { nameOf, type Scene } from './scene'

/** Where a sale may stand when the world has been well for long: at an end, or before a person. */
const ends = ['settled', 'expired', 'refused', 'withdrawn', 'abandoned', 'held', 'unknown']

/** What must hold when the world has been well for long. */
export function checkEnd(scene: Scene): void {
  for (const sale of scene.committed.recent(100)) {
    if (!ends.includes(sale.phase) && !mayWaitLong(scene))
      scene.report('liveness', `${nameOf(sale)} comes to no end`)
    followsFromEvents(scene, sale)
  }
}

/** Who is told a wrong time by the service waits for a wrong time. */
function mayWaitLong({ facts, gaps }: Scene): boolean {
  const { dateIsWrong, isWrong } = facts.clock
  return dateIsWrong || (isWrong && gaps.has('expired-by-a-wrong-clock'))
}

/** Each row is what its events make of it, and each event once followed from the one before. */
function followsFromEvents(scene: Scene, sale: Sale): void {
  const [first, ...later] = scene.committed.story(sale.id)
  if (first?.type !== 'recorded') {
    scene.report('ledger', `${nameOf(sale)} has no beginning`)
    return
  }
  const derived = later.reduce(applyEvent, beginSale(sale.id, first))
  if (!isDeepStrictEqual(derived, sale))
    scene.report('ledger', `${nameOf(sale)} is not what its events say: ${nameOf(derived)}`)
}
