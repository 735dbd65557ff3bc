import type { Handlers } from '../../../../shared/ipc/handlers'
import { success } from '../../../../shared/ipc/result'
import type { TillState } from '../../../../shared/ipc/till-state'
import type { Backups } from '../../backup/backup'
import type { ConnectionManager } from '../../connections/connection-manager'
import { type ConnectionComputer, ConnectionSettings } from '../../connections/connection-settings'
import { CustomerBook } from '../../connections/customer-book'
import { Rulings } from '../../connections/rulings'
import { Tutorial } from '../../connections/tutorial'
import { createWithEngine } from '../../connections/with-engine'
import type { Outputs } from '../../outputs/outputs'
import type { Staff } from '../../people/staff'
import type { ClockNotice } from '../../platform/clock-notice'
import type { Machine } from '../../platform/machine'
import type { ShopDatabase } from '../../shop/shop-database'
import type { KeptSettings } from '../../store/settings'
import { TillKey } from '../../store/till-key'
import type { TillStore } from '../../store/till-store'
import type { Updates } from '../../updates/updates'
import {
  cashHandlers,
  type PaymentsDeps,
  paymentsHandlers,
  practiceHandlers,
  searchHandlers,
} from './payments'

interface HandlerDeps extends Omit<PaymentsDeps, 'withEngine'> {
  computer: Pick<Machine, 'clock' | 'dataFolder' | 'random'> &
    ConnectionComputer &
    PaymentsDeps['computer']
  outputs: Outputs
  connections: ConnectionManager
  settings: KeptSettings
  store: TillStore
  backups: Backups
  updates: Updates
  shop: ShopDatabase
  staff: Staff
  clockNotice: Pick<ClockNotice, 'acknowledge'>
  view: () => TillState
  changed: () => void
}

const auditPage = 100

/** The complete table of handlers: the parts that answer the contract's calls. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { computer, connections, settings, outputs, store, staff, backups, changed } = deps
  const withEngine = createWithEngine(connections)
  const person = () => staff.person()
  return {
    till: {
      state: () => success(deps.view()),
      acknowledgeClock() {
        deps.clockNotice.acknowledge()
        return success(null)
      },
    },
    connection: new ConnectionSettings({
      ...computer,
      ...{ connections, settings, store, person, changed },
    }),
    key: new TillKey({
      ...{ store, person, changed },
      dataFolder: computer.dataFolder,
      isLocked: () => staff.isLocked(),
      async opened() {
        if (store.closed() === null) staff.opened()
        await connections.reopen()
      },
      startEmpty: open => backups.startEmpty(open),
      print: (recovery, begun) => outputs.papers.printRecoveryCode(recovery, begun),
    }),
    settings,
    rulings: new Rulings({ withEngine, settings }),
    payments: paymentsHandlers({ ...deps, withEngine }),
    search: searchHandlers(withEngine, connections),
    exports: outputs.exporter,
    customers: new CustomerBook({ withEngine, settings }),
    ledger: connections,
    tutorial: new Tutorial({ connections, settings, changed }),
    results: outputs.notifier,
    cash: cashHandlers(withEngine),
    customer: outputs.customer,
    receipts: outputs.receipts,
    day: outputs.day,
    shift: outputs.shift,
    staff,
    auditLog: {
      list({ before }) {
        const found = store.list({ before, limit: auditPage + 1 })
        return success({ entries: found.slice(0, auditPage), more: found.length > auditPage })
      },
    },
    support: outputs.supportFile,
    backup: backups,
    meeting: outputs.meeting,
    updates: deps.updates,
    shop: deps.shop,
    practice: practiceHandlers({ ...deps, withEngine }),
  }
}
