import { blockNames } from '../../../../../../shared/day/blocks'
import { dayStateOf } from '../../../../../../shared/day/state'
import type { CashUpLine, LineFacts } from './cash-up-rows'
import type { OpenFacts } from './day-report'
import type { DatedEntry } from './period-money'
import type { DatedRequest } from './unpaid-requests'

/** In the order of a closing's lines. */
export const lineBlocks: readonly CashUpLine['block'][] = [...blockNames, 'refund']

export function moneyLine({
  counted,
  amount,
  at,
  person,
  payment,
  earlier,
}: DatedEntry): LineFacts {
  const { kind } = counted
  const givenBack = payment.givenBack.find(each => each.at === at && each.value === amount)
  const states = { confirmed: 'paid', cash: 'cash', seen: 'seen', refund: 'givenBack' } as const
  return {
    payment,
    block: kind,
    state: states[kind],
    amount,
    cashier: person?.name ?? null,
    earlier,
    ...(kind === 'refund' && givenBack && { givenBack }),
  }
}

export function requestLine({ block, payment, earlier }: DatedRequest): LineFacts {
  const cashier = payment.person?.name ?? null
  return {
    payment,
    block,
    state: dayStateOf(payment),
    amount: payment.amount.value,
    cashier,
    earlier,
  }
}

export function unknownLine(
  { payment, unknown, period: takenIn }: OpenFacts,
  period: number,
): LineFacts {
  const cashier = payment.person?.name ?? null
  const state = dayStateOf(payment)
  return { payment, block: 'unknown', state, amount: unknown, cashier, earlier: takenIn < period }
}
