import { failure, type Result, success } from '../../../shared/ipc/result'
import { type Action, allowedActions } from '../../../shared/payment/actions'
import type { Method } from '../../../shared/payment/channel'
import type { PaymentEvent } from '../../../shared/payment/event'
import { freshnessOf, type SendingLimits } from '../../../shared/payment/freshness'
import { isOverdue } from '../../../shared/payment/overdue'
import { promptOf } from '../../../shared/payment/prompt'
import { restOf } from '../../../shared/payment/purchase'
import type { Sale } from '../../../shared/payment/sale'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import type { Ledger } from '../store/ledger/ledger'
import type { ElapsedTime } from './clocks/elapsed-time'

/** Which actions a sale allows at this moment, and taking one. */
export interface SaleActions {
  allowed(sale: Sale): readonly Action[]
  /** Appends the events if the sale allows the action now: main decides, not the button. */
  perform(
    saleId: string,
    action: Action,
    events: PaymentEvent | ((sale: Sale) => PaymentEvent[]),
    write?: (sale: Sale, added: readonly PaymentEvent[]) => Sale,
  ): Result<Sale>
  /** When, and by whom: the person who is signed in, unless another pressed before a wait. */
  now(by?: Person | null): { at: number; person: Person | null }
}

export interface SaleActionsDeps {
  ledger: Pick<Ledger, 'find' | 'append' | 'partsOf'>
  clock: Pick<Clock, 'wall'>
  elapsed: Pick<ElapsedTime, 'agesOf' | 'overdueFacts' | 'promptFacts'>
  /** Who is signed in, for the record; null on a till without staff. */
  person: () => Person | null
  limits: (channel: Method) => SendingLimits
}

/** It throws what the ledger throws. */
export function createSaleActions(deps: SaleActionsDeps): SaleActions {
  const { ledger, clock, elapsed } = deps

  function allowed(sale: Sale): readonly Action[] {
    return allowedActions(sale, {
      freshness: freshnessOf(sale, elapsed.agesOf(sale), deps.limits(sale.channel)),
      overdue: isOverdue(sale, elapsed.overdueFacts(sale)),
      promptGone: promptOf(sale, elapsed.promptFacts(sale)) === 'gone',
      rest: restOf(sale, ledger.partsOf(sale)),
    })
  }

  return {
    allowed,
    perform(saleId, action, events, write = (sale, added) => ledger.append(sale.id, ...added)) {
      const sale = ledger.find(saleId)
      if (!sale) return failure('no-such-sale', `There is no sale ${saleId}`)
      if (!allowed(sale).includes(action))
        return failure(
          'action-not-possible',
          `A sale that is ${sale.phase} does not allow ${action}`,
        )
      return success(write(sale, typeof events === 'function' ? events(sale) : [events]))
    },
    now: (by = deps.person()) => ({ at: clock.wall(), person: by }),
  }
}
