import { failure, success } from '../../../../shared/ipc/result'
import { createWithEngine } from '../../connections/with-engine'
import type { Handlers } from '../register'
import { createAuditCall } from './audit-call'
import { auditLogHandlers } from './audit-log'
import { cashHandlers } from './cash'
import { connectionHandlers } from './connection'
import { customerHandlers } from './customer'
import { customersHandlers } from './customers'
import { dayHandlers } from './day'
import { exportsHandlers } from './exports'
import type { ChangeSettings, HandlerDeps } from './handler-deps'
import { integrityHandlers } from './integrity'
import { ledgerHandlers } from './ledger'
import { lessonHandlers } from './lesson'
import { receiptsHandlers } from './receipts'
import { resultsHandlers } from './results'
import { salesHandlers } from './sales'
import { searchHandlers } from './search'
import { settingsHandlers } from './settings'
import { staffHandlers } from './staff'
import { vaultHandlers } from './vault'

/** The one table of handlers: what the till does for each call of the contract. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { connections, settings } = deps
  const sell = createWithEngine(connections)
  const change: ChangeSettings = how => {
    settings.update(how)
    deps.changed()
    return success(null)
  }
  return {
    till: { state: () => success(deps.view()) },
    connection: connectionHandlers(deps),
    vault: vaultHandlers(deps),
    settings: settingsHandlers(change, deps.staff.idleChanged),
    sales: salesHandlers(sell, change, createAuditCall(deps)),
    search: searchHandlers(sell, connections),
    exports: exportsHandlers(sell, connections, deps.exporter),
    customers: customersHandlers(sell, settings),
    ledger: ledgerHandlers(connections),
    lesson: lessonHandlers(deps),
    results: resultsHandlers(sell, deps.notifier),
    cash: cashHandlers(sell),
    customer: customerHandlers(deps.customer, sell),
    receipts: receiptsHandlers(deps.receiptDesk),
    day: dayHandlers(sell, deps),
    staff: staffHandlers(deps.staff),
    record: auditLogHandlers(deps.record),
    integrity: integrityHandlers(deps.integrity),
    practice: {
      openCheckout: ({ saleId }) =>
        sell(async ({ ledger }) => {
          const sale = ledger.find(saleId)
          return sale ? deps.openCheckout(sale) : failure('no-such-sale', saleId)
        }),
    },
  }
}
