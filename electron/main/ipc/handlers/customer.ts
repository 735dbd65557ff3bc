import { type Answer, answer, failure } from '../../../../shared/ipc/answer'
import type { Sell } from '../../connections/with-engine'
import type { CustomerDisplay } from '../../customer-display/customer-display'
import type { Handlers } from '../register'

/** What the customer's window is shown. Which window may ask for what: windows/permissions.ts. */
export function customerHandlers(display: CustomerDisplay, sell: Sell): Handlers['customer'] {
  return {
    view: () => answer(display.view()),
    async showSale({ saleId }) {
      const shown = saleId === null ? nobody(display) : await find(saleId)
      // Whatever became of this one: the sale before it is not the customer's any more.
      if (!shown.ok) nobody(display)
      return shown
    },
    showTest() {
      display.showTest()
      return answer(null)
    },
  }

  function find(saleId: string): Promise<Answer<null>> {
    return sell(({ ledger }) => {
      const sale = ledger.find(saleId)
      if (!sale) return failure('no-such-sale', saleId)
      display.showSale(sale)
      return answer(null)
    })
  }
}

function nobody(display: CustomerDisplay): Answer<null> {
  display.showSale(null)
  return answer(null)
}
