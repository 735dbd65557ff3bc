import { type KnownCustomer, ownDetails } from '../../../../shared/customer-book'
import { failure, type Result, success } from '../../../../shared/ipc/result'
import { phonePrefixes } from '../../../../shared/phone'
import type { WithEngine } from '../../connections/with-engine'
import type { CustomerDisplay } from '../../outputs/customer-display/customer-display'
import type { SettingsKeeper } from '../../store/settings'
import type { Handlers } from '../register'

/** As many as fit under the phone field without scrolling. */
const suggested = 5
const pageLength = 50

/** The customer book of the connection in use. */
export function customersHandlers(
  withEngine: WithEngine,
  settings: Pick<SettingsKeeper, 'get'>,
): Handlers['customers'] {
  const shop = () => settings.get().shop
  /** Entries older than the shop's default details may hold that default: it is left out. */
  const shown = ({ details, ...rest }: KnownCustomer): KnownCustomer => ({
    ...rest,
    details: details && ownDetails(details, shop().customer),
  })
  const unknown = (msisdn: string) => failure('no-such-customer', msisdn)

  return {
    find: ({ typed }) =>
      withEngine(({ ledger }) =>
        success(ledger.customers.find(phonePrefixes(typed, shop().country), suggested).map(shown)),
      ),
    one: ({ msisdn }) =>
      withEngine(({ ledger }) => {
        const found = ledger.customers.one(msisdn)
        return success(found && shown(found))
      }),
    list: ({ text, before }) =>
      withEngine(({ ledger }) => {
        const found = ledger.customers.list({ text, before, limit: pageLength + 1 })
        const customers = found.slice(0, pageLength).map(shown)
        return success({ customers, more: found.length > pageLength })
      }),
    change: ({ msisdn, details }) =>
      withEngine(({ ledger }) => {
        const changed = ledger.customers.change(msisdn, details)
        return changed ? success(shown(changed)) : unknown(msisdn)
      }),
    forget: ({ msisdn }) =>
      withEngine(({ ledger }) =>
        ledger.customers.forget(msisdn) ? success(null) : unknown(msisdn),
      ),
  }
}

/** What the customer's window shows. Which window may call what: windows/permissions.ts. */
export function customerHandlers(
  display: CustomerDisplay,
  withEngine: WithEngine,
): Handlers['customer'] {
  return {
    view: () => success(display.view()),
    async showSale({ saleId }) {
      const shown = saleId === null ? showNone(display) : await find(saleId)
      // Also after a failure: the sale shown before is no longer this customer's.
      if (!shown.ok) showNone(display)
      return shown
    },
    showTest() {
      display.showTest()
      return success(null)
    },
  }

  function find(saleId: string): Promise<Result<null>> {
    return withEngine(({ ledger }) => {
      const sale = ledger.find(saleId)
      if (!sale) return failure('no-such-sale', saleId)
      display.showSale(sale)
      return success(null)
    })
  }
}

function showNone(display: CustomerDisplay): Result<null> {
  display.showSale(null)
  return success(null)
}
