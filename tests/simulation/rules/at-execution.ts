import { isLive, type Payment } from '../simulated-service/payment'
import { draftOf, wordKey } from '../world/facts'
import { isLost, mayHaveBeenSentBefore } from './restored'
import type { Scene } from './scene'

/** What must hold when the service executes a payment. */
export function checkExecution(scene: Scene, payment: Payment, earlier: readonly Payment[]): void {
  once(scene, payment)
  onePromptPerPhone(scene, payment, earlier)
}

/** Money rule 3: a payment is executed once, whatever its keys, runs and accounts. */
function once(scene: Scene, payment: Payment): void {
  const drafted = draftOf(scene.facts, payment)
  const [first] = drafted?.executions ?? []
  if (!drafted || !first) return
  // The till that is gone had changed its keys since the backup. Only a person asks again, and looks into the dashboard before.
  if (mayHaveBeenSentBefore(scene, drafted) && first.account !== payment.account) return
  const accounts = `${first.account}, ${payment.account}`
  scene.report('rule 3', `${drafted.name} is executed a second time (${accounts})`)
}

/** A person said of the service's word for it that it means paid or failed, rightly or not. */
function isEndedByPerson(scene: Scene, execution: Payment): boolean {
  const paymentId = draftOf(scene.facts, execution)?.paymentId ?? null
  const payment = paymentId === null ? null : scene.committed.find(paymentId)
  const meaning = scene.facts.meanings.get(wordKey(payment?.rawStatus ?? ''))
  return payment?.phase === 'settled' && meaning !== undefined && meaning !== 'pending'
}

/** Money rule 10: a prompt that is truly live on a phone is not killed by a second push. */
function onePromptPerPhone(scene: Scene, payment: Payment, earlier: readonly Payment[]): void {
  if (payment.channel !== 'mobile' || isLost(scene, payment)) return
  const drafted = draftOf(scene.facts, payment)
  const live = earlier.find(
    other =>
      other.channel === 'mobile' &&
      other.msisdn === payment.msisdn &&
      draftOf(scene.facts, other) !== drafted &&
      isLive(other, scene.elapsed()) &&
      !isLost(scene, other) &&
      !isEndedByPerson(scene, other) &&
      !sharesReference(other, earlier),
  )
  if (live)
    scene.report(
      'rule 10',
      `the push of ${drafted?.name} goes to the phone of ${live.reference}, still live`,
    )
}

/** A reference that two payments share tells the till the end of the wrong one. */
function sharesReference(live: Payment, payments: readonly Payment[]): boolean {
  return payments.filter(({ reference }) => reference === live.reference).length > 1
}
