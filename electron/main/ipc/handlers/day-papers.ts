import type { ClosingView } from '../../../../shared/day/closing-page'
import { type FailureCode, failure, type Result, success } from '../../../../shared/ipc/result'
import type { PrintWindow } from '../../printing/print-window'
import { printTimeLimitMs, withinLimit } from '../../printing/time-limit'
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

interface NextPaper<Value> {
  view: ClosingView
  value: Value
}

export function createDayPapers({
  settings,
  clock,
  useClosingWindow,
}: Pick<HandlerDeps, 'settings' | 'clock' | 'useClosingWindow'>): DayPapers {
  const inWindow = <Value>(work: (window: PrintWindow<ClosingView>) => Promise<Value>) =>
    withinLimit(clock, printTimeLimitMs, signal => useClosingWindow(signal, work))

  return {
    async print<Value>(failed: FailureCode, next: () => Promise<Result<NextPaper<Value>>>) {
      const { printer } = settings.get().receipts
      try {
        return await inWindow(async (window): Promise<Result<Value | null>> => {
          if (!(await window.hasPrinter(printer))) return success(null)
          const found = await next()
          if (!found.ok) return found
          const drawing = await window.draw(found.value.view)
          await drawing.print(printer, 1)
          return success(found.value.value)
        })
      } catch (error) {
        return failure(failed, String(error))
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
