import { isDeepStrictEqual } from 'node:util'
import type { Payment } from '../../../shared/payment/payment'
import type { Call } from '../network/call'
import { type CashierAction, outlived, readsDelivered } from '../world/facts'
import { hasCome } from '../world/purchases'
import { believableEnd } from './expiry'
import { factsOf, isSameSale, nameOf, type Scene } from './scene'
import {
  acceptancesOf,
  differs,
  isOtherMoney,
  isPaidUnreadable,
  isWordOf,
  meaningOf,
  readsOf,
} from './statements'

/** A sale as it was and as it is after a commit. */
export interface Change {
  before: Payment | null
  sale: Payment
}

/** What must hold after each commit, of the sale that it changed. */
export function checkChange(scene: Scene, change: Change): void {
  for (const check of [
    secondPrompt,
    takenBack,
    refusedForGood,
    green,
    writtenOnce,
    endsForAReason,
    late,
    toldRightly,
    handedOver,
    cashAndParts,
    matching,
    identified,
    differsForAReason,
    shownAsItCame,
    receipts,
    refunds,
  ])
    check(scene, change)
}

const actionsOn = (scene: Scene, sale: Payment, action: CashierAction['action']) =>
  scene.facts.cashierActions.filter(entry => entry.paymentId === sale.id && entry.action === action)

const becomes = ({ before, sale }: Change, phase: Payment['phase']) =>
  sale.phase === phase && before?.phase !== phase

/** What the till may have known a moment longer than the press that it answers, ms. */
const justNow = 2_000

/**
 * Money rule 10: where an earlier payment on this phone is still pending, its prompt may be gone all the same.
 * A new push needs a cashier who says so, and a status answer of just now that still said pending. A word without a meaning is not pending.
 */
function secondPrompt(scene: Scene, { before, sale }: Change): void {
  if (before || sale.channel !== 'mobile') return
  const { draft, pressedAt, name } = factsOf(scene, sale)
  const others = scene.committed
    .recent(100)
    .filter(
      other => other.id !== sale.id && other.channel === 'mobile' && other.msisdn === sale.msisdn,
    )
  for (const other of others)
    if (draft.customerSeesNoPrompt && endedSince(scene, other, pressedAt))
      scene.report('rule 10', `${name}: ${nameOf(other)} came to its end while that was asked`)
  for (const other of others.filter(awaitsMeaning))
    scene.report('rule 10', `${name}: what the service said of ${nameOf(other)} has no meaning yet`)
  const pending = others.filter(({ phase }) => phase === 'pending')
  if (pending.length === 0) return
  if (!draft.customerSeesNoPrompt)
    scene.report('rule 10', `${name}: no person said that the customer sees no prompt`)
  for (const other of pending) {
    const last = readsOf(scene, other).at(-1)
    const isNew = last && last.delivered.deliveredAt >= pressedAt - justNow
    if (!isNew || meaningOf(scene, last.saying) !== 'pending')
      scene.report(
        'rule 10',
        `${name}: no answer of just now says that ${nameOf(other)} is pending`,
      )
  }
}

function awaitsMeaning({ phase, outcome, mismatch, resolution }: Payment): boolean {
  return phase === 'settled' && outcome === 'unrecognised' && !mismatch && !resolution
}

/** Was the first word that is not pending said of a sale after this moment, and before now? */
function endedSince(scene: Scene, sale: Payment, moment: number): boolean {
  const first = readsOf(scene, sale).find(({ saying }) => meaningOf(scene, saying) !== 'pending')
  const at = first?.delivered.deliveredAt ?? 0
  return at > moment
}

/**
 * Calls of a sale that the service may have taken. Of those that left it took nothing only where its own words
 * said so, that the keys are wrong or that there were too many calls, and nothing of a request that it had before.
 */
export function mayHaveBeenTaken(scene: Scene, sale: Payment): Call[] {
  const { creates, answers } = factsOf(scene, sale)
  const tookNothing = answers.filter(
    ({ saying }) =>
      saying.about === 'refusal' && !saying.isOfRepeat && [401, 429].includes(saying.httpStatus),
  )
  return creates.filter(call =>
    call.left
      ? !tookNothing.some(answer => answer.call === call)
      : call.endedAt === null && call.process.alive,
  )
}

/** Money rule 4: what may have left is never taken back. */
function takenBack(scene: Scene, change: Change): void {
  if (!becomes(change, 'withdrawn')) return
  const [first] = mayHaveBeenTaken(scene, change.sale)
  if (first)
    scene.report('rule 4', `${nameOf(change.sale)} is withdrawn; call ${first.number} may have it`)
}

/** Money rule 4: a refusal of a repeat says nothing about the attempt before it. */
function refusedForGood(scene: Scene, change: Change): void {
  if (!becomes(change, 'refused')) return
  const refusal = factsOf(scene, change.sale).answers.findLast(
    ({ saying }) => saying.about === 'refusal',
  )
  const earlier = mayHaveBeenTaken(scene, change.sale).filter(call => call !== refusal?.call)
  const [first] = earlier
  if (first)
    scene.report('rule 4', `${nameOf(change.sale)}, and call ${first.number} may have been taken`)
}

/** Money rule 5: a result is one that a status answer about this payment gave, by its own word. */
function green(scene: Scene, change: Change): void {
  const { before, sale } = change
  if (sale.outcome === before?.outcome || (sale.outcome !== 'paid' && sale.outcome !== 'failed'))
    return
  const said = readsOf(scene, sale).some(({ saying }) => meaningOf(scene, saying) === sale.outcome)
  if (!said) scene.report('rule 5', `${nameOf(sale)}: no status read said so (${sale.rawStatus})`)
}

/**
 * Money rule 6: a result, its word and its time stay as they were written. A word without a meaning is no
 * result: what it means, or a later clear word, settles the sale.
 */
function writtenOnce(scene: Scene, { before, sale }: Change): void {
  if (before?.phase !== 'settled') return
  if (before.outcome === 'unrecognised' && before.mismatch === null) return
  if (sale.outcome !== before.outcome)
    scene.report('rule 6', `${nameOf(before)} becomes ${nameOf(sale)}`)
  if (sale.rawStatus !== before.rawStatus || sale.settledAt !== before.settledAt)
    scene.report('rule 6', `${nameOf(sale)}: its word or its time is written again`)
}

/** Money rule 8: nothing is put aside unless a person, or the service, said so. */
function endsForAReason(scene: Scene, change: Change): void {
  const { before, sale } = change
  const missing = (grounds: boolean, what: string) => {
    if (!grounds) scene.report('rule 8', `${nameOf(sale)} ${what}`)
  }
  const isStopped = wasAsked(scene, sale, 'stop') || actionsOn(scene, sale, 'resolve').length > 0
  if (becomes(change, 'abandoned')) missing(isStopped, 'is given up without a person')
  if (becomes(change, 'refused'))
    missing(wasRefused(scene, sale), 'is refused, but the service did not refuse it')
  // One that a person ended while it was pending becomes expired too: who asked is looked at below.
  if (becomes(change, 'expired') && sale.resolution === null)
    missing(wasOver(scene, sale), `expires too early, at ${scene.elapsed()}`)
  if (sale.resolution && !before?.resolution)
    missing(wasResolved(scene, sale, sale.resolution.reason), 'is resolved without a person')
  const hasResult = before?.phase === 'settled' && before.outcome !== 'unrecognised'
  if (hasResult) missing(sale.phase === 'settled', 'was settled before')
}

const wasAsked = (scene: Scene, sale: Payment, action: CashierAction['action'], detail = '') =>
  actionsOn(scene, sale, action).some(entry => entry.detail === detail)

const wasResolved = (scene: Scene, sale: Payment, reason: string) =>
  wasAsked(scene, sale, 'resolve', reason) || wasAsked(scene, sale, 'take-cash', reason)

const wasRefused = (scene: Scene, sale: Payment) =>
  factsOf(scene, sale).answers.some(({ saying }) => saying.about === 'refusal')

/** The service spoke of the payment, asked at a time when it was over as far as the till can know. */
function wasOver(scene: Scene, sale: Payment): boolean {
  const { executions } = factsOf(scene, sale)
  const over = Math.min(...executions.map(payment => believableEnd(scene, payment)))
  return readsDelivered(scene.facts, sale).some(
    ({ call, saying }) => call.at >= over && ['payment', 'refusal'].includes(saying.about),
  )
}

/** Money rule 9: paid after the till, or a person, had given up is said and stays to be done. */
function late(scene: Scene, { before, sale }: Change): void {
  if (sale.outcome !== 'paid' || !before || before.outcome === 'paid') return
  const toDo = sale.resolution === null
  const gaveUp =
    before.expiredAt !== null ||
    actionsOn(scene, sale, 'stop-waiting').some(entry => entry.isCertain)
  if (gaveUp && !(sale.late && toDo))
    scene.report('rule 9', `${nameOf(sale)} was given up, and its payment is not called late`)
  const inCash = actionsOn(scene, sale, 'take-cash').some(entry => entry.isCertain)
  const otherwise = inCash || before.resolution?.how === 'paid-in-cash' || alsoPaid(scene, sale)
  if (otherwise && !(sale.paidTwice !== null && toDo))
    scene.report('rule 9', `${nameOf(sale)} is paid twice, and that is not said`)
}

/**
 * Money came for another request of the same purchase, and nobody was told yet: where one commit pays several, those
 * that became paid second say it (a word's meaning is given to all that wait for it).
 */
export function alsoPaid(scene: Scene, sale: Payment): boolean {
  const isTold = ({ paidTwice }: Payment) => paidTwice !== null && paidTwice !== 'cash'
  const { purchases } = scene
  return (
    purchases.judges(sale) &&
    !fitsInPurchase(scene, sale) &&
    purchases.others(sale).some(other => hasCome(other) && !isTold(other))
  )
}

/** Money rule 9: *paid twice* is said of two payments for one purchase, and of nothing else. */
function toldRightly(scene: Scene, { before, sale }: Change): void {
  const { purchases, committed } = scene
  const { paidTwice } = sale
  if (paidTwice === null || paidTwice === 'cash' || paidTwice === before?.paidTwice) return
  const other = committed.find(paidTwice)
  if (!other || !purchases.judges(sale) || !purchases.judges(other)) return
  if (!purchases.others(sale).some(({ id }) => id === other.id))
    scene.report('rule 9', `${nameOf(sale)} and ${nameOf(other)} are two purchases, called one`)
  else if (!hasCome(other) || !hasCome(sale))
    scene.report('rule 9', `${nameOf(sale)} is called paid twice, and one of the two is not paid`)
}

/** Parts that come to no more than the sum, as after the refund of one, were paid for one another's rest. */
function fitsInPurchase(scene: Scene, { purchase }: Payment): boolean {
  if (purchase === null) return false
  const parts = partsOf(scene, purchase.id)
  // A result is written once: money that came after FAILED is no PAID, and came all the same (money rule 6).
  const late = parts.filter(part => part.contradictedByPaid)
  return late.reduce((so, part) => so + part.amount.value, comeIn(parts)) <= purchase.total
}

const partsOf = (scene: Scene, purchaseId: string) =>
  scene.committed.recent(100).filter(part => part.purchase?.id === purchaseId)

/** What came for these parts and was not given back. */
function comeIn(parts: readonly Payment[]): number {
  const come = parts.filter(
    part =>
      part.refund === null &&
      (part.channel === 'cash' || part.outcome === 'paid' || part.cashTakenAt !== null),
  )
  return come.reduce((so, part) => so + part.amount.value, 0)
}

/** Cash is no payment of the service; goods of a purchase go once its parts cover the sum, which is not paid twice. */
function cashAndParts(scene: Scene, { before, sale }: Change): void {
  const { channel, outcome, reference, purchase } = sale
  if (channel === 'cash' && (outcome !== null || reference !== null || sale.attempts > 0))
    scene.report('cash', `${nameOf(sale)} is cash, and a payment too`)
  if (purchase === null) return
  const parts = partsOf(scene, purchase.id)
  const sum = comeIn(parts)
  if (sale.handedOverAt !== null && before?.handedOverAt === null && sum < purchase.total)
    scene.report('cash', `${nameOf(sale)} is handed over for ${sum} of ${purchase.total}`)
  if (sale.paidTwice === before?.paidTwice || !fitsInPurchase(scene, sale)) return
  if (parts.some(({ id, outcome: word }) => id === sale.paidTwice && word !== 'failed'))
    scene.report('cash', `${nameOf(sale)}: its own part is said to be paid twice`)
}

/** Money rule 11: goods once for a reference, and only after PAID. */
function handedOver(scene: Scene, { before, sale }: Change): void {
  if (sale.handedOverAt === before?.handedOverAt) return
  if (sale.handedOverAt === null) return
  if (before?.outcome !== 'paid') scene.report('rule 11', `${nameOf(sale)} is not paid`)
  if (before?.handedOverAt) scene.report('rule 11', `${nameOf(sale)} is handed over again`)
  if (before?.refund) scene.report('rule 11', `${nameOf(sale)} is handed over after its refund`)
  const other = scene.committed
    .recent(100)
    .find(
      each =>
        each.reference === sale.reference && each.id !== sale.id && each.handedOverAt !== null,
    )
  if (other) scene.report('rule 11', `${nameOf(sale)} and ${nameOf(other)} share a reference`)
}

/**
 * Money rule 12: while an answer was about another amount, currency or reference it is never paid. One
 * that a power cut or a failing disk took before it was written does not count: the next may leave out what differed.
 */
function matching(scene: Scene, { before, sale }: Change): void {
  if (sale.outcome !== 'paid' || before?.outcome === 'paid') return
  const accepted = acceptancesOf(scene, sale).some(
    ({ delivered, saying }) => outlived(delivered) && isOtherMoney(scene, sale, saying),
  )
  const read = readsOf(scene, sale).some(
    ({ delivered, saying }) => outlived(delivered) && differs(scene, sale, saying),
  )
  if (accepted || read || sale.mismatch !== null)
    scene.report('rule 12', `${nameOf(sale)} is paid, and an answer was about something else`)
}

/** Money rule 12: an answer about a reference that two sales of an account have is a result for neither of them. */
function identified(scene: Scene, { before, sale }: Change): void {
  if (sale.outcome === before?.outcome || (sale.outcome !== 'paid' && sale.outcome !== 'failed'))
    return
  const other = scene.committed
    .recent(100)
    .find(
      ({ id, account, reference }) =>
        id !== sale.id && account === sale.account && reference === sale.reference,
    )
  if (other) scene.report('rule 12', `${nameOf(sale)} and ${nameOf(other)} share a reference`)
}

/** Money rule 14: what is called another amount, currency or reference is one, or the sale is held up for nothing. */
function differsForAReason(scene: Scene, { before, sale }: Change): void {
  if (sale.mismatch === null || before?.mismatch) return
  const accepted = acceptancesOf(scene, sale).some(({ saying }) =>
    isOtherMoney(scene, sale, saying),
  )
  // What is paid and cannot be read is not equal: a till may call that another amount.
  const read = readsOf(scene, sale).some(
    ({ saying }) => differs(scene, sale, saying) || isPaidUnreadable(scene, saying),
  )
  const isShared = scene.committed
    .recent(100)
    .some(({ id, reference }) => id !== sale.id && reference === sale.reference)
  if (!accepted && !read && !isShared)
    scene.report('rule 14', `${nameOf(sale)}: no answer differs from what was asked`)
}

/** Money rule 13: the word is kept as it came; one in no list is neither green nor red. */
function shownAsItCame(scene: Scene, { before, sale }: Change): void {
  if (sale.rawStatus === null || sale.rawStatus === before?.rawStatus) return
  const said = [...acceptancesOf(scene, sale), ...readsOf(scene, sale)]
  const kept = sale.rawStatus
  // Each create says pending (§3), in whatever words: its status is not believed.
  const isCreated = before?.phase !== 'pending' && sale.phase === 'pending' && kept === 'pending'
  if (isCreated) return
  const words = said.filter(({ saying }) => isWordOf(scene, sale, saying, kept))
  if (words.length === 0)
    scene.report('rule 13', `${nameOf(sale)}: no person and no answer said "${sale.rawStatus}"`)
  const isDecided = sale.outcome === 'paid' || sale.outcome === 'failed'
  const means = words.some(({ saying }) => meaningOf(scene, saying) === sale.outcome)
  if (isDecided && !means)
    scene.report('rule 13', `${nameOf(sale)}: "${sale.rawStatus}" does not mean that`)
}

/** The service said paid, or staff took cash for a sale of its own. */
const hasMoney = (before: Payment | null): boolean =>
  before?.outcome === 'paid' || before?.channel === 'cash'

/** Each is the next one; none is made of what is not paid, or of what a person has yet to find out. */
function receipts(scene: Scene, { before, sale }: Change): void {
  const made = sale.receiptCopies - (before?.receiptCopies ?? 0)
  if (made === 0) return
  if (made !== 1)
    scene.report('receipt', `${nameOf(sale)}: its receipts are not counted one by one`)
  if (!hasMoney(before)) scene.report('receipt', `${nameOf(sale)} is not paid`)
  const doubts = [before?.contradiction, before?.mismatch, before?.paidTwice]
  if (doubts.some(doubt => doubt) && !before?.resolution)
    scene.report('receipt', `${nameOf(sale)} has a receipt, and is in doubt`)
}

/** A refund is written once, because a person said so, and moves nothing else of the sale. */
function refunds(scene: Scene, { before, sale }: Change): void {
  if (before?.refund && !isDeepStrictEqual(sale.refund, before.refund))
    scene.report('refund', `${nameOf(sale)}: its refund is written a second time`)
  if (sale.refund === null || before?.refund) return
  if (!wasAsked(scene, sale, 'record-refund', sale.refund.reason))
    scene.report('refund', `${nameOf(sale)} is refunded, and no person said so`)
  if (before === null || !hasMoney(before)) scene.report('refund', `${nameOf(sale)} is not paid`)
  else if (!isSameSale({ ...before, refund: sale.refund }, sale))
    scene.report('refund', `${nameOf(sale)}: its refund changes more than that`)
}
