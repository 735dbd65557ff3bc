import type { Accepted, StatusRead } from '../../../electron/main/service'
import type { Sale } from '../../../shared/payment/sale'
import type { Delivery } from '../network/call'
import { readsDelivered } from '../world/facts'
import { factsOf, type Scene } from './scene'

/** A status read that reached the till. */
export interface ReadSeen {
  delivery: Delivery
  value: StatusRead
}

/** The status reads of a sale's reference that the till was given. */
export function readsOf(scene: Scene, sale: Sale): ReadSeen[] {
  return readsDelivered(scene.facts, sale).flatMap(delivery =>
    delivery.answer.class === 'ok'
      ? [{ delivery, value: delivery.answer.value as StatusRead }]
      : [],
  )
}

/** The acceptances of a sale that the till was given. */
export function acceptancesOf(scene: Scene, sale: Sale): Accepted[] {
  return factsOf(scene, sale).answers.flatMap(({ answer }) =>
    answer.class === 'ok' ? [answer.value as Accepted] : [],
  )
}

/** What a word means: `pending` by the contract, the rest by the lists and by what a person said. */
export function meaningOf(scene: Scene, word: string): 'pending' | 'paid' | 'failed' | null {
  const plain = word.trim().toLowerCase()
  if (plain === 'pending') return 'pending'
  const { paid, failed } = scene.settings.words
  if (paid.includes(plain)) return 'paid'
  if (failed.includes(plain)) return 'failed'
  return scene.facts.meanings.get(word) ?? null
}

/** Does a read speak of other money, or of another payment, than was asked for (money rule 12)? */
export function differs(scene: Scene, sale: Sale, { reference, money }: StatusRead): boolean {
  if (reference !== null && reference !== sale.reference) return true
  if (money.kind === 'absent') return false
  return money.kind === 'unreadable' || isOtherMoney(scene, sale, money.amount)
}

/** Compared with what the cashier typed, not with what the ledger made of it. */
export function isOtherMoney(
  scene: Scene,
  sale: Sale,
  answered: { currency: string | null; value: number | null },
): boolean {
  const { draft } = factsOf(scene, sale)
  const currency = draft.channel === 'card' ? 'TZS' : scene.settings.currency
  if (answered.value !== null && answered.value !== draft.value) return true
  return answered.currency !== null && answered.currency !== currency
}
