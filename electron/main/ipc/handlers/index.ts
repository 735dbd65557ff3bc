import type { Handlers } from '../../../../shared/ipc/handlers'
import { type Result, success } from '../../../../shared/ipc/result'
import { createWithEngine } from '../../connections/with-engine'
import { dayHandlers, meetingHandlers, shiftHandlers } from './day'
import { type BeginAudit, type ChangeSettings, done, type HandlerDeps } from './handler-deps'
import { auditLogHandlers, customerHandlers, customersHandlers } from './people'
import { rulingsHandlers } from './rulings'
import {
  cashHandlers,
  exportsHandlers,
  practiceHandlers,
  receiptsHandlers,
  resultsHandlers,
  salesHandlers,
  searchHandlers,
} from './sales'
import { connectionHandlers, settingsHandlers, shopHandlers, tutorialHandlers } from './settings'
import { backupHandlers, keyHandlers, ledgerHandlers } from './till'

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
  /** What was written for a person can be shown to them in its folder. */
  const noted =
    <Argument, Value>(
      write: (argument: Argument) => Promise<Result<Value>> | Result<Value>,
      fileOf: (value: Value) => string | null,
    ) =>
    async (argument: Argument): Promise<Result<Value>> => {
      const written = await write(argument)
      const file = written.ok ? fileOf(written.value) : null
      if (file !== null) outputs.exporter.noteWritten(file)
      return written
    }
  const fileOf = ({ file }: { file: string }) => file
  const receipts = receiptsHandlers(outputs.receipts)
  const day = dayHandlers(withEngine, deps)
  const shift = shiftHandlers(withEngine, deps)
  const meeting = meetingHandlers(deps)
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
    exports: exportsHandlers(withEngine, connections, outputs.exporter),
    customers: customersHandlers(withEngine, settings),
    ledger: ledgerHandlers(connections),
    tutorial: tutorialHandlers(deps),
    results: resultsHandlers(withEngine, outputs.notifier),
    cash: cashHandlers(withEngine),
    customer: customerHandlers(outputs.customer, withEngine),
    receipts: { ...receipts, savePdf: noted(receipts.savePdf, fileOf) },
    day: {
      ...day,
      exportCsv: noted(day.exportCsv, fileOf),
      exportPdf: noted(day.exportPdf, fileOf),
    },
    shift: { ...shift, exportPdf: noted(shift.exportPdf, fileOf) },
    staff,
    auditLog: auditLogHandlers(auditLog),
    support: outputs.supportFile,
    backup: backupHandlers(deps),
    meeting: {
      ...meeting,
      exportDay: noted(meeting.exportDay, answered =>
        answered.state === 'answered' ? answered.value.file : null,
      ),
    },
    updates: deps.updates,
    shop: shopHandlers(deps.shop, connections),
    practice: practiceHandlers(withEngine, deps),
  }
}
