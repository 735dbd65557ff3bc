import { DayPapers } from '../../electron/main/outputs/printing/day-papers'
import { Printers } from '../../electron/main/outputs/printing/printers'
import type { Clock } from '../../electron/main/platform/clock'
import type { SettingsKeeper } from '../../electron/main/store/settings'
import type { ClosingView } from '../../shared/day/closing-page'
import type { FakePrinter } from './fake-printer'

/** The real ways to printers, with times for tests. Nothing is sent to a queue of this computer. */
export function printersOn(clock: Clock): Printers {
  return new Printers({
    clock,
    limits: { connect: 600, answer: 400, silence: 800 },
    sendToQueue: async () => {
      throw new Error('This test has no print queue')
    },
  })
}

/** The real papers of the day, drawn by a printer of the test. */
export function papersOn(
  printer: Pick<FakePrinter<ClosingView>, 'usePrintWindow'>,
  settings: Pick<SettingsKeeper, 'get'>,
  clock: Clock,
): DayPapers {
  return new DayPapers({
    settings,
    clock,
    printers: printersOn(clock),
    useWindow: printer.usePrintWindow,
  })
}
