import { answer, failure } from '../../../../shared/ipc/answer'
import { createSell } from '../../connections/with-engine'
import type { Handlers } from '../register'
import { cashHandlers } from './cash'
import { connectionHandlers } from './connection'
import { customerHandlers } from './customer'
import { customersHandlers } from './customers'
import { dayHandlers } from './day'
import { exportsHandlers } from './exports'
import { integrityHandlers } from './integrity'
import { ledgerHandlers } from './ledger'
import { lessonHandlers } from './lesson'
import type { ChangeSettings, HandlerNeeds } from './needs'
import { receiptsHandlers } from './receipts'
import { recordHandlers } from './record'
import { createRecordAct } from './record-act'
import { resultsHandlers } from './results'
import { salesHandlers } from './sales'
import { searchHandlers } from './search'
import { settingsHandlers } from './settings'
import { staffHandlers } from './staff'
import { vaultHandlers } from './vault'

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
