import { type KnownCustomer, ownDetails } from '../../../../shared/customer-book'
import { failure, success } from '../../../../shared/ipc/result'
import { phonePrefixes } from '../../../../shared/phone'
import type { WithEngine } from '../../connections/with-engine'
import type { SettingsKeeper } from '../../storage/settings'
import type { Handlers } from '../register'

/** As many as fit under the phone field without scrolling. */
const suggested = 5
const pageLength = 50

/** The customer book of the connection in use. */
export function customersHandlers(
  sell: WithEngine,
  settings: Pick<SettingsKeeper, 'get'>,
): Handlers['customers'] {
  const shop = () => settings.get().shop
  /** Entries from before the shop's default was set may hold it: it is nobody's own. */
  const shown = ({ details, ...rest }: KnownCustomer): KnownCustomer => ({
    ...rest,
    details: details && ownDetails(details, shop().customer),
  })
  const unknown = (msisdn: string) => failure('no-such-customer', msisdn)

  return {
    find: ({ typed }) =>
      sell(({ ledger }) =>
        success(ledger.customers.find(phonePrefixes(typed, shop().country), suggested).map(shown)),
      ),
    one: ({ msisdn }) =>
      sell(({ ledger }) => {
        const found = ledger.customers.one(msisdn)
        return success(found && shown(found))
      }),
    list: ({ text, before }) =>
      sell(({ ledger }) => {
        const found = ledger.customers.list({ text, before, limit: pageLength + 1 })
        const customers = found.slice(0, pageLength).map(shown)
        return success({ customers, more: found.length > pageLength })
      }),
    change: ({ msisdn, details }) =>
      sell(({ ledger }) => {
        const changed = ledger.customers.change(msisdn, details)
        return changed ? success(shown(changed)) : unknown(msisdn)
      }),
    forget: ({ msisdn }) =>
      sell(({ ledger }) => (ledger.customers.forget(msisdn) ? success(null) : unknown(msisdn))),
  }
}
