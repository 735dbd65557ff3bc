import { randomUUID } from 'node:crypto'
import type { SaleActions } from '../../../electron/main/sales/sale-actions'
import type { WayBack } from '../../../shared/payment/given-back'

type Actions = Pick<SaleActions, 'toGiveBack' | 'giveBack'>

/** Gives back what is too much, or else all that came for the goods, as a new press. */
export function giveBackAll(
  sales: Actions,
  paymentId: string,
  way: WayBack,
  reason = 'brought back',
) {
  const most = sales.toGiveBack(paymentId)
  const why = most && most['too-much'][way] > 0 ? 'too-much' : 'goods'
  const value = most?.[why][way] || 1
  return sales.giveBack(paymentId, { draftId: randomUUID(), value, way, why, reason })
}

/** Gives back a part, for goods that come back or are not taken, as a new press. */
export function giveBackPart(sales: Actions, paymentId: string, way: WayBack, value: number) {
  const giving = {
    draftId: randomUUID(),
    value,
    way,
    why: 'goods',
    reason: 'brought back',
  } as const
  return sales.giveBack(paymentId, giving)
}
