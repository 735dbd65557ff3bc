import { failure, success } from '../../../../shared/ipc/result'
import type { Sale } from '../../../../shared/payment/sale'
import type { WithEngine } from '../../connections/with-engine'
import type { Handlers } from '../register'
import type { AuditCall } from './audit-call'
import type { ChangeSettings } from './handler-deps'
import { referenceAsked } from './reference-asked'
import { withMeaning } from './settings-words'

const recentLength = 30

/** What a cashier does with sales. */
export function salesHandlers(
  sell: WithEngine,
  change: ChangeSettings,
  recordAct: AuditCall,
): Handlers['sales'] {
  return {
    request: draft =>
      sell(engine =>
        draft.customerSeesNoPrompt ? engine.requestAfterPrompt(draft) : engine.request(draft),
      ),
    recent: () =>
      sell(({ ledger }) =>
        success(mergeById(ledger.open(), ledger.unresolved(), ledger.recent(recentLength))),
      ),
    checkAll: () => sell(engine => engine.checkAll()),
    history: ({ saleId }) =>
      sell(({ ledger }) => {
        const sale = ledger.find(saleId)
        return sale
          ? success({ sale, events: ledger.history(saleId) })
          : failure('no-such-sale', saleId)
      }),
    async lookUp({ reference }) {
      const found = await sell(engine => engine.lookUp(reference))
      const asked = referenceAsked(reference, found)
      // Before a person sees it: what cannot be put on the record is not told.
      if (asked) recordAct('reference-asked', asked)
      return found
    },
    withdraw: ({ saleId }) => sell(engine => engine.withdraw(saleId)),
    sendNow: ({ saleId }) => sell(engine => engine.sendNow(saleId)),
    tryAgain: ({ saleId }) => sell(engine => engine.tryAgain(saleId, 'cashier')),
    tryAgainLate: ({ saleId }) => sell(engine => engine.tryAgain(saleId, 'manager')),
    sendAgain: ({ saleId, draftId }) => sell(engine => engine.sendAgain(saleId, draftId)),
    stop: ({ saleId }) => sell(engine => engine.abandon(saleId)),
    checkNow: ({ saleId }) => sell(engine => engine.checkNow(saleId)),
    stopWaiting: ({ saleId }) => sell(engine => engine.stopWaiting(saleId)),
    handOver: ({ saleId }) => sell(engine => engine.handOver(saleId)),
    resolve: ({ saleId, reason, how }) => sell(engine => engine.resolve(saleId, reason, how)),
    recordRefund: ({ saleId, how, reason }) =>
      sell(engine => engine.recordRefund(saleId, how, reason)),
    classifyStatus: ({ saleId, status, meaning }) =>
      sell(engine => {
        // A meaning is kept for good: it must not be given to a word that nobody has seen.
        const word = engine.ledger.find(saleId)?.rawStatus ?? status
        if (word !== status)
          return failure('action-not-possible', `The word is ${word} by now, and not ${status}`)
        const given = engine.classifyStatus(saleId, meaning)
        if (given.ok) change(all => withMeaning(all, engine.kind, given.value.rawStatus, meaning))
        return given
      }),
  }
}

function mergeById(...lists: readonly (readonly Sale[])[]): Sale[] {
  return [...new Map(lists.flat().map(sale => [sale.id, sale])).values()]
}
