import { isDeepStrictEqual } from 'node:util'
import type { LookedUp } from '../../../shared/payment/service-payment'
import type { Call, Process } from '../network/call'
import type { Payment as Execution } from '../simulated-service/payment'
import { accountOf } from '../simulated-service/request'
import { type DraftFacts, draftOf, readsOfReference } from '../world/facts'
import { nameOf, type Scene } from './scene'
import { meaningOf, saysPending, statementsOf } from './statements'

/** Was it asked for by a till that is gone, so that the one that goes on from its backup cannot know of it? */
export function isLost({ facts }: Scene, execution: Execution): boolean {
  const drafted = draftOf(facts, execution)
  return drafted !== undefined && !facts.byDraftId.has(drafted.draft.draftId)
}

/** May the original have sent it, as far as the till that goes on from its backup can know? */
export function mayHaveBeenSentBefore({ facts }: Scene, drafted: DraftFacts): boolean {
  return facts.restored?.payments.has(drafted.paymentId ?? '') === true
}

/** Money rules 4 and 7: of what a backup has, the original may have sent it since: it goes only where a person says so. */
export function checkReleased(scene: Scene, call: Call, drafted: DraftFacts): void {
  const { restored, cashierActions } = scene.facts
  if (restored === null || !mayHaveBeenSentBefore(scene, drafted)) return
  const isReleased = cashierActions.some(
    ({ paymentId, action, at }) =>
      paymentId === drafted.paymentId &&
      ['send-now', 'try-again'].includes(action) &&
      at >= restored.at,
  )
  if (!isReleased)
    scene.report('restore', `call ${call.number}: ${drafted.name} goes alone, from a backup`)
}

/** What a backup has of each payment is there, and nothing of it was changed. */
export function checkKept(scene: Scene): void {
  const { restored } = scene.facts
  for (const [id, { payment, events }] of restored?.payments ?? []) {
    const now = scene.committed.history(id)
    if (!isDeepStrictEqual(now.slice(0, events.length), events))
      scene.report('restore', `${nameOf(payment)}: its history is not the one of the backup`)
    const later = now[events.length]
    const isOpen = ['ready', 'held', 'sending', 'unknown'].includes(payment.phase)
    if (isOpen && later?.type !== 'restored')
      scene.report('restore', `${nameOf(payment)} does not have on record that it is restored`)
  }
}

interface Lookup {
  execution: Execution
  /** The run of the till that asked. */
  process: Process
  found: LookedUp
}

/**
 * A payment that only the original asked for, found by its reference: what it is called is what the answer says that this
 * till has just got. Without a sum to compare with, more answers are called unclear.
 */
export function checkLookup(scene: Scene, { execution, process, found }: Lookup): void {
  const { reference, amount } = execution
  const account = accountOf(process.keys)
  if (found.kind === 'own') return
  const [heard] = readsOfReference(scene.facts, account, reference).slice(-1).flatMap(statementsOf)
  const means = heard ? meaningOf(scene, heard.saying) : null
  const { meaning, value } = found.payment
  const isEqual = heard?.saying.money === 'equal'
  // With no sum named, a part of it cannot be told from the whole.
  const isSumNamed = heard && !['not named', 'without digits'].includes(heard.saying.money ?? '')
  const isPart = heard && !isSumNamed && isSumsOnly(heard.saying.objects)
  const isSaid =
    meaning === means ||
    (meaning === 'paid' && isPart) ||
    // Of two words, one that says it goes on is asked about further.
    (meaning === 'pending' && heard && saysPending(scene, heard.saying))
  if (meaning !== 'unrecognised' && !isSaid)
    scene.report('restore', `${reference} is looked up as ${meaning}, and the answer says ${means}`)
  if (meaning === 'paid' && isEqual && value !== amount.value)
    scene.report('restore', `${reference} is looked up as ${value}, not ${amount.value}`)
}

const isSumsOnly = (fields: readonly string[]) =>
  fields.length > 0 && fields.every(text => Number(text) > 0)
