import { isDeepStrictEqual } from 'node:util'
import { needsResolving } from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import type { Call } from '../network/call'
import { type CashierAction, outlived, readsDelivered } from '../world/facts'
import { hasCome } from '../world/purchases'
import { undone } from './by-hand'
import { cashTaken } from './cash-taken'
import { believableEnd } from './expiry'
import { moved } from './periods'
import { isConfirmed, moneyOf } from './sale-sums'
import { type Change, factsOf, isSamePayment, nameOf, type Scene } from './scene'
import {
  acceptancesOf,
  differs,
  isOtherMoney,
  isPaidUnreadable,
  isWordOf,
  meaningOf,
  readsOf,
} from './statements'

/** What must hold after each commit, of the payment that it changed. */
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
    askedTooMuch,
    cashTaken,
    matching,
    identified,
    differsForAReason,
    shownAsItCame,
    receipts,
    givenBack,
    undone,
    moved,
  ])
    check(scene, change)
}

const actionsOn = (scene: Scene, payment: Payment, action: CashierAction['action']) =>
  scene.facts.cashierActions.filter(
    entry => entry.paymentId === payment.id && entry.action === action,
  )

const becomes = ({ before, payment }: Change, phase: Payment['phase']) =>
  payment.phase === phase && before?.phase !== phase

/** What the till may have known a moment longer than the press that it answers, ms. */
const justNow = 2_000

/**
 * Money rule 10: where an earlier payment on this phone is still pending, its prompt may be gone all the same.
 * A new push needs a cashier who says so, and a status answer of just now that still said pending. A word without a meaning is not pending.
 */
function secondPrompt(scene: Scene, { before, payment }: Change): void {
  if (before || payment.channel !== 'mobile') return
  const { draft, pressedAt, name } = factsOf(scene, payment)
  const others = scene.committed
    .recent(100)
    .filter(
      other =>
        other.id !== payment.id && other.channel === 'mobile' && other.msisdn === payment.msisdn,
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

/** Was the first word that is not pending said of a payment after this moment, and before now? */
function endedSince(scene: Scene, payment: Payment, moment: number): boolean {
  const first = readsOf(scene, payment).find(({ saying }) => meaningOf(scene, saying) !== 'pending')
  const at = first?.delivered.deliveredAt ?? 0
  return at > moment
}

/**
 * Calls of a payment that the service may have taken. Of those that left it took nothing only where its own words
 * said so, that the keys are wrong or that there were too many calls, and nothing of a request that it had before.
 */
export function mayHaveBeenTaken(scene: Scene, payment: Payment): Call[] {
  const { creates, answers } = factsOf(scene, payment)
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
  const [first] = mayHaveBeenTaken(scene, change.payment)
  if (first)
    scene.report(
      'rule 4',
      `${nameOf(change.payment)} is withdrawn; call ${first.number} may have it`,
    )
}

/** Money rule 4: a refusal of a repeat says nothing about the attempt before it. */
function refusedForGood(scene: Scene, change: Change): void {
  if (!becomes(change, 'refused')) return
  const refusal = factsOf(scene, change.payment).answers.findLast(
    ({ saying }) => saying.about === 'refusal',
  )
  const earlier = mayHaveBeenTaken(scene, change.payment).filter(call => call !== refusal?.call)
  const [first] = earlier
  if (first)
    scene.report(
      'rule 4',
      `${nameOf(change.payment)}, and call ${first.number} may have been taken`,
    )
}

/** Money rule 5: a result is one that a status answer about this payment gave, by its own word. */
function green(scene: Scene, change: Change): void {
  const { before, payment } = change
  if (
    payment.outcome === before?.outcome ||
    (payment.outcome !== 'paid' && payment.outcome !== 'failed')
  )
    return
  const said = readsOf(scene, payment).some(
    ({ saying }) => meaningOf(scene, saying) === payment.outcome,
  )
  if (!said)
    scene.report('rule 5', `${nameOf(payment)}: no status read said so (${payment.rawStatus})`)
}

/**
 * Money rule 6: a result, its word and its time stay as they were written. A word without a meaning is no
 * result: what it means, or a later clear word, settles the payment.
 */
function writtenOnce(scene: Scene, { before, payment }: Change): void {
  if (before?.phase !== 'settled') return
  if (before.outcome === 'unrecognised' && before.mismatch === null) return
  if (payment.outcome !== before.outcome)
    scene.report('rule 6', `${nameOf(before)} becomes ${nameOf(payment)}`)
  if (payment.rawStatus !== before.rawStatus || payment.settledAt !== before.settledAt)
    scene.report('rule 6', `${nameOf(payment)}: its word or its time is written again`)
}

/** Money rule 8: nothing is put aside unless a person, or the service, said so. */
function endsForAReason(scene: Scene, change: Change): void {
  const { before, payment } = change
  const missing = (grounds: boolean, what: string) => {
    if (!grounds) scene.report('rule 8', `${nameOf(payment)} ${what}`)
  }
  const isStopped =
    wasAsked(scene, payment, 'stop') || actionsOn(scene, payment, 'resolve').length > 0
  if (becomes(change, 'abandoned')) missing(isStopped, 'is given up without a person')
  if (becomes(change, 'refused'))
    missing(wasRefused(scene, payment), 'is refused, but the service did not refuse it')
  // One that a person ended while it was pending becomes expired too: who asked is looked at below.
  if (becomes(change, 'expired') && payment.resolution === null)
    missing(wasOver(scene, payment), `expires too early, at ${scene.elapsed()}`)
  // Giving money back that came after FAILED ends it: who gave it back is looked at below.
  const isGivenBack = payment.givenBack.length > (before?.givenBack.length ?? 0)
  if (payment.resolution && !before?.resolution && !isGivenBack)
    missing(wasResolved(scene, payment, payment.resolution.reason), 'is resolved without a person')
  const hasResult = before?.phase === 'settled' && before.outcome !== 'unrecognised'
  if (hasResult) missing(payment.phase === 'settled', 'was settled before')
}

const wasAsked = (scene: Scene, payment: Payment, action: CashierAction['action'], detail = '') =>
  actionsOn(scene, payment, action).some(entry => entry.detail === detail)

const wasResolved = (scene: Scene, payment: Payment, reason: string) =>
  wasAsked(scene, payment, 'resolve', reason) || wasAsked(scene, payment, 'take-cash', reason)

const wasRefused = (scene: Scene, payment: Payment) =>
  factsOf(scene, payment).answers.some(({ saying }) => saying.about === 'refusal')

const day = 24 * 3_600_000

/**
 * The service spoke of the payment, asked at a time when it was over as far as the till can know; or it was asked a day
 * after that, as after a restore, whatever came of it.
 */
function wasOver(scene: Scene, payment: Payment): boolean {
  const { executions } = factsOf(scene, payment)
  const over = Math.min(...executions.map(payment => believableEnd(scene, payment)))
  const { calls } = scene.facts
  if (calls.some(({ text, at }) => text === payment.reference && at >= over + day)) return true
  return readsDelivered(scene.facts, payment).some(
    ({ call, saying }) => call.at >= over && ['payment', 'refusal'].includes(saying.about),
  )
}

/**
 * Money rule 9: paid after the till, or a person, had given up is said and stays to be done, unless staff had seen the
 * money already.
 */
function late(scene: Scene, { before, payment }: Change): void {
  if (payment.outcome !== 'paid' || !before || before.outcome === 'paid') return
  const toDo = payment.resolution === null
  // Stopped in the very millisecond of cash that was undone: the till cannot tell the two apart, and no hand is so fast.
  const tookCash = actionsOn(scene, payment, 'take-cash').map(({ at }) => at)
  const gaveUp =
    before.expiredAt !== null ||
    actionsOn(scene, payment, 'stop-waiting').some(
      ({ isCertain, at }) => isCertain && !tookCash.includes(at),
    )
  const wasSeen = before.resolution?.how === 'seen-in-dashboard'
  if (gaveUp && !wasSeen && !(payment.late && toDo))
    scene.report('rule 9', `${nameOf(payment)} was given up, and its payment is not called late`)
  const inCash = actionsOn(scene, payment, 'take-cash').some(entry => entry.isCertain)
  const otherwise = inCash || payment.received !== null || alsoPaid(scene, payment)
  const isListed = scene.committed.toDos().some(({ id }) => id === payment.id)
  if (otherwise && !(isListed && toDo))
    scene.report('rule 9', `${nameOf(payment)} is paid twice, and nobody is asked about it`)
  if (alsoPaid(scene, payment) && !namesOther(scene, payment))
    scene.report('rule 9', `${nameOf(payment)} is paid twice, and the other one is not named`)
}

/** Its record has the payment that was paid for the same thing. */
export function namesOther(scene: Scene, { id }: Payment): boolean {
  return scene.committed.history(id).some(event => 'other' in event)
}

/**
 * Money came for another request of the same purchase, and nobody was told yet: where one commit pays several, those
 * that became paid second say it (a word's meaning is given to all that wait for it).
 */
export function alsoPaid(scene: Scene, payment: Payment): boolean {
  const { purchases } = scene
  // Cash was taken for this very payment: there is no other to name.
  if (payment.received !== null) return false
  return (
    purchases.judges(payment) &&
    !fitsInPurchase(scene, payment) &&
    purchases.others(payment).some(other => hasCome(other) && !namesOther(scene, other))
  )
}

/** Money rule 9: *paid twice* is said of two payments for one purchase, and of nothing else. */
function toldRightly(scene: Scene, { before, payment }: Change): void {
  const { purchases, committed } = scene
  const { alsoPaid: named } = payment
  if (named === null || named === before?.alsoPaid) return
  const other = committed.find(named)
  if (!other || !purchases.judges(payment) || !purchases.judges(other)) return
  if (!purchases.others(payment).some(({ id }) => id === other.id))
    scene.report('rule 9', `${nameOf(payment)} and ${nameOf(other)} are two purchases, called one`)
  else if (!hasCome(other) || !hasCome(payment))
    scene.report(
      'rule 9',
      `${nameOf(payment)} is called paid twice, and one of the two is not paid`,
    )
}

/** What came for one purchase, as the customer knows it, is no more than is due for it. */
const fitsInPurchase = (scene: Scene, payment: Payment) =>
  isNoMoreThanDue(scene, [payment, ...scene.purchases.others(payment)])

/** Also after some was given back. Money in another currency is no part of it; a request that brought none is nothing. */
function isNoMoreThanDue(scene: Scene, all: readonly Payment[]): boolean {
  const currencies = new Set(all.filter(hasCome).map(({ amount }) => amount.currency))
  if (currencies.size > 1) return false
  const parts = all.filter(({ amount }) => currencies.size === 0 || currencies.has(amount.currency))
  // Paid, and about another amount or payment: which money came, a person has yet to say. What they said of it counts.
  const doubted = parts.filter(
    part => part.contradictedByPaid && !isSaid(part) && !isConfirmed(scene, part),
  )
  const due = Math.max(...parts.map(({ total }) => total)) - worthBack(parts)
  return doubted.reduce((so, part) => so + part.amount.value, comeIn(scene, parts)) <= due
}

const isSaid = ({ received, resolution }: Payment) =>
  received !== null || resolution?.how === 'seen-in-dashboard'

const partsOf = (scene: Scene, { sale }: Payment) =>
  scene.committed.recent(100).filter(part => part.sale === sale)

/** What came for these parts and was not given back. */
function comeIn(scene: Scene, parts: readonly Payment[]): number {
  return parts.reduce((so, part) => so + moneyOf(scene, part), 0)
}

/** What the goods are worth that came back, or were not taken. */
function worthBack(parts: readonly Payment[]): number {
  return parts.flatMap(({ givenBack }) => givenBack).reduce((so, { worth }) => so + worth, 0)
}

/** Cash is no payment of the service; goods go once the sale has what is due, and its own parts are not *twice*. */
function cashAndParts(scene: Scene, { before, payment }: Change): void {
  const { channel, outcome, reference } = payment
  if (channel === 'cash' && (outcome !== null || reference !== null || payment.attempts > 0))
    scene.report('cash', `${nameOf(payment)} is cash, and a payment too`)
  const parts = partsOf(scene, payment)
  const sum = comeIn(scene, parts)
  if (
    payment.handedOverAt !== null &&
    before?.handedOverAt === null &&
    sum < payment.total - worthBack(parts)
  )
    scene.report('cash', `${nameOf(payment)} is handed over for ${sum} of ${payment.total}`)
  if (payment.alsoPaid === before?.alsoPaid || !isNoMoreThanDue(scene, parts)) return
  if (parts.some(({ id, outcome: word }) => id === payment.alsoPaid && word !== 'failed'))
    scene.report('cash', `${nameOf(payment)}: its own part is said to be paid twice`)
}

/**
 * A further payment of a sale, with what the sale has and what staff wait for, comes to no more than is due: one that is
 * sent again takes the place of the one before.
 */
function askedTooMuch(scene: Scene, { before, payment }: Change): void {
  if (before !== null || payment.sale === payment.id) return
  const parts = partsOf(scene, payment)
  const isReplaced = (part: Payment) => parts.some(later => takesThePlaceOf(scene, later, part))
  // After the wall clock was set back the till waits for the newest request only, even where an older one is sent again.
  const isOlder = (part: Payment) =>
    parts.some(({ id, channel }) => channel !== 'cash' && id > part.id)
  const isAskedFor = (part: Payment) =>
    onTheirWay.includes(part.phase) &&
    !(scene.facts.clock.setBack && isOlder(part)) &&
    !part.repeatRefused &&
    part.stoppedWaitingAt === null &&
    !isReplaced(part)
  if (parts.some(({ amount }) => amount.currency !== payment.amount.currency))
    scene.report('cash', `${nameOf(payment)} is in another currency than its sale`)
  const sum = parts
    .filter(isAskedFor)
    .reduce((so, part) => so + part.amount.value, comeIn(scene, parts))
  const due = payment.total - worthBack(parts)
  if (sum > due) scene.report('cash', `${nameOf(payment)} makes ${sum} of the ${due} that are due`)
}

/** The cashier repeated it from that one, or asked the same phone again. */
function takesThePlaceOf(scene: Scene, later: Payment, part: Payment): boolean {
  if (later.id <= part.id) return false
  const isOfPhone = later.msisdn !== '' && later.msisdn === part.msisdn
  return isOfPhone || factsOf(scene, later).draft.replaces === part.id
}

const onTheirWay: readonly Payment['phase'][] = ['ready', 'held', 'sending', 'unknown', 'pending']

/** Money rule 11: goods once for a reference of an account, and only after PAID. */
function handedOver(scene: Scene, { before, payment }: Change): void {
  if (payment.handedOverAt === before?.handedOverAt) return
  if (payment.handedOverAt === null) return
  if (before && !isConfirmed(scene, before))
    scene.report('rule 11', `${nameOf(payment)} is not paid`)
  const asking = partsOf(scene, payment).find(part => asksFirst(scene, payment, part))
  if (asking) scene.report('rule 11', `${nameOf(payment)}: first ${nameOf(asking)} is asked about`)
  if (before?.handedOverAt) scene.report('rule 11', `${nameOf(payment)} is handed over again`)
  if (before && worthBack([before]) >= before.amount.value)
    scene.report('rule 11', `${nameOf(payment)} is handed over after it was given back`)
  const other = scene.committed
    .recent(100)
    .find(
      each =>
        each.reference === payment.reference &&
        each.account === payment.account &&
        each.id !== payment.id &&
        each.handedOverAt !== null,
    )
  if (other) scene.report('rule 11', `${nameOf(payment)} and ${nameOf(other)} share a reference`)
}

/**
 * Has a person to resolve another payment of the sale before the goods go? Its money is in doubt, or it came late and the
 * sale lacks money without it.
 */
function asksFirst(scene: Scene, payment: Payment, part: Payment): boolean {
  if (part.id === payment.id || !needsResolving(part)) return false
  const isSeen = part.resolution?.how === 'seen-in-dashboard'
  const isDoubted = part.outcome === 'paid' ? part.contradiction !== null : isSeen
  if (isDoubted || (part.mismatch !== null && isConfirmed(scene, part))) return true
  const parts = partsOf(scene, payment)
  const others = comeIn(scene, parts) - moneyOf(scene, part)
  return part.late && others < payment.total - worthBack(parts)
}

/**
 * Money rule 12: while an answer was about another amount, currency or reference it is never paid. One
 * that a power cut or a failing disk took before it was written does not count: the next may leave out what differed.
 */
function matching(scene: Scene, { before, payment }: Change): void {
  if (payment.outcome !== 'paid' || before?.outcome === 'paid') return
  const accepted = acceptancesOf(scene, payment).some(
    ({ delivered, saying }) => outlived(delivered) && isOtherMoney(scene, payment, saying),
  )
  const read = readsOf(scene, payment).some(
    ({ delivered, saying }) => outlived(delivered) && differs(scene, payment, saying),
  )
  if (accepted || read || payment.mismatch !== null)
    scene.report('rule 12', `${nameOf(payment)} is paid, and an answer was about something else`)
}

/** Money rule 12: an answer about a reference that two payments of an account have is a result for neither of them. */
function identified(scene: Scene, { before, payment }: Change): void {
  if (
    payment.outcome === before?.outcome ||
    (payment.outcome !== 'paid' && payment.outcome !== 'failed')
  )
    return
  const other = scene.committed
    .recent(100)
    .find(
      ({ id, account, reference }) =>
        id !== payment.id && account === payment.account && reference === payment.reference,
    )
  if (other) scene.report('rule 12', `${nameOf(payment)} and ${nameOf(other)} share a reference`)
}

/** Money rule 14: what is called another amount, currency or reference is one, or the payment is held up for nothing. */
function differsForAReason(scene: Scene, { before, payment }: Change): void {
  if (payment.mismatch === null || before?.mismatch) return
  const accepted = acceptancesOf(scene, payment).some(({ saying }) =>
    isOtherMoney(scene, payment, saying),
  )
  // What is paid and cannot be read is not equal: a till may call that another amount.
  const read = readsOf(scene, payment).some(
    ({ saying }) => differs(scene, payment, saying) || isPaidUnreadable(scene, saying),
  )
  const isShared = scene.committed
    .recent(100)
    .some(({ id, reference }) => id !== payment.id && reference === payment.reference)
  if (!accepted && !read && !isShared)
    scene.report('rule 14', `${nameOf(payment)}: no answer differs from what was asked`)
}

/** Money rule 13: the word is kept as it came; one in no list is neither green nor red. */
function shownAsItCame(scene: Scene, { before, payment }: Change): void {
  if (payment.rawStatus === null || payment.rawStatus === before?.rawStatus) return
  const said = [...acceptancesOf(scene, payment), ...readsOf(scene, payment)]
  const kept = payment.rawStatus
  // Each create says pending (§3), in whatever words: its status is not believed.
  const isCreated = before?.phase !== 'pending' && payment.phase === 'pending' && kept === 'pending'
  if (isCreated) return
  const words = said.filter(({ saying }) => isWordOf(scene, payment, saying, kept))
  if (words.length === 0)
    scene.report(
      'rule 13',
      `${nameOf(payment)}: no person and no answer said "${payment.rawStatus}"`,
    )
  const isDecided = payment.outcome === 'paid' || payment.outcome === 'failed'
  const means = words.some(({ saying }) => meaningOf(scene, saying) === payment.outcome)
  if (isDecided && !means)
    scene.report('rule 13', `${nameOf(payment)}: "${payment.rawStatus}" does not mean that`)
}

/** The service said paid, or staff took cash for it. */
const hasMoney = (before: Payment | null): boolean =>
  before?.outcome === 'paid' ||
  before?.channel === 'cash' ||
  before?.resolution?.how === 'paid-in-cash' ||
  (before?.received ?? null) !== null

/** Each is the next one, also of what was undone; none is made of what is not paid, or of what a person has yet to find out. */
function receipts(scene: Scene, { before, payment }: Change): void {
  if (payment.receiptCopies === (before?.receiptCopies ?? 0)) return
  const others = scene.committed.sales
    .paymentsOf(payment.sale)
    .filter(({ id }) => id !== payment.id)
  const copiesBefore = [before, ...others].map(each => each?.receiptCopies ?? 0)
  if (payment.receiptCopies !== Math.max(...copiesBefore) + 1)
    scene.report('receipt', `${nameOf(payment)}: its receipts are not counted one by one`)
  const isPaid = before !== null && isConfirmed(scene, before)
  if (!isPaid && !hasMoney(before) && !before?.receiptNumber)
    scene.report('receipt', `${nameOf(payment)} is not paid`)
  const doubts = [before?.contradiction, before?.mismatch]
  if (doubts.some(doubt => doubt) && !before?.resolution)
    scene.report('receipt', `${nameOf(payment)} has a receipt, and is in doubt`)
}

/**
 * What was given back is never changed, and more is added because a person said so, of money that came. It ends what was
 * late or too much, and moves nothing else of the payment.
 */
function givenBack(scene: Scene, { before, payment }: Change): void {
  // What of it is undone is looked at below.
  const earlier = (before?.givenBack ?? []).slice(0, payment.givenBack.length)
  const kept = payment.givenBack.slice(0, earlier.length)
  if (!isDeepStrictEqual(kept, earlier))
    scene.report('given back', `${nameOf(payment)}: what was given back is changed`)
  const added = payment.givenBack.slice(earlier.length)
  if (added.length === 0) return
  if (added.some(({ reason }) => !wasAskedOfSale(scene, payment, reason)))
    scene.report('given back', `${nameOf(payment)} is given back, and no person said so`)
  const byHand = payment.givenBack.filter(({ why }) => why !== 'taken-back')
  const back = byHand.reduce((so, { value }) => so + value, 0)
  if (before === null || back > cameFor(before))
    scene.report('given back', `${nameOf(payment)}: more is given back than came`)
  if (added.some(({ why }) => why === 'taken-back') && !mayBeGone(scene, before, payment))
    scene.report('given back', `${nameOf(payment)} is taken back, and nothing speaks against it`)
  const { givenBack: money, late: isLate, resolution } = payment
  const ended = { givenBack: money, late: isLate, resolution }
  if (before && !isSamePayment({ ...before, ...ended }, payment))
    scene.report('given back', `${nameOf(payment)}: giving back changes more than that`)
}

/** The service confirmed it, said otherwise later, and took back, once, all that had not gone back through it. */
function mayBeGone(scene: Scene, before: Payment | null, { givenBack, amount }: Payment): boolean {
  if (before === null || !isConfirmed(scene, before)) return false
  const taken = givenBack.filter(({ why }) => why === 'taken-back')
  const { mismatch, contradiction, outcome } = before
  const left = before.givenBack
    .filter(({ way }) => way === 'service')
    .reduce((so, { value }) => so - value, amount.value)
  const last = readsOf(scene, before).at(-1)
  const saysOther = last !== undefined && meaningOf(scene, last.saying) !== 'paid'
  return (
    (mismatch !== null || (outcome === 'paid' ? contradiction !== null : saysOther)) &&
    taken.map(({ value }) => value).join() === `${left}`
  )
}

/** The money that came for a payment: as the service said, in cash, and as a person saw. */
function cameFor(payment: Payment): number {
  const byService = payment.outcome === 'paid' || payment.contradictedByPaid
  const inCash = payment.received !== null
  const seen = !byService && payment.resolution?.how === 'seen-in-dashboard'
  return payment.amount.value * [byService, inCash, seen].filter(Boolean).length
}

/** A person gives back what a sale has, by whichever of its payments. */
function wasAskedOfSale(scene: Scene, { sale }: Payment, reason: string): boolean {
  const payments = scene.committed.recent(100).filter(payment => payment.sale === sale)
  return payments.some(payment => wasAsked(scene, payment, 'give-back', reason))
}
