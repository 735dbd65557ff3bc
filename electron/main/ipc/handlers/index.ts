import type { Handlers } from '../../../../shared/ipc/handlers'
import { success } from '../../../../shared/ipc/result'
import { createWithEngine } from '../../connections/with-engine'
import { dayHandlers, meetingHandlers, shiftHandlers } from './day'
import { type BeginAudit, type ChangeSettings, done, type HandlerDeps } from './handler-deps'
import { auditLogHandlers, customersHandlers } from './people'
import { rulingsHandlers } from './rulings'
import { cashHandlers, practiceHandlers, salesHandlers, searchHandlers } from './sales'
import { connectionHandlers, settingsHandlers, tutorialHandlers } from './settings'
import { keyHandlers } from './till'

/** The complete table of handlers, one for each call of the contract. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { connections, settings, outputs, staff, auditLog } = deps
  const withEngine = createWithEngine(connections)
  const change: ChangeSettings = how => {
    settings.update(how)
    deps.changed()
    return success(null)
  }
  const beginAudit: BeginAudit = () => {
    const by = staff.person()
    return (action, detail) => auditLog.record(action, by, detail)
  }
  return {
    till: {
      state: () => success(deps.view()),
      acknowledgeClock: () => done(() => deps.clockNotice.acknowledge()),
    },
    connection: connectionHandlers(deps),
    key: keyHandlers(deps),
    settings: settingsHandlers(change, deps),
    rulings: rulingsHandlers(withEngine, change, deps),
    sales: salesHandlers(withEngine, change, beginAudit, deps),
    search: searchHandlers(withEngine, connections),
    exports: outputs.exporter,
    customers: customersHandlers(withEngine, settings),
    ledger: connections,
    tutorial: tutorialHandlers(deps),
    results: outputs.notifier,
    cash: cashHandlers(withEngine),
    customer: outputs.customer,
    receipts: outputs.receipts,
    day: dayHandlers(withEngine, deps),
    shift: shiftHandlers(withEngine, deps),
    staff,
    auditLog: auditLogHandlers(auditLog),
    support: outputs.supportFile,
    backup: deps.backups,
    meeting: meetingHandlers(deps),
    updates: deps.updates,
    shop: deps.shop,
    practice: practiceHandlers(withEngine, deps),
  }
}
