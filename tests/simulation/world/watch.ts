import type { SalesEngine } from '../../../electron/main/sales/sales-engine'
import type { Payment } from '../../../shared/payment/payment'
import { checkChange } from '../rules/at-change'
import { checkRest } from '../rules/at-rest'
import { createPromises, type Promises } from '../rules/promises'
import { factsOf, isSamePayment, nameOf, type Scene } from '../rules/scene'
import { noteRecorded } from './facts'
import { namedBy } from './purchases'
import type { Trace } from './trace'

/** Sees every commit and every rest, and has the rules checked there. */
export interface Watch {
  promises: Promises
  /** The till announces a payment after its commit. */
  changed(payment: Payment): void
  /** What lasted though its commit failed, or power was cut after it, is seen before anyone acts on it. */
  unannounced(): void
  /** The disk has what a backup had: nothing of it is a change. */
  restored(): void
  /** Something was committed or executed: the next rest is looked at. */
  disturbed(): void
  /** Nothing is under way inside the till. */
  rest(engine: SalesEngine | null): void
}

/** A watch that has seen nothing. */
export function createWatch(scene: Scene, trace: Trace): Watch {
  const seen = new Map<string, Payment>()
  const promises = createPromises(scene)
  let isDisturbed = false

  function changed(payment: Payment): void {
    const before = seen.get(payment.id) ?? null
    seen.set(payment.id, payment)
    trace.note(() => `  on the disk: ${nameOf(payment)}`)
    if (!before) notePayment(payment)
    checkChange(scene, { before, payment })
  }

  function notePayment(payment: Payment): void {
    const { facts, purchases, elapsed, committed } = scene
    noteRecorded(facts, payment, { now: elapsed(), period: committed.day.period })
    const what = purchases.add(payment, namedBy(factsOf(scene, payment)))
    trace.note(`  ${nameOf(payment)} is for ${what}`)
  }

  /** A commit that failed, or was followed by a power cut, may be on the disk unannounced. */
  function unannounced(): void {
    for (const payment of scene.committed.recent(100)) {
      const known = seen.get(payment.id)
      if (known === payment) continue
      if (!known || !isSamePayment(known, payment)) changed(payment)
      // Its row is the same object until it changes: it is compared once.
      seen.set(payment.id, payment)
    }
  }

  return {
    promises,
    changed,
    unannounced,
    restored() {
      seen.clear()
      for (const payment of scene.committed.recent(100)) seen.set(payment.id, payment)
    },
    disturbed() {
      isDisturbed = true
    },
    rest(engine) {
      if (!isDisturbed) return
      isDisturbed = false
      unannounced()
      checkRest(scene, engine)
      promises.check()
    },
  }
}
