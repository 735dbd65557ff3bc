import { failure, type Result, success } from '../../../../shared/ipc/result'
import { createWithEngine } from '../../connections/with-engine'
import type { Handlers } from '../register'
import { dayHandlers, meetingHandlers, shiftHandlers } from './day'
import { type ChangeSettings, createBeginAudit, type HandlerDeps } from './handler-deps'
import { auditLogHandlers, customerHandlers, customersHandlers, staffHandlers } from './people'
import {
  cashHandlers,
  exportsHandlers,
  receiptsHandlers,
  resultsHandlers,
  salesHandlers,
  searchHandlers,
} from './sales'
import { connectionHandlers, settingsHandlers, shopHandlers, tutorialHandlers } from './settings'
import {
  backupHandlers,
  integrityHandlers,
  keyHandlers,
  ledgerHandlers,
  supportHandlers,
  tillHandlers,
  updatesHandlers,
} from './till'

/** The complete table of handlers, one for each call of the contract. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { connections, settings } = deps
  const withEngine = createWithEngine(connections)
  const change: ChangeSettings = how => {
    settings.update(how)
    deps.changed()
    return success(null)
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
      if (file !== null) deps.exporter.noteWritten(file)
      return written
    }
  const fileOf = ({ file }: { file: string }) => file
  const receipts = receiptsHandlers(deps.receiptService)
  const day = dayHandlers(withEngine, deps)
  const shift = shiftHandlers(withEngine, deps)
  const meeting = meetingHandlers(deps)
  return {
    till: tillHandlers(deps.view),
    connection: connectionHandlers(deps),
    key: keyHandlers(deps),
    settings: settingsHandlers(change, deps),
    sales: salesHandlers(withEngine, change, createBeginAudit(deps), deps),
    search: searchHandlers(withEngine, connections),
    exports: exportsHandlers(withEngine, connections, deps.exporter),
    customers: customersHandlers(withEngine, settings),
    ledger: ledgerHandlers(connections),
    tutorial: tutorialHandlers(deps),
    results: resultsHandlers(withEngine, deps.notifier),
    cash: cashHandlers(withEngine),
    customer: customerHandlers(deps.customer, withEngine),
    receipts: { ...receipts, savePdf: noted(receipts.savePdf, fileOf) },
    day: {
      ...day,
      exportCsv: noted(day.exportCsv, fileOf),
      exportPdf: noted(day.exportPdf, fileOf),
    },
    shift: { ...shift, exportPdf: noted(shift.exportPdf, fileOf) },
    staff: staffHandlers(deps.staff),
    auditLog: auditLogHandlers(deps.auditLog),
    integrity: integrityHandlers(deps.integrity),
    support: supportHandlers(deps.supportFile),
    backup: backupHandlers(deps),
    meeting: {
      ...meeting,
      exportDay: noted(meeting.exportDay, day =>
        day.state === 'answered' ? day.value.file : null,
      ),
    },
    updates: updatesHandlers(deps.updates),
    shop: shopHandlers(deps.shop, deps.connections),
    practice: {
      openCheckout: ({ saleId }) =>
        withEngine(async ({ ledger }) => {
          const sale = ledger.find(saleId)
          return sale ? deps.openCheckout(sale) : failure('no-such-sale', saleId)
        }),
    },
  }
}
