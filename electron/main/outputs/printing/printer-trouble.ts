import type { FailureCode } from '../../../../shared/ipc/result'

/** Why nothing came out, or maybe not all. */
export type PrinterTroubleCode = Extract<FailureCode, `printer-${string}`>

/** What a printer, or the way to it, did not do. */
export class PrinterTrouble extends Error {
  override readonly name = 'PrinterTrouble'

  constructor(
    readonly code: PrinterTroubleCode,
    detail: string,
  ) {
    super(`${code}: ${detail}`)
  }
}
