import type { ClosingView } from '../../../../shared/day/closing-page'
import { type FailureCode, failure, type Result, success } from '../../../../shared/ipc/result'
import type { PrintWindow } from '../../outputs/printing/print-window'
import {
  PrinterTrouble,
  printTimeLimitMs,
  withinLimit,
} from '../../outputs/printing/printer-trouble'
import type { HandlerDeps } from './handler-deps'

/** What the papers of the day, of a closing or of a shift, are made with. */
export interface DayPapers {
  /**
   * Prints where receipts are printed; null where there is no printer. `next` is called once one was found
   * and answers what to draw: what it puts on record comes before the printing. Fails with `failed`.
   */
  print<Value>(
    failed: FailureCode,
    next: () => Promise<Result<NextPaper<Value>>>,
  ): Promise<Result<Value | null>>
  /** As a file: `save` writes the bytes and answers where. */
  savePdf(view: ClosingView, save: (pdf: Uint8Array) => string): Promise<Result<{ file: string }>>
}

export type DayPapersDeps = Pick<
  HandlerDeps,
  'settings' | 'clock' | 'printers' | 'useClosingWindow'
>

interface NextPaper<Value> {
  view: ClosingView
  value: Value
}

export function createDayPapers({
  settings,
  clock,
  printers,
  useClosingWindow,
}: DayPapersDeps): DayPapers {
  type Work<Value> = (window: PrintWindow<ClosingView>, signal: AbortSignal) => Promise<Value>
  const inWindow = <Value>(work: Work<Value>) =>
    withinLimit(clock, printTimeLimitMs, signal =>
      useClosingWindow(signal, window => work(window, signal)),
    )

  return {
    async print<Value>(failed: FailureCode, next: () => Promise<Result<NextPaper<Value>>>) {
      const how = settings.get().receipts
      try {
        return await inWindow((window, signal) =>
          printers.use(how, window, signal, async (printer): Promise<Result<Value>> => {
            const found = await next()
            if (!found.ok) return found
            await printer.print(await window.draw(found.value.view), 1)
            return success(found.value.value)
          }),
        )
      } catch (error) {
        if (!(error instanceof PrinterTrouble)) return failure(failed, String(error))
        return error.code === 'printer-missing' ? success(null) : failure(error.code, error.message)
      }
    },
    savePdf: (view, save) =>
      exported(async () => save(await inWindow(async window => (await window.draw(view)).pdf()))),
  }
}

/** A folder that cannot be written is no fault of the ledger: selling goes on. */
export async function exported(write: () => Promise<string>): Promise<Result<{ file: string }>> {
  try {
    return success({ file: await write() })
  } catch (error) {
    return failure('export-failed', String(error))
  }
}
