import type { Sale } from '../../../shared/payment/sale'
import type { Delivered } from '../simulated-service/books'
import type { PaymentSaying } from '../simulated-service/saying'
import { readsDelivered } from '../world/facts'
import { factsOf, type Scene } from './scene'

/** An answer about a payment that the till has, and what it truly says. */
export interface Said {
  delivered: Delivered
  saying: PaymentSaying
}

/** The status answers of a sale's reference that the till has. */
export function readsOf(scene: Scene, sale: Sale): Said[] {
  return readsDelivered(scene.facts, sale).flatMap(saidOf)
}

/** The acceptances of a sale that the till has. */
export function acceptancesOf(scene: Scene, sale: Sale): Said[] {
  return factsOf(scene, sale).answers.flatMap(saidOf)
}

/** What an answer says about the payment that was asked about; nothing where it says nothing of it. */
export function saidOf(delivered: Delivered): Said[] {
  const { saying } = delivered
  return saying.about === 'payment' ? [{ delivered, saying }] : []
}

/** What an answer means: as the service decided it, and for a foreign word what a person said of it. */
export function meaningOf(
  scene: Scene,
  { meaning, word }: PaymentSaying,
): 'pending' | 'paid' | 'failed' | null {
  return meaning === 'foreign' ? (scene.facts.meanings.get(word) ?? null) : meaning
}

/** Does a read speak of other money, or of another payment, than was asked for (money rule 12)? */
export function differs(scene: Scene, sale: Sale, saying: PaymentSaying): boolean {
  if (saying.reference !== null && saying.reference !== sale.reference) return true
  return isOtherMoney(scene, sale, saying)
}

/** Compared with what the cashier typed, not with what the ledger made of it. */
export function isOtherMoney(
  scene: Scene,
  sale: Sale,
  { value, currency }: PaymentSaying,
): boolean {
  const { draft } = factsOf(scene, sale)
  const asked = draft.channel === 'card' ? 'TZS' : scene.settings.currency
  return (value !== null && value !== draft.value) || (currency !== null && currency !== asked)
}
