import type { SalesEngine } from '../../../electron/main/sales/sales-engine'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import { applyEvent, beginPayment, ImpossibleTransition } from '../../../shared/payment/reducer'
import type { Books } from '../simulated-service/books'
import { type Payment as Execution, type Meaning, stageAt } from '../simulated-service/payment'
import { wordKey } from '../world/facts'
import { checkKept } from './restored'
import { lackingOf } from './sale-sums'
import { factsOf, isSamePayment, nameOf, type Scene } from './scene'
import { meaningOf, readsOf } from './statements'

/** What must hold when the world has been well for long, and every payment was looked at once more. */
export function checkEnd(scene: Scene, books: Books, engine: SalesEngine | null): void {
  const payments = scene.committed.recent(100)
  for (const payment of payments) followsFromEvents(scene, payment)
  checkKept(scene)
  if (!engine) {
    scene.report('liveness', 'the till does not sell, though all is well')
    return
  }
  const unknown = engine.ledger.open().filter(({ phase }) => phase === 'unknown')
  const toDos = engine.ledger.toDos()
  const raised = new Set([...toDos, ...unknown].map(({ id }) => id))
  for (const payment of payments) {
    const truth = truthOf(scene, books, payment)
    const isRaised = raised.has(payment.id) || wasResolved(scene, payment)
    // Its sale has what is due: when it is asked about again, and is paid, a person is told then.
    const lacking = lackingOf(scene, payment, payments)
    const asksNothing = hasNoEnd(payment) && lacking <= 0
    const cannotBeAsked = asksNothing && payment.reference === null
    if (truth) showsTheTruth(scene, payment, truth, isRaised || cannotBeAsked)
    const isListed = toDos.some(({ id }) => id === payment.id)
    if (needsPerson(payment) && !asksNothing && !isListed)
      scene.report('rule 8', `${nameOf(payment)} needs a person, and is on no list`)
    // What is too much is asked about with one of the payments that brought money.
    if (asksNothing && isListed && lacking === 0)
      scene.report('rule 8', `${nameOf(payment)} asks a person, though its sale has what is due`)
  }
}

/** A person has seen it. Where the service says paid since, that is news (money rule 9). */
function wasResolved(scene: Scene, payment: Payment): boolean {
  return payment.resolution !== null && (payment.reference === null || isKnownPaid(scene, payment))
}

/** What only a person can end, until one has (money rules 6, 8, 9, 12). */
function needsPerson(payment: Payment): boolean {
  if (payment.resolution !== null) return payment.resolution.contradicted
  const { phase, outcome, mismatch, contradiction, late, providerContradiction } = payment
  if (hasNoEnd(payment)) return true
  const doubts = [mismatch, contradiction, providerContradiction]
  return phase === 'settled' && (outcome === 'unrecognised' || late || doubts.some(Boolean))
}

/** The till stopped asking before there was a result. */
const hasNoEnd = ({ phase }: Payment) => phase === 'expired' || phase === 'abandoned'

/**
 * Money rule 9: whatever was asked of a phone and is not surely dead is read once more when all are checked. What
 * was paid by then (`checkedAt` is when that began) is shown as paid, or on a person's list, resolved or not.
 */
export function checkAllRead(scene: Scene, books: Books, account: string, checkedAt: number): void {
  const payments = scene.committed.recent(100)
  for (const payment of payments) {
    const execution = payment.account === account ? paymentOf(scene, books, payment) : null
    // What is older than the two periods before this one is for the reconciliation to find.
    if (factsOf(scene, payment).period < scene.committed.day.period - 2) continue
    // Without a reference there is nothing to ask about: a person was told, and asks the service.
    if (
      !execution ||
      payment.reference === null ||
      stageAt(execution, checkedAt).meaning !== 'paid'
    )
      continue
    if (payments.some(({ id, reference }) => id !== payment.id && reference === payment.reference))
      continue
    if (!isKnownPaid(scene, payment))
      scene.report('rule 9', `${nameOf(payment)} is paid, and nobody learns of it at the day's end`)
  }
}

/** It is shown as paid, or waits for a person, or a person resolved it after the service had said so. */
function isKnownPaid(scene: Scene, payment: Payment): boolean {
  if (payment.outcome === 'paid' || needsPerson(payment)) return true
  // That a person gave it back is judged at that change.
  if (payment.givenBack.length > 0) return true
  // Of an answer with a field that speaks against it a person said that it failed: no later one says more.
  const last = readsOf(scene, payment).at(-1)
  if (last && last.saying.objects.length > 0 && meaningOf(scene, last.saying) === 'failed')
    return true
  const said = readsOf(scene, payment).find(({ saying }) => saying.truth === 'paid')
  const saidAt = said?.delivered.deliveredAt ?? Number.POSITIVE_INFINITY
  return scene.facts.cashierActions.some(
    ({ paymentId, action, at }) =>
      paymentId === payment.id && ['resolve', 'take-cash'].includes(action) && at >= saidAt,
  )
}

/** What the service had decided of a payment when it was looked at last; null where it has no payment of it. */
function truthOf(scene: Scene, books: Books, payment: Payment): Meaning | null {
  const execution = paymentOf(scene, books, payment)
  if (!execution) return null
  const lookedAt = scene.facts.lookedBack.get(execution.account)
  if (lookedAt === undefined) return null
  const meaning = stageAt(execution, lookedAt).meaning
  // What changed while the till looked, it may have seen either way.
  return stageAt(execution, lookedAt + 60_000).meaning === meaning ? meaning : null
}

function paymentOf(scene: Scene, books: Books, payment: Payment): Execution | null {
  const { account, reference } = payment
  if (account !== null && reference !== null) return books.read(account, reference)
  return factsOf(scene, payment).executions[0] ?? null
}

/**
 * Money rule 14: what the service says is paid is shown as paid, or raised to a person; what it says failed is
 * not shown as paid. A person who resolved a payment has seen it.
 */
function showsTheTruth(scene: Scene, payment: Payment, truth: Meaning, isRaised: boolean): void {
  if (truth === 'paid' && payment.outcome !== 'paid' && !isRaised)
    scene.report('rule 14', `${nameOf(payment)} is paid at the service, and no person is told`)
  const isTold = isRaised || saidByPerson(scene, payment)
  if (truth !== 'paid' && truth !== 'foreign' && payment.outcome === 'paid' && !isTold)
    scene.report('rule 14', `${nameOf(payment)} is ${truth} at the service`)
}

/** Its result is what a person said that its word means. */
function saidByPerson(scene: Scene, payment: Payment): boolean {
  return scene.facts.meanings.has(wordKey(payment.rawStatus ?? ''))
}

/** Each row is what its events make of it, and each event once followed from the one before. */
function followsFromEvents(scene: Scene, payment: Payment): void {
  const derived = derive(scene.committed.history(payment.id), payment.id)
  if (typeof derived === 'string') scene.report('ledger', `${nameOf(payment)}: ${derived}`)
  else if (!isSamePayment(derived, payment))
    scene.report('ledger', `${nameOf(payment)} is not what its events say: ${nameOf(derived)}`)
}

/** The payment that a history makes, or what is wrong with the history. */
function derive([first, ...later]: readonly PaymentEvent[], id: string): Payment | string {
  if (first?.type !== 'recorded') return 'its history has no beginning'
  try {
    return later.reduce(applyEvent, beginPayment(id, first))
  } catch (error) {
    if (error instanceof ImpossibleTransition) return error.message
    throw error
  }
}
