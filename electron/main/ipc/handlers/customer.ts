import { failure, type Result, success } from '../../../../shared/ipc/result'
import type { WithEngine } from '../../connections/with-engine'
import type { CustomerDisplay } from '../../customer-display/customer-display'
import type { Handlers } from '../register'

/** What the customer's window is shown. Which window may ask for what: windows/permissions.ts. */
export function customerHandlers(display: CustomerDisplay, sell: WithEngine): Handlers['customer'] {
  return {
    view: () => success(display.view()),
    async showSale({ saleId }) {
      const shown = saleId === null ? nobody(display) : await find(saleId)
      // Whatever became of this one: the sale before it is not the customer's any more.
      if (!shown.ok) nobody(display)
      return shown
    },
    showTest() {
      display.showTest()
      return success(null)
    },
  }

  function find(saleId: string): Promise<Result<null>> {
    return sell(({ ledger }) => {
      const sale = ledger.find(saleId)
      if (!sale) return failure('no-such-sale', saleId)
      display.showSale(sale)
      return success(null)
    })
  }
}

function nobody(display: CustomerDisplay): Result<null> {
  display.showSale(null)
  return success(null)
}
