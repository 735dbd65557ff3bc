import type { SalesEngine } from '../../../electron/main/sales/sales-engine'
import type { Payment } from '../../../shared/payment/payment'
import { type Meaning, stageAt } from '../simulated-service/payment'
import { type CashierAction, outlived } from '../world/facts'
import { isPressedInCash } from './by-hand'
import { factsOf, nameOf, type Scene } from './scene'
import {
  acceptancesOf,
  differs,
  isOtherMoney,
  isPaidUnreadable,
  meaningOf,
  readsOf,
  type Statement,
} from './statements'

/**
 * With nothing left to do, what a customer paid, less what they got back, is what the goods are worth that they keep: by
 * the service's own books, and by what people took, gave and let go. Of the till it has only what the screen says, that the
 * goods of a sale may go.
 */
export function checkCustomers(scene: Scene, { ledger }: SalesEngine): void {
  const payments = scene.committed.recent(100)
  for (const first of payments.filter(({ id, sale }) => id === sale)) {
    const parts = payments.filter(({ sale }) => sale === first.id)
    if (parts.some(part => isLeftOut(scene, part))) continue
    const paid = sumOf(parts, part => paidByService(scene, part) + paidInCash(scene, part))
    const back = parts.flatMap(part => givenBackOf(scene, part))
    const backInAll = back.reduce((so, { value }) => so + value, 0)
    const returned = back.reduce((so, { why, value }) => (why === 'goods' ? so + value : so), 0)
    const mayTake = ledger.sales.view(first.id).cover === 'covered'
    const isKept = mayTake || parts.some(({ handedOverAt }) => handedOverAt !== null)
    const { draft } = factsOf(scene, first)
    const kept = isKept ? (draft.total ?? draft.value) - returned : 0
    if (paid - backInAll !== kept)
      scene.report(
        'customer',
        `${nameOf(first)}: who paid ${paid} and got ${backInAll} back keeps goods worth ${kept}`,
      )
  }
}

const sumOf = (parts: readonly Payment[], of: (part: Payment) => number) =>
  parts.reduce((so, part) => so + of(part), 0)

/**
 * What the customer paid through the service, and the service did not take back by itself: what people gave back in its
 * dashboard before is gone from there already.
 */
function paidByService(scene: Scene, payment: Payment): number {
  const [execution] = factsOf(scene, payment).executions
  if (execution && stageAt(execution, scene.elapsed()).meaning === 'paid')
    return execution.amount.value
  return payment.givenBack
    .filter(({ way, why }) => way === 'service' && why !== 'taken-back')
    .reduce((so, { value }) => so + value, 0)
}

/** A press that a power cut interrupted counts if it is on record. */
function paidInCash(scene: Scene, payment: Payment): number {
  const isTaken = pressesOn(scene, payment).some(isPressedInCash) || payment.received !== null
  return isTaken ? factsOf(scene, payment).draft.value : 0
}

/** What people gave back by this payment's button, for it or for another one of its sale; not what they undid. */
function givenBackOf(scene: Scene, { id, sale }: Payment) {
  const { cashierActions, undos } = scene.facts
  const onRecord = scene.committed.sales
    .paymentsOf(sale)
    .flatMap(({ givenBack }) => givenBack.map(({ draftId }) => draftId))
  return cashierActions
    .filter(({ paymentId }) => paymentId === id)
    .flatMap(({ giving, isCertain }) => (giving === null ? [] : [{ ...giving, isCertain }]))
    .filter(({ draftId, isCertain }) => isCertain || onRecord.includes(draftId))
    .filter(({ draftId }) => !undos.some(({ undone }) => undone === draftId))
    .filter(({ why }) => why !== 'taken-back')
}

/** A press that a power cut interrupted counts if what was said with it is on record. */
const pressesOn = ({ facts }: Scene, { id, resolution }: Payment) =>
  facts.cashierActions.filter(
    ({ paymentId, isCertain, detail }) =>
      paymentId === id && (isCertain || detail === resolution?.reason),
  )

/** Of such a payment the shop cannot know what the customer paid, or the customer owes by agreement: its sale is not judged. */
function isLeftOut(scene: Scene, payment: Payment): boolean {
  return Object.values(reasons).some(holds => holds(scene, payment))
}

const onTheirWay: readonly Payment['phase'][] = ['ready', 'held', 'sending', 'unknown', 'pending']

const reasons = {
  'it has no end yet': (_scene, { phase }) => onTheirWay.includes(phase),
  'the customer has goods that they do not pay for, and the shop said so': (scene, payment) =>
    pressesOn(scene, payment).some(({ how }) => how === 'shop-bears-it'),
  'the service has no clear word for it to the end': (scene, payment) =>
    truthsOf(scene, payment).includes('foreign'),
  'two payments have one reference, so that no answer is about one of them': (scene, payment) =>
    payment.reference !== null &&
    scene.committed
      .recent(100)
      .some(({ id, reference }) => id !== payment.id && reference === payment.reference),
  'a till that is gone had it executed, too, with the keys of another account': (scene, payment) =>
    truthsOf(scene, payment).length > 1,
  'a run ended in the moment in which an answer came: whether it is written is open': (
    scene,
    payment,
  ) => readsOf(scene, payment).some(({ delivered }) => !outlived(delivered)),
  'an answer says paid with an amount that cannot be read, which a till may take for another one': (
    scene,
    payment,
  ) => readsOf(scene, payment).some(({ saying }) => isPaidUnreadable(scene, saying)),
  'no answer said what the service has in its books, or the last word is a person’s and untrue': (
    scene,
    payment,
  ) => isToldToBePaid(scene, payment) !== truthsOf(scene, payment).includes('paid'),
} satisfies Record<string, (scene: Scene, payment: Payment) => boolean>

function truthsOf(scene: Scene, payment: Payment): Meaning[] {
  const { executions } = factsOf(scene, payment)
  return executions.map(execution => stageAt(execution, scene.elapsed()).meaning)
}

/** Is a payment's money there? The last clear answer of the service says, or what a person said after it. */
function isToldToBePaid(scene: Scene, payment: Payment): boolean {
  const answers = answersOf(scene, payment)
  const last = answers.at(-1)
  // What a person said before the service changed its word gives way to it.
  const since = answers.findLast(({ isPaid }, place) => answers[place - 1]?.isPaid !== isPaid)?.at
  const word = pressesOn(scene, payment)
    .filter(({ at }) => at >= (since ?? 0))
    .findLast(press => press.how !== null || isPressedInCash(press) || isTakenBack(press))
  if (word === undefined) return last?.isPaid ?? false
  if (isTakenBack(word)) return false
  // Of money that the service confirmed any other word is that it is there.
  return (
    word.how === 'seen-in-dashboard' || answers.some(({ at, isPaid }) => isPaid && at <= word.at)
  )
}

const isTakenBack = ({ giving }: CashierAction) => giving?.why === 'taken-back'

interface Answer {
  at: number
  isPaid: boolean
}

/** The clear answers about a payment, oldest first. Once one is about other money, no later one is its result. */
function answersOf(scene: Scene, payment: Payment): Answer[] {
  const told: Answer[] = []
  const others = acceptancesOf(scene, payment).filter(({ saying }) =>
    isOtherMoney(scene, payment, saying),
  )
  for (const { delivered, saying } of inOrder([...others, ...readsOf(scene, payment)])) {
    const isOther = delivered.call.operation === 'create' || differs(scene, payment, saying)
    if (isOther) break
    // What a person says of a field that speaks against it is for later answers.
    const isAnswered = pressesOn(scene, payment).some(
      ({ action, at }) => action === 'answer-objection' && at <= delivered.deliveredAt,
    )
    if (saying.objects.length > 0 && !isAnswered) continue
    const meaning = meaningOf(scene, saying)
    if (meaning === 'paid' || meaning === 'failed')
      told.push({ at: delivered.deliveredAt, isPaid: meaning === 'paid' })
  }
  return told
}

const inOrder = (statements: readonly Statement[]) =>
  statements.toSorted((one, other) => one.delivered.deliveredAt - other.delivered.deliveredAt)
