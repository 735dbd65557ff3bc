import type { FailureCode } from '../../../../shared/ipc/result'
import type { Clock } from '../../platform/clock'

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

/** How long one paper may take, ms: a printer or page that says nothing must not hold up the next one. */
export const printTimeLimitMs = 30_000

/** Thrown when work took longer than it may. */
export class TimeLimitPassed extends Error {
  override readonly name = 'TimeLimitPassed'
}

/**
 * Work that has `ms` to end: then its signal asks it to stop and this rejects with
 * TimeLimitPassed, whether it stops or not. Otherwise it resolves or rejects as the work does.
 */
export async function withinLimit<Value>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const stop = new AbortController()
  const passed = new Promise<never>((_resolve, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
  })
  const cancel = clock.after(ms, () =>
    stop.abort(new TimeLimitPassed(`Nothing came of it within ${ms} ms`)),
  )
  try {
    return await Promise.race([passed, work(stop.signal)])
  } finally {
    cancel()
  }
}
