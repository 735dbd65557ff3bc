import type { Payment } from '../../../shared/payment/payment'
import { isConfirmed } from './sale-sums'
import { type Change, factsOf, nameOf, type Scene } from './scene'
import { meaningOf, readsOf } from './statements'

/**
 * Rule 3 of a sale: cash is never taken over what is due and not here. By what the service executed and said in answers
 * that the till has, and by what people pressed: right after the press the sale has no more than is due. Paid meanwhile,
 * it may have more, and that is another commit.
 */
export function cashTaken(scene: Scene, { before, payment }: Change): void {
  if (payment.received === null || (before?.received ?? null) !== null) return
  const parts = scene.committed.recent(100).filter(({ sale }) => sale === payment.sale)
  const came = parts.reduce((so, part) => so + cameFor(scene, part), 0)
  const back = parts.flatMap(({ givenBack }) => givenBack)
  const has = came - back.reduce((so, { value }) => so + value, 0)
  const { draft } = factsOf(scene, payment)
  const due = (draft.total ?? draft.value) - back.reduce((so, { worth }) => so + worth, 0)
  if (has > due)
    scene.report('cash', `${nameOf(payment)}: with the cash its sale has ${has}, and ${due} is due`)
}

/** What came for a part: once from the service, in cash, or as a person saw elsewhere. */
function cameFor(scene: Scene, part: Payment): number {
  const { draft, executions } = factsOf(scene, part)
  const byService = isKnownPaid(scene, part) ? (executions[0]?.amount.value ?? 0) : 0
  const inCash = part.received === null ? 0 : draft.value
  const isSeen = part.resolution?.how === 'seen-in-dashboard'
  return byService + inCash + (isSeen && byService === 0 ? draft.value : 0)
}

/** An answer of the service said so, and the till was alive to write it down. */
function isKnownPaid(scene: Scene, part: Payment): boolean {
  if (!isConfirmed(scene, part)) return false
  return readsOf(scene, part).some(({ saying }) => meaningOf(scene, saying) === 'paid')
}
