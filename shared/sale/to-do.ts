import {
  coverOf,
  dueOf,
  hasByWay,
  hasOf,
  isLate,
  isUndecided,
  lackingOf,
  mayStillCome,
  type SaleMoney,
  type SalePayment,
} from './cover'
import { saidOf } from './entry'

/** What a sale asks of a person. */
export type ToDo =
  | 'too-much'
  /** The goods are here, and a part of the money. */
  | 'lacks'
  /** The customer has goods or money of the shop, and has not paid for it. */
  | 'unpaid'
  | 'late'
  /** The service confirmed a payment and now says otherwise. */
  | 'contradicted'
  /** Staff saw a payment paid, and the service says otherwise. */
  | 'said-contradicted'
  /** Asked only where the sale lacks money: the others are read again all the same. */
  | 'unknown'
  /** The answer stays as it is: money may have come that no read will count. */
  | 'unclear'

/** What a person presses to end one. */
export type Press =
  | 'give-cash-back'
  | 'given-back-elsewhere'
  | 'given-back-in-dashboard'
  | 'take-the-rest'
  | 'give-back'
  | 'shop-bears-it'
  | 'hand-over'
  | 'nothing-to-do'
  | 'money-is-there'
  | 'taken-back'
  | 'keep-said'
  | 'take-said-back'
  | 'seen-paid'
  | 'not-paid'

/** Each ends by two presses at least, and its screen offers them. */
const presses: Record<ToDo, readonly [Press, Press, ...Press[]]> = {
  'too-much': ['give-cash-back', 'given-back-elsewhere', 'given-back-in-dashboard'],
  lacks: ['take-the-rest', 'give-back'],
  unpaid: ['take-the-rest', 'shop-bears-it'],
  late: ['hand-over', 'give-back', 'nothing-to-do'],
  contradicted: ['money-is-there', 'taken-back'],
  'said-contradicted': ['keep-said', 'take-said-back'],
  unknown: ['seen-paid', 'not-paid'],
  unclear: ['seen-paid', 'not-paid'],
}

const asks: Record<ToDo, (sale: SaleMoney) => boolean> = {
  contradicted: sale => contradictedPayments(sale).some(({ id }) => !isSaid(id, sale)),
  'said-contradicted': sale => contradictedPayments(sale).some(({ id }) => isSaid(id, sale)),
  'too-much': sale => coverOf(sale) === 'too-much',
  lacks: sale => sale.handedOverAfter === null && coverOf(sale) === 'lacks' && hasOf(sale) > 0,
  unpaid: sale => unpaidOf(sale) > 0 && mayStillCome(sale) === 0 && !isBorne(sale),
  late: isLate,
  unknown: sale => lackingOf(sale) > 0 && isAnyUndecided(sale, 'unknown'),
  unclear: sale => isAnyUndecided(sale, 'unclear'),
}

function contradictedPayments({ payments }: SaleMoney): SalePayment[] {
  return payments.filter(({ contradicted }) => contradicted)
}

function isSaid(payment: string, { entries }: SaleMoney): boolean {
  return saidOf(payment, entries).length > 0
}

function isAnyUndecided(sale: SaleMoney, state: SalePayment['state']): boolean {
  return sale.payments.some(payment => payment.state === state && isUndecided(payment, sale))
}

/** In the order in which a person is asked: what came, before any of it is given back. */
const order = Object.keys(asks) as ToDo[]

export function toDosOf(sale: SaleMoney): ToDo[] {
  return order.filter(each => asks[each](sale))
}

/** Only what was paid through the service goes back by its dashboard. */
export function pressesOf(toDo: ToDo, sale: SaleMoney): Press[] {
  const isPossible = (press: Press) =>
    press !== 'given-back-in-dashboard' || hasByWay(sale).service > 0
  return presses[toDo].filter(isPossible)
}

/** A manager ended it, and no money has moved since. */
function isBorne({ borneAfter, entries }: SaleMoney): boolean {
  return borneAfter !== null && borneAfter >= (entries.at(-1)?.number ?? 0)
}

/** What the customer has of the shop's, goods and money, and did not pay for. */
function unpaidOf(sale: SaleMoney): number {
  const goods = sale.handedOverAfter === null ? 0 : dueOf(sale)
  return goods - hasOf(sale)
}
