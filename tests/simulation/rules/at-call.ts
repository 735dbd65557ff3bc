import type { Payment } from '../../../shared/payment/payment'
import type { Call } from '../network/call'
import { limitsOf } from '../till/adapter'
import { type DraftFacts, draftOfCall } from '../world/facts'
import { mayHaveBeenTaken } from './at-change'
import { checkReleased, mayHaveBeenSentBefore } from './restored'
import { nameOf, type Scene } from './scene'

/** What must hold at the moment that a create leaves the till. */
export function checkCreate(scene: Scene, call: Call): void {
  const facts = draftOfCall(scene.facts, call)
  if (!facts) {
    scene.report('rule 1', `call ${call.number}: bytes that was not requested`)
    return
  }
  const payment = writtenBefore(scene, call)
  oneKeyOneBody(scene, call, facts)
  if (payment) notSurprised(scene, call, facts, payment)
  checkReleased(scene, call, facts)
}

/** What must hold when its headers are handed to a socket: connecting can take long (money rule 7). */
export function checkLeaving(scene: Scene, call: Call): void {
  const facts = call.operation === 'create' ? draftOfCall(scene.facts, call) : undefined
  const payment = facts && scene.committed.recent(100).find(({ id }) => id === facts.paymentId)
  if (facts && payment) notSurprised(scene, call, facts, payment)
}

/** Money rule 1: key, bytes and attempt are committed before the first byte leaves. */
function writtenBefore(scene: Scene, call: Call): Payment | null {
  const { committed, report } = scene
  const key = call.idempotencyKey
  const payment = committed.recent(100).find(each => each.idempotencyKey === key)
  if (!payment) {
    report('rule 1', `call ${call.number}: its key is not on the disk`)
    return null
  }
  if (committed.request(payment.id).body !== call.text)
    report('rule 1', `call ${call.number}: the disk holds other bytes for ${nameOf(payment)}`)
  if (payment.phase !== 'sending')
    report('rule 1', `call ${call.number}: its attempt is not on the disk: ${nameOf(payment)}`)
  return payment
}

/** Money rule 2: every attempt of a payment has the key and the bytes of the first. */
function oneKeyOneBody(scene: Scene, call: Call, { creates, name }: DraftFacts): void {
  const [first] = creates
  if (first && first.idempotencyKey !== call.idempotencyKey)
    scene.report('rule 2', `call ${call.number}: a second key for ${name}`)
  if (first && first.text !== call.text)
    scene.report('rule 2', `call ${call.number}: other bytes for ${name}`)
}

/** Money rule 7, by the time that really passed: no customer gets a push that they no longer expect. */
function notSurprised(scene: Scene, call: Call, facts: DraftFacts, payment: Payment): void {
  const { clock, cashierActions } = scene.facts
  if (clock.setBackUnseen) return
  const now = scene.elapsed()
  const taken = facts.takenAt ?? now
  const releases = cashierActions.filter(
    entry => entry.paymentId === payment.id && ['send-now', 'try-again'].includes(entry.action),
  )
  const known = Math.max(taken, ...releases.map(entry => entry.at))
  const { aloneMs, renewMs, keyTrustedMs } = limitsOf(scene.settings, payment)
  const surprises = (after: number, what: string) =>
    scene.report('rule 7', `call ${call.number}: ${facts.name} ${what} after ${after} ms`)
  if (now - known >= aloneMs) surprises(now - known, 'went alone')
  // Asked for again with the same key it can never charge twice; one that was never sent is too old.
  // How a call ended, a run that ended with it cannot have written down.
  const open = facts.creates.filter(
    ({ endedAt, process }) => endedAt === null || endedAt === process.endedAt,
  )
  // An attempt that is on the record and never came to a call: its run ended before, and the next cannot know that.
  const isCut = payment.attempts > facts.creates.length
  const mayBeThere =
    isCut ||
    mayHaveBeenSentBefore(scene, facts) ||
    [...mayHaveBeenTaken(scene, payment), ...open].some(other => other !== call)
  if (now - taken >= (mayBeThere ? keyTrustedMs : renewMs)) surprises(now - taken, 'still went')
}
