import { answer, failure } from '../../shared/ipc/answer'
import { cashHandlers } from './ipc/handlers/cash'
import { connectionHandlers } from './ipc/handlers/connection'
import { customerHandlers } from './ipc/handlers/customer'
import { customersHandlers } from './ipc/handlers/customers'
import { dayHandlers } from './ipc/handlers/day'
import { exportsHandlers } from './ipc/handlers/exports'
import { integrityHandlers } from './ipc/handlers/integrity'
import { ledgerHandlers } from './ipc/handlers/ledger'
import { lessonHandlers } from './ipc/handlers/lesson'
import type { ChangeSettings, HandlerNeeds } from './ipc/handlers/needs'
import { receiptsHandlers } from './ipc/handlers/receipts'
import { recordHandlers } from './ipc/handlers/record'
import { createRecordAct } from './ipc/handlers/record-act'
import { resultsHandlers } from './ipc/handlers/results'
import { salesHandlers } from './ipc/handlers/sales'
import { searchHandlers } from './ipc/handlers/search'
import { createSell } from './ipc/handlers/sell'
import { settingsHandlers } from './ipc/handlers/settings'
import { staffHandlers } from './ipc/handlers/staff'
import { vaultHandlers } from './ipc/handlers/vault'
import type { Handlers } from './ipc/register'

/** The one table of handlers: what the till does for each call of the contract. */
export function createHandlers(needs: HandlerNeeds): Handlers {
  const { door, settings } = needs
  const sell = createSell(door)
  const change: ChangeSettings = how => {
    settings.update(how)
    needs.changed()
    return answer(null)
  }
  return {
    till: { state: () => answer(needs.view()) },
    connection: connectionHandlers(needs),
    vault: vaultHandlers(needs),
    settings: settingsHandlers(change, needs.staff.idleChanged),
    sales: salesHandlers(sell, change, createRecordAct(needs)),
    search: searchHandlers(sell, door),
    exports: exportsHandlers(sell, door, needs.exporter),
    customers: customersHandlers(sell, settings),
    ledger: ledgerHandlers(door),
    lesson: lessonHandlers(needs),
    results: resultsHandlers(sell, needs.announcer),
    cash: cashHandlers(sell),
    customer: customerHandlers(needs.customer, sell),
    receipts: receiptsHandlers(needs.receiptDesk),
    day: dayHandlers(sell, needs),
    staff: staffHandlers(needs.staff),
    record: recordHandlers(needs.record),
    integrity: integrityHandlers(needs.integrity),
    practice: {
      openCheckout: ({ saleId }) =>
        sell(async ({ ledger }) => {
          const sale = ledger.find(saleId)
          return sale ? needs.openCheckout(sale) : failure('no-such-sale', saleId)
        }),
    },
  }
}
