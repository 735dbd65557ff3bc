import type { Method } from '../payment/channel'
import type { Payment } from '../payment/payment'
import type { Cover } from './cover'
import type { ToDo } from './to-do'

/** A sale as a screen shows it, in major units of its currency. Main makes it: the window needs no sums. */
export interface SaleView {
  /** That of its first payment. */
  id: string
  /** Oldest first. */
  payments: readonly string[]
  total: number
  cover: Cover
  has: number
  /** What is still to pay; 0 where there is enough. */
  rest: number
  /** Green: it has what is due, the service confirmed a part of that at least, and none is in doubt or only seen by staff. */
  isConfirmed: boolean
  /** Its goods may go, once a person has answered for money that came late. */
  mayHandOver: boolean
  /** The payments that staff wait for: no other is asked for meanwhile. */
  waitsFor: readonly string[]
  /** What it asks of a person, the most urgent first. */
  toDos: readonly ToDo[]
  /** The payments that a person is asked about. */
  asks: readonly string[]
  /** The payment that stands for it in a list. */
  lead: string
  /** The payments that brought what it has, oldest first, each with all that came for it. */
  paidBy: readonly { paymentId: string; channel: Method; value: number }[]
}

/** Payments, and their sales where a sale is more than one payment for all of it. */
export interface PaymentsOfSales {
  payments: readonly Payment[]
  sales: readonly SaleView[]
}

/** Did the service contradict money that the sale has, and has no manager resolved it yet? */
export function isInDoubt({ toDos }: Pick<SaleView, 'toDos'>): boolean {
  return toDos.includes('contradicted') || toDos.includes('said-contradicted')
}

/** Is it the only payment of its sale so far, and for all of it? */
export function paysAlone({ id, sale, amount, total }: Payment): boolean {
  return id === sale && amount.value === total
}
