import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import { isOfOtherAccount } from '../../../shared/payment/account'
import type { Action } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { createHandingOver, type HandingOver } from './handing-over'
import type { StatusPoller } from './polling/status-poller'
import type { Rejected } from './request-gate/request-gate'
import { createResolving, type Resolving, type ResolvingDeps } from './resolving'
import { createSaleActions, type SaleActionsDeps } from './sale-actions'
import {
  createSendingActions,
  type SendingActions,
  type SendingActionsDeps,
} from './sending-actions'

/** What a person may do with a recorded sale. Main checks each press against the sale of that moment. */
export interface PaymentActions extends SendingActions, HandingOver, Resolving {
  stopWaiting(saleId: string): Result<Sale>
  checkNow(saleId: string): Promise<Result<Sale>>
  /** Does the sale allow this at this moment? */
  allows(sale: Sale, action: Action): boolean
}

interface PaymentActionsDeps extends SaleActionsDeps, SendingActionsDeps, ResolvingDeps {
  ledger: SaleActionsDeps['ledger'] & SendingActionsDeps['ledger'] & ResolvingDeps['ledger']
  elapsed: SaleActionsDeps['elapsed'] & SendingActionsDeps['elapsed']
  poller: Pick<StatusPoller, 'watch' | 'checkNow'>
}

/** They throw what the ledger throws. */
export function createPaymentActions(deps: PaymentActionsDeps): PaymentActions {
  const { ledger, poller } = deps
  const actions = createSaleActions(deps)
  const { perform, allowed, now } = actions

  async function checkNow(saleId: string): Promise<Result<Sale>> {
    const sale = ledger.find(saleId)
    if (!sale) return failure('no-such-sale', `There is no sale ${saleId}`)
    if (isOfOtherAccount(sale, deps.account()))
      return failure('other-account', 'Sent with the keys of another account')
    if (!allowed(sale).includes('check-now'))
      return failure('action-not-possible', `A sale that is ${sale.phase} cannot be read`)
    const read = await poller.checkNow(saleId)
    if (read.class === 'rejected') return rejected(read.why)
    if (read.class === 'refused' && saysUnknown.includes(read.httpStatus))
      return failure('payment-not-known', describeRead(read))
    if (read.class === 'unintelligible' && read.reason === 'error-body')
      return { ...failure('service-error', ''), said: read.detail }
    if (read.class !== 'ok') return failure('read-failed', describeRead(read))
    return success(ledger.find(saleId) ?? sale)
  }

  return {
    ...createSendingActions(deps, actions),
    ...createHandingOver(ledger, actions),
    ...createResolving(deps, actions),
    stopWaiting: saleId => perform(saleId, 'stop-waiting', { type: 'stopped-waiting', ...now() }),
    checkNow,
    allows: (sale, action) => allowed(sale).includes(action),
  }
}

/** How services say that they do not know a reference: some only need a moment after the request. */
const saysUnknown: readonly number[] = [400, 404]

function describeRead(read: { class: string; reason?: string; message?: string }): string {
  return [read.class, read.reason ?? read.message].filter(Boolean).join(': ')
}

/** Why a person's read was not even tried; each has words of its own. */
function rejected(why: Rejected): Failure {
  if (why === 'keys-rejected') return failure(why, 'unauthorized: the keys were rejected')
  if (why === 'asked-to-wait') return failure(why, 'The service asked the till to wait')
  return failure('read-failed', 'The till is stopping')
}
