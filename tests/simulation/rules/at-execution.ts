import { isLive, type Payment } from '../far-end/payment'
import { believableEnd } from './expiry'
import type { Scene } from './scene'

/** What must hold when the far end executes a payment. */
export function checkExecution(scene: Scene, payment: Payment, earlier: readonly Payment[]): void {
  once(scene, payment, earlier)
  onePushPerPhone(scene, payment, earlier)
}

/** Money rule 3: a sale is executed once, whatever its keys, runs and accounts. */
function once(scene: Scene, { draft, account }: Payment, earlier: readonly Payment[]): void {
  const first = earlier.find(each => each.draft === draft)
  if (!first) return
  scene.report('rule 3', `${draft} is executed a second time (${first.account}, ${account})`)
}

/** Money rule 10: the first prompt is not killed by a second one, as far as the till can know of it. */
function onePushPerPhone(scene: Scene, payment: Payment, earlier: readonly Payment[]): void {
  if (payment.channel !== 'mobile') return
  const live = earlier.find(
    other =>
      other.channel === 'mobile' &&
      other.msisdn === payment.msisdn &&
      other.draft !== payment.draft &&
      isLive(other, scene.elapsed()) &&
      !sharesReference(other, earlier) &&
      believableEnd(scene, other) > scene.elapsed(),
  )
  if (live)
    scene.report(
      'rule 10',
      `${payment.draft}'s push goes to the phone of ${live.draft}, still live`,
    )
}

/** A reference that two payments share tells the till the end of the wrong one. */
function sharesReference(live: Payment, payments: readonly Payment[]): boolean {
  return payments.filter(({ reference }) => reference === live.reference).length > 1
}
