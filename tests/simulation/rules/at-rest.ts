import type { SalesEngine } from '../../../electron/main/sales/sales-engine'
import type { CurrencyDay } from '../../../shared/day/report'
import { needsResolving } from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import { backOf, cameFor } from '../../../shared/payment/payment-money'
import { hasOf } from '../../../shared/sale/cover'
import { undoneForGood } from './by-hand'
import { checkPeriods } from './periods'
import { hasMoved, isConfirmed, lackingOf, moneyOf } from './sale-sums'
import { factsOf, nameOf, type Scene } from './scene'
import { readsOf } from './statements'

/** What must hold of all payments whenever nothing is under way inside the till. */
export function checkRest(scene: Scene, engine: SalesEngine | null): void {
  const payments = scene.committed.recent(100)
  nothingLost(scene, payments)
  for (const payment of payments) notForgotten(scene, payment)
  meantForAll(scene, payments)
  undoneForGood(scene)
  if (engine) listed(scene, payments, engine)
  if (engine) restMissing(scene, payments, engine)
  if (engine) inDays(scene, payments, engine)
  if (engine) saidTwice(scene, payments, engine)
}

/** The till knows in two ways what a sale has: by its entries, and by the state of each payment. Both agree. */
function saidTwice(scene: Scene, payments: readonly Payment[], engine: SalesEngine): void {
  for (const sale of new Set(payments.map(payment => payment.sale))) {
    const parts = payments.filter(payment => payment.sale === sale)
    const byEntries = hasOf(engine.ledger.sales.money(sale))
    const byPayments = parts.reduce((sum, part) => sum + cameFor(part) - backOf(part), 0)
    if (byEntries !== byPayments)
      scene.report(
        'ledger',
        `${parts.map(nameOf)} have ${byEntries} by entries, ${byPayments} by payments`,
      )
  }
}

/** Money rule 8: what the till once took stays, for ever. */
function nothingLost(scene: Scene, payments: readonly Payment[]): void {
  const kept = new Set(payments.map(({ id }) => id))
  for (const { name, paymentId } of scene.facts.drafts.values())
    if (paymentId !== null && !kept.has(paymentId)) scene.report('rule 8', `${name} has vanished`)
}

/** Money rule 5: what a person said that a word means holds for each payment that waited for it. */
function meantForAll(scene: Scene, payments: readonly Payment[]): void {
  const { givings } = scene.facts
  for (const { meaning, paymentIds } of givings)
    for (const payment of payments)
      if (
        paymentIds.includes(payment.id) &&
        !isUnclear(scene, payment) &&
        payment.outcome !== (meaning === 'pending' ? null : meaning)
      )
        scene.report('rule 5', `${nameOf(payment)}: its word was said to mean ${meaning}`)
  // In progress is no result: what comes next may be any word.
  scene.facts.givings = givings.filter(({ meaning }) => meaning !== 'pending')
}

/** The till reads a payment again whose answer disagrees with itself or has an unreadable amount. */
const isUnclear = (scene: Scene, payment: Payment) =>
  readsOf(scene, payment).some(
    ({ saying }) => saying.meaning === 'unclear' || saying.money === 'unreadable',
  )

/** Money rule 4: what the service executed is not thought to have stayed at home. */
function notForgotten(scene: Scene, payment: Payment): void {
  const { executions } = factsOf(scene, payment)
  if (executions.length > 0 && ['ready', 'held', 'withdrawn', 'refused'].includes(payment.phase))
    scene.report('rule 4', `${nameOf(payment)}, and the service has executed it`)
}

/** What the running period says, and the closed ones. */
function inDays(scene: Scene, payments: readonly Payment[], engine: SalesEngine): void {
  const running = engine.ledger.day.report(0).currencies
  checkPeriods(scene, running)
  const days = [...scene.facts.closed.flatMap(({ currencies }) => currencies), ...running]
  for (const currency of new Set(payments.map(({ amount }) => amount.currency))) {
    const ofIt = payments.filter(({ amount }) => amount.currency === currency)
    discounted(
      scene,
      ofIt,
      days.filter(day => day.currency === currency),
    )
    notTooUnknown(
      scene,
      ofIt,
      running.find(day => day.currency === currency),
    )
  }
}

/** The unknown money of a day is at most what its sales lack together, however many payments they have. */
function notTooUnknown(
  scene: Scene,
  payments: readonly Payment[],
  day: CurrencyDay | undefined,
): void {
  const sales = new Map(payments.map(payment => [payment.sale, payment]))
  const lacking = [...sales.values()]
    .map(payment => Math.max(0, lackingOf(scene, payment, payments)))
    .reduce((so, each) => so + each, 0)
  const unknown = day?.blocks.unknown.amount ?? 0
  if (unknown > lacking)
    scene.report('cash', `the day has ${unknown} unknown, and its sales lack ${lacking}`)
}

/** The days of a currency have the discount of each sale that money came for once: surely where the sale has what is due. */
function discounted(
  scene: Scene,
  payments: readonly Payment[],
  days: readonly CurrencyDay[],
): void {
  const inBooks = days.reduce((so, { sold }) => so + discountIn(sold), 0)
  const sales = new Map(payments.map(payment => [payment.sale, payment]))
  const sum = (wanted: (payment: Payment) => boolean) =>
    [...sales.values()].filter(wanted).reduce((so, { lines }) => so + discountIn(lines), 0)
  const partsOf = ({ sale }: Payment) => payments.filter(part => part.sale === sale)
  const least = sum(payment => isPaidNow(scene, payment, payments))
  // What a closed period counted stays counted in it.
  const { closed, everMoved } = scene.facts
  const had = ({ sale }: Payment) => closed.length > 0 && everMoved.has(sale)
  const most = sum(payment => had(payment) || partsOf(payment).some(part => hasMoved(scene, part)))
  if (inBooks < least || inBooks > most)
    scene.report('cash', `the day has discounts of ${inBooks}, not of ${least} to ${most}`)
}

function discountIn(lines: readonly { price: number; quantity: number }[]): number {
  return lines.reduce((so, { price, quantity }) => so - Math.min(0, price * quantity), 0)
}

/** It has what its lines come to, and nothing went back. */
function isPaidNow(scene: Scene, payment: Payment, payments: readonly Payment[]): boolean {
  const parts = payments.filter(({ sale }) => sale === payment.sale)
  return (
    lackingOf(scene, payment, payments) <= 0 &&
    parts.every(({ givenBack }) => givenBack.length === 0)
  )
}

/** The money of one that staff have seen paid is here, though it is read again: no more of it comes. */
const isOnItsWay = ({ phase, resolution }: Payment) =>
  onTheirWay.includes(phase) && resolution?.how !== 'seen-in-dashboard'

/**
 * A customer's money for which no goods may leave is on the list, and goods that left without money, unless a request for
 * the rest is under way.
 */
function restMissing(scene: Scene, payments: readonly Payment[], engine: SalesEngine): void {
  const listed = new Set(engine.ledger.toDos().map(({ id }) => id))
  for (const payment of payments) {
    const parts = payments.filter(({ sale }) => sale === payment.sale)
    const isWaiting = parts.some(part => isOnItsWay(part) || isUnresolved(scene, part))
    const lacking = lackingOf(scene, payment, payments)
    const has = parts.reduce((so, part) => so + moneyOf(scene, part), 0)
    // Once the goods are gone, the payment asks with which they went, until the shop bears it.
    const areGoodsGone = parts.some(({ handedOverAt }) => handedOverAt !== null)
    const isOwing = areGoodsGone ? payment.handedOverAt !== null : isOwingMoney(scene, payment, has)
    const isMissing = isOwing && lacking > 0 && !isWaiting
    const isBorne = payment.resolution?.how === 'shop-bears-it'
    const isListed = listed.has(payment.id)
    if (isMissing && !isListed && !isBorne)
      scene.report('cash', `${nameOf(payment)} is not listed as part paid`)
    const isTooMuch = lacking < 0
    if (isTooMuch && !parts.some(({ id }) => listed.has(id)))
      scene.report('cash', `the sale of ${nameOf(payment)} has too much, and nobody is asked`)
    if (isListed && !isMissing && !isTooMuch && !needsResolving(payment))
      scene.report('cash', `${nameOf(payment)} is listed as part paid`)
  }
}

/** Money of it is here; or more of it went back than came, and so its sale has less than nothing. */
function isOwingMoney(scene: Scene, payment: Payment, has: number): boolean {
  const money = moneyOf(scene, payment)
  return has < 0 ? money < 0 : has > 0 && money > 0
}

/**
 * Its money may have come, and a person has yet to say how it ended: also of one that failed, and of which a later answer
 * is about other money. What staff have seen of it is here, also where a later answer contradicts them.
 */
const isUnresolved = (scene: Scene, part: Payment) =>
  part.outcome !== 'paid' &&
  part.resolution?.how !== 'seen-in-dashboard' &&
  (part.outcome !== 'failed' ||
    part.mismatch !== null ||
    (part.contradictedByPaid && !isConfirmed(scene, part))) &&
  needsResolving(part)

const onTheirWay = ['ready', 'held', 'sending', 'unknown', 'pending']

/** Money rule 8: every payment on its way is in the list of those that are, as the till shows it. */
function listed(scene: Scene, payments: readonly Payment[], engine: SalesEngine): void {
  const underWay = payments.filter(({ phase }) => onTheirWay.includes(phase))
  if (underWay.length === 0) return
  const open = new Set(engine.ledger.open().map(({ id }) => id))
  for (const payment of underWay)
    if (!open.has(payment.id))
      scene.report('rule 8', `${nameOf(payment)} is not on the list of open payments`)
}
