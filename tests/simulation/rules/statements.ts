import type { Payment } from '../../../shared/payment/payment'
import type { Delivered } from '../simulated-service/books'
import type { PaymentSaying } from '../simulated-service/saying'
import { fieldKey, readsDelivered, wordKey } from '../world/facts'
import { factsOf, type Scene } from './scene'

/** An answer about a payment that the till has, and what it truly says. */
export interface Statement {
  delivered: Delivered
  saying: PaymentSaying
}

/** The status answers of a payment's reference that the till has. */
export function readsOf(scene: Scene, payment: Payment): Statement[] {
  return readsDelivered(scene.facts, payment).flatMap(statementsOf)
}

/** The acceptances of a payment that the till has. */
export function acceptancesOf(scene: Scene, payment: Payment): Statement[] {
  return factsOf(scene, payment).answers.flatMap(statementsOf)
}

/** What an answer says about the payment that was asked about; nothing where it says nothing of it. */
export function statementsOf(delivered: Delivered): Statement[] {
  const { saying } = delivered
  return saying.about === 'payment' ? [{ delivered, saying }] : []
}

/**
 * What an answer means: as the service decided it, and for a foreign word what a person said of it. What says two
 * things means neither, unless a person said of the other word that it means paid too.
 */
export function meaningOf(
  scene: Scene,
  saying: PaymentSaying,
): 'pending' | 'paid' | 'failed' | null {
  const { meaning, words } = saying
  if (isPaidUnreadable(scene, saying)) return null
  if (saying.objects.length > 0) return meaningOfFields(scene, saying)
  const given = words.map(word => scene.facts.meanings.get(wordKey(word)) ?? null)
  if (meaning === 'unclear') return given.includes('paid') ? 'paid' : null
  return meaning === 'foreign' ? (given[0] ?? null) : meaning
}

/** Of paid words that fields speak against: what a person said of each of these, if of all. */
function meaningOfFields({ facts }: Scene, { payment, objects }: PaymentSaying) {
  const said = objects.map(field => facts.fieldMeanings.get(fieldKey(payment.reference, field)))
  if (said.includes('pending')) return 'pending'
  if (said.includes(undefined)) return null
  return said.includes('failed') ? 'failed' : 'paid'
}

/** The service or a person says paid, and the amount is unreadable: a manager decides (money rule 12). */
export function isPaidUnreadable(scene: Scene, { truth, money, words }: PaymentSaying): boolean {
  const isPaid = words.some(word => scene.facts.meanings.get(wordKey(word)) === 'paid')
  return money === 'unreadable' && (truth === 'paid' || isPaid)
}

/**
 * May a payment keep this as the word of an answer? Words that disagree may be kept together, and so may a field that
 * speaks against them.
 */
export function isWordOf(
  scene: Scene,
  payment: Payment,
  { words, meaning, payment: executed }: PaymentSaying,
  kept: string,
): boolean {
  // Two payments with one reference: a field may name the other one's amount.
  const isOfOtherSum = executed.amount.value !== factsOf(scene, payment).draft.value
  if (meaning === 'unclear' || isOfOtherSum) return words.some(word => kept.includes(word.trim()))
  const said = words.map(word => word.trim())
  return said.includes(kept.trim()) || kept.split(', ').every(word => said.includes(word))
}

/** A word in an answer that the till may ask about further: it does not end the payment. */
export function saysPending({ facts }: Scene, { words }: PaymentSaying): boolean {
  return words
    .map(wordKey)
    .some(word => word === 'pending' || facts.meanings.get(word) === 'pending')
}

/** Does a read speak of other money, or of another payment, than was asked for (money rule 12)? */
export function differs(scene: Scene, payment: Payment, saying: PaymentSaying): boolean {
  if (saying.reference !== null && saying.reference !== payment.reference) return true
  return isOtherMoney(scene, payment, saying)
}

/** Cards are charged in shillings, whatever the shop's currency. */
export function currencyOf({ settings }: Scene, { channel }: Pick<Payment, 'channel'>): string {
  return channel === 'card' ? 'TZS' : settings.currency
}

/** Compared with what the cashier typed, not with what the ledger made of it. */
export function isOtherMoney(
  scene: Scene,
  payment: Payment,
  { money, payment: executed }: PaymentSaying,
): boolean {
  if (money === 'other value' || money === 'other currency') return true
  const { draft } = factsOf(scene, payment)
  const asked = currencyOf(scene, draft)
  const isSame = executed.amount.value === draft.value && executed.amount.currency === asked
  return money === 'equal' && !isSame
}
