import type { Payment } from '../../../shared/payment/payment'
import type { CashierAction, UndoPress } from '../world/facts'
import { type Change, nameOf, type Scene } from './scene'

const minute = 60_000

/** What a person's presses moved, by the press: cash that was taken, and each time that money was given back. */
function pressesOf(payment: Payment | null): string[] {
  if (payment === null) return []
  const back = payment.givenBack.filter(({ why }) => why !== 'taken-back')
  return [...(payment.received === null ? [] : ['cash']), ...back.map(({ draftId }) => draftId)]
}

/** An undone press counts nothing: a person undid it within a minute, the goods were not gone since, and it stays on record. */
export function undone(scene: Scene, { before, payment }: Change): void {
  const { movedByHand } = scene.facts
  const [was, is] = [pressesOf(before), pressesOf(payment)]
  for (const press of is.filter(each => !was.includes(each)))
    movedByHand.set(`${payment.id} ${press}`, {
      at: scene.ticked(),
      period: scene.committed.day.period,
      goodsGone: areGoodsGone(scene, payment),
    })
  for (const press of was.filter(each => !is.includes(each))) checkUndone(scene, payment, press)
}

function checkUndone(scene: Scene, payment: Payment, press: string): void {
  const { undos, movedByHand, cashierActions } = scene.facts
  const say = (text: string) => scene.report('undo', `${nameOf(payment)}: ${text}`)
  const undo = undos.findLast(({ sale }) => sale === payment.sale)
  if (!undo || isOfOtherPress(undo, press)) say('a press is gone, and no person undid it')
  if (undo) undo.undone = press
  const moved = movedByHand.get(`${payment.id} ${press}`)
  // The press counts: a power cut right behind it shows what it did only after the next start.
  if (undo && moved && undo.at - moved.at > minute) say('it is undone after more than a minute')
  if (moved && moved.period < scene.committed.day.period) say('it is undone after the cash-up')
  if (moved && !moved.goodsGone && areGoodsGone(scene, payment))
    say('it is undone, and the goods are gone')
  if (!staysOnRecord(scene, payment, press)) say('what was undone is not on record')
  // The cash counts no more, also for what comes later.
  for (const action of cashierActions)
    if (press === 'cash' && action.paymentId === payment.id && isPressedInCash(action))
      action.isCertain = false
}

/** A person says that they took cash for a payment. */
export const isPressedInCash = ({ action, how }: CashierAction) =>
  action === 'take-cash' || how === 'paid-in-cash'

const isOfOtherPress = ({ undone: other }: UndoPress, press: string) =>
  other !== null && other !== press

const areGoodsGone = (scene: Scene, { sale }: Payment) =>
  scene.committed.recent(100).some(each => each.sale === sale && each.handedOverAt !== null)

function staysOnRecord(scene: Scene, { id }: Payment, press: string): boolean {
  const events = scene.committed.history(id)
  const isIt = (event: (typeof events)[number]) =>
    press === 'cash'
      ? ['recorded', 'cash-taken', 'resolved'].includes(event.type)
      : event.type === 'given-back' && event.draftId === press
  return events.some(isIt) && events.some(({ type }) => type === 'undone')
}

/** What the till called undone is. */
export function undoneForGood(scene: Scene): void {
  for (const { sale, isCertain, undone: press } of scene.facts.undos)
    if (isCertain && press === null)
      scene.report('undo', `the till undid a press of ${sale}, and it still counts`)
}
