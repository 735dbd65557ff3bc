import type { ConnectionKind } from './connection'
import type { Blocks, Hours, Refunds } from './day/report'
import type { PaymentEvent } from './payment/event'
import type { Payment } from './payment/payment'
import type { ServicePayment } from './payment/service-payment'
import type { HandedOverTwice as OwnHandedOverTwice, ShopFault } from './shop-database'

/** A payment that another till of the shop took, as that till last said it is. It is read-only here. */
export interface OtherTillsPayment {
  payment: Payment
  till: { id: string; name: string }
  /** How long ago the till said so, by the database's clock, ms. */
  ageMs: number
  /** A computer that was replaced said so: it may be in foreign hands. */
  isReplaced: boolean
}

/**
 * Whether another till's payment may be shown as paid: only what this till read itself counts (money rule 5), for the
 * same reference, amount and currency (rule 12).
 */
export function isPaidHere({ payment }: OtherTillsPayment, own: ServicePayment | null): boolean {
  return (
    own !== null &&
    own.meaning === 'paid' &&
    own.reference === payment.reference &&
    own.value === payment.amount.value &&
    own.currency === payment.amount.currency
  )
}

/** The same with everything that happened to it. */
export interface OtherTillsHistory {
  found: OtherTillsPayment
  events: readonly PaymentEvent[]
}

/** What the shop database answers a screen; a till in no shop of many tills is `alone`. */
export type FromShop<Value> =
  | { state: 'alone' }
  | { state: 'away'; fault: ShopFault | null }
  | { state: 'answered'; value: Value }

/** Whether the other tills were asked before something happened that may happen once. */
export type OthersAsked = 'asked' | 'not-asked' | 'alone'

/** The money of all tills on a day, and their payments without money. */
export interface ShopDay {
  /** `2026-11-21`, where the shop is. */
  day: string
  /** Of the payments: other kinds are in no sum of this day. */
  mode: ConnectionKind
  /** All tills that ever shipped, by name. */
  tills: readonly ShopDayTill[]
  /** References whose goods were handed over twice, with all tills that did. */
  twice: readonly HandedOverTwice[]
  /** Sales of any day that a person is asked about at their till, the oldest first, without their customers. */
  attention: readonly ShopAttention[]
  currencies: readonly ShopDayCurrency[]
  /** What each till's drawer should hold now, from its last cash-up on; whatever the day. */
  drawersNow: readonly ShopDrawer[]
}

export interface ShopDrawer {
  till: string
  shop: string
  currency: string
  /** As `expectedCash`; below 0 where more was given back than came. */
  expected: number
}

export interface ShopAttention {
  /** The one that stands for its sale. */
  payment: Payment
  /** What its sale lacks, where the payment itself asks nothing. */
  rest: number
  till: string
  shop: string
}

/** `here`: the till that it is named for; `till`: the other one. */
export interface HandedOverTwice extends Omit<OwnHandedOverTwice, 'paymentId'> {
  here: string
}

export interface ShopDayTill {
  id: string
  name: string
  shop: string
  /** How old what is known of it is, ms: it then shipped something, or said that everything is shipped. */
  ageMs: number
  /** How far its clock is behind, ms, as it said last; null where it never did. */
  behindMs: number | null
}

/** The totals of a currency, each shop and each till apart, and together; no block is added to another. */
export interface ShopDayCurrency {
  currency: string
  together: Blocks
  refunds: Refunds
  /** Of all tills, and of the same tills a week before. */
  hours: Hours
  weekBefore: Hours
  shops: readonly ({ id: string; name: string } & ShopDayTotals)[]
  tills: readonly ({ id: string; name: string; shop: string; hours: Hours } & ShopDayTotals)[]
}

/** What was given back is subtracted from no block. */
export interface ShopDayTotals {
  blocks: Blocks
  refunds: Refunds
  /** Cash that moved without a sale. */
  paidIn: number
  paidOut: number
}
