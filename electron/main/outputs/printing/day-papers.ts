import type { ClosingView } from '../../../../shared/day/closing-page'
import { type FailureCode, failure, type Result, success } from '../../../../shared/ipc/result'
import { paperOf } from '../../../../shared/settings/receipts'
import type { Clock } from '../../platform/clock'
import type { SettingsKeeper } from '../../store/settings'
import type { ExportFolder } from '../exports/new-file'
import type { PrintWindow, UsePrintWindow } from './print-window'
import { PrinterTrouble, printTimeLimitMs, withinLimit } from './printer-trouble'
import type { PrinterChoice, Printers } from './printers'

interface NextPaper<Value> {
  view: ClosingView
  value: Value
}

/** The papers of the day: a closing, a shift, a recovery code. */
export class DayPapers {
  constructor(
    private readonly parts: {
      settings: Pick<SettingsKeeper, 'get'>
      clock: Pick<Clock, 'after'>
      printers: Printers
      useWindow: UsePrintWindow<ClosingView>
      exportFolder: ExportFolder
    },
  ) {}

  /**
   * Prints where receipts are printed, or as `how` says; null where there is no printer. `next` is called once one was
   * found and answers what to draw: what it puts on record comes before the printing. Fails with `failed`.
   */
  async print<Value>(
    failed: FailureCode,
    next: () => Promise<Result<NextPaper<Value>>>,
    how: PrinterChoice = this.parts.settings.get().receipts,
  ): Promise<Result<Value | null>> {
    const { printers } = this.parts
    try {
      return await this.inWindow((window, signal) =>
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
  }

  /** For the safe; `begun` is called before paper may come out. False where there is no printer. */
  async printRecoveryCode(
    { code, madeAt }: { code: string; madeAt: number },
    begun: () => void,
  ): Promise<Result<boolean>> {
    const { shop, receipts, display } = this.parts.settings.get()
    // Never over the network, where it is not encrypted: the computer's own printer.
    const how =
      receipts.method === 'network' ? ({ ...receipts, method: 'system' } as const) : receipts
    const next = async () => {
      begun()
      const drawn = { language: display.language, paper: paperOf(how) }
      const view = { ...drawn, recoveryCode: code, madeAt, shop: shop.name, till: shop.till }
      return success({ view, value: true })
    }
    const printed = await this.print('recovery-code-not-printed', next, how)
    return printed.ok ? success(printed.value === true) : printed
  }

  /** As a file: `save` writes the bytes and answers where. */
  savePdf(
    view: ClosingView,
    save: (pdf: Uint8Array) => Promise<string>,
  ): Promise<Result<{ file: string }>> {
    return this.parts.exportFolder.exported(async () =>
      save(await this.inWindow(async window => (await window.draw(view)).pdf())),
    )
  }

  private inWindow<Value>(
    work: (window: PrintWindow<ClosingView>, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const { clock, useWindow } = this.parts
    return withinLimit(clock, printTimeLimitMs, signal =>
      useWindow(signal, window => work(window, signal)),
    )
  }
}
