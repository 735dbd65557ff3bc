import { isDisputed, mayClassify, needsResolving } from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import type { SaleView } from '../../../shared/sale/sale-view'
import type { ToDo } from '../../../shared/sale/to-do'

/** What a person presses in a row of the closing. */
export type RowPress =
  | 'give-cash-back'
  | 'given-back-in-dashboard'
  | 'give-back'
  | 'take-rest'
  | 'hand-over'
  | 'classify'
  | 'resolve'
  | 'leave-open'

/** What ends each to-do, the usual one first. */
const presses: Record<ToDo, readonly RowPress[]> = {
  'too-much': ['give-cash-back', 'given-back-in-dashboard'],
  lacks: ['take-rest', 'give-back'],
  unpaid: ['take-rest', 'resolve'],
  late: ['hand-over', 'give-back'],
  contradicted: ['resolve'],
  'said-contradicted': ['resolve'],
  unknown: ['leave-open', 'resolve'],
  unclear: ['classify'],
}

/**
 * What the row of a payment offers, the usual one first. Each payment may be left open, with a reason. `takesCash`: the
 * rest of a sale is taken in cash, where the shop takes any.
 */
export function rowPresses(
  payment: Payment,
  { toDos }: Pick<SaleView, 'toDos'>,
  takesCash: boolean,
): RowPress[] {
  const [toDo] = toDos
  const ending = toDo === undefined ? askedOf(payment) : presses[toDo]
  const isRefused = (press: RowPress) =>
    (press === 'classify' && !mayClassify(payment)) ||
    (press === 'hand-over' && isDisputed(payment))
  const offered = ending.map(press => (isRefused(press) ? 'resolve' : press))
  const possible = offered.filter(press => press !== 'take-rest' || takesCash)
  return [...new Set<RowPress>([...possible, 'leave-open'])]
}

/** A sale may ask nothing although one of its payments does: cash was taken for the same thing by another sale, for example. */
function askedOf(payment: Payment): readonly RowPress[] {
  return needsResolving(payment) ? ['resolve'] : []
}

/** Enter presses what asks first, and nothing that moves money or goods. */
export const takesEnter: Record<RowPress, boolean> = {
  'give-cash-back': false,
  'given-back-in-dashboard': false,
  'give-back': false,
  'take-rest': false,
  'hand-over': false,
  classify: true,
  resolve: true,
  'leave-open': true,
}
