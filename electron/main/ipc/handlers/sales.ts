import { answer, failure } from '../../../../shared/ipc/answer'
import type { Sale } from '../../../../shared/payment/sale'
import type { Sell } from '../../connections/with-engine'
import type { Handlers } from '../register'
import type { ChangeSettings } from './needs'
import type { RecordAct } from './record-act'
import { referenceAsked } from './reference-asked'
import { withMeaning } from './settings-words'

const recentLength = 30

/** What a cashier does with sales. */
export function salesHandlers(
  sell: Sell,
  change: ChangeSettings,
  recordAct: RecordAct,
): Handlers['sales'] {
  return {
    request: draft =>
      sell(counter =>
        draft.customerSeesNoPrompt ? counter.requestAfterPrompt(draft) : counter.request(draft),
      ),
    recent: () =>
      sell(({ ledger }) =>
        answer(mergeById(ledger.open(), ledger.unresolved(), ledger.recent(recentLength))),
      ),
    checkAll: () => sell(counter => counter.checkAll()),
    story: ({ saleId }) =>
      sell(({ ledger }) => {
        const sale = ledger.find(saleId)
        return sale
          ? answer({ sale, events: ledger.story(saleId) })
          : failure('no-such-sale', saleId)
      }),
    async lookUp({ reference }) {
      const found = await sell(counter => counter.lookUp(reference))
      const asked = referenceAsked(reference, found)
      // Before a person sees it: what cannot be put on the record is not told.
      if (asked) recordAct('reference-asked', asked)
      return found
    },
    withdraw: ({ saleId }) => sell(counter => counter.withdraw(saleId)),
    sendNow: ({ saleId }) => sell(counter => counter.sendNow(saleId)),
    tryAgain: ({ saleId }) => sell(counter => counter.tryAgain(saleId, 'cashier')),
    tryAgainLate: ({ saleId }) => sell(counter => counter.tryAgain(saleId, 'manager')),
    sendAgain: ({ saleId, draftId }) => sell(counter => counter.sendAgain(saleId, draftId)),
    stop: ({ saleId }) => sell(counter => counter.abandon(saleId)),
    checkNow: ({ saleId }) => sell(counter => counter.checkNow(saleId)),
    stopWaiting: ({ saleId }) => sell(counter => counter.stopWaiting(saleId)),
    handOver: ({ saleId }) => sell(counter => counter.handOver(saleId)),
    resolve: ({ saleId, reason, how }) => sell(counter => counter.resolve(saleId, reason, how)),
    recordRefund: ({ saleId, how, reason }) =>
      sell(counter => counter.recordRefund(saleId, how, reason)),
    giveMeaning: ({ saleId, status, meaning }) =>
      sell(counter => {
        // A meaning is kept for good: it must not be given to a word that nobody has seen.
        const word = counter.ledger.find(saleId)?.rawStatus ?? status
        if (word !== status)
          return failure('action-not-possible', `The word is ${word} by now, and not ${status}`)
        const given = counter.giveMeaning(saleId, meaning)
        if (given.ok) change(all => withMeaning(all, counter.kind, given.value.rawStatus, meaning))
        return given
      }),
  }
}

function mergeById(...lists: readonly (readonly Sale[])[]): Sale[] {
  return [...new Map(lists.flat().map(sale => [sale.id, sale])).values()]
}
