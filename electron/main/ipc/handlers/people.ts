import { type KnownCustomer, ownDetails } from '../../../../shared/customer-book'
import type { Handlers } from '../../../../shared/ipc/handlers'
import { failure, success } from '../../../../shared/ipc/result'
import { phonePrefixes } from '../../../../shared/phone'
import type { WithEngine } from '../../connections/with-engine'
import type { SettingsKeeper } from '../../store/settings'
import type { TillStore } from '../../store/till-store'

const auditPage = 100

/** The audit log, a page at a time. */
export function auditLogHandlers(auditLog: Pick<TillStore, 'list'>): Handlers['auditLog'] {
  return {
    list({ before }) {
      const found = auditLog.list({ before, limit: auditPage + 1 })
      return success({ entries: found.slice(0, auditPage), more: found.length > auditPage })
    },
  }
}

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
