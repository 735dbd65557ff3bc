import type { Clock } from '../../platform/clock'
import { backoff } from '../request-gate/retry-budget'
import { longestOwnPause } from './decide-send'

/** What the send queue knows of a sale between attempts. */
export interface WaitingSale {
  failures: number
  /** Monotonic ms before which the sale does not join the gate. */
  notBefore: number
  /** A person asked for the next attempt. */
  hurried: boolean
  /** It waits: at the gate, or for its own pause to end. */
  waiting: boolean
  cancelTimer: () => void
  leaveGate: () => void
}

/** The sales that wait to be sent. Lost at a restart: then each is tried without a pause. */
export interface WaitingSales {
  of(saleId: string): WaitingSale
  /** Takes the sale from the gate and cancels its timer. */
  rest(saleId: string): WaitingSale
  /** Its last attempt failed for a reason of its own: it pauses, longer each time. */
  pause(saleId: string): void
  /** How long the sale must still pause, ms. */
  pauseLeft(saleId: string): number
  forget(saleId: string): void
  /** Ids of the sales that wait. */
  waiting(): string[]
  ids(): string[]
}

const ignore = () => undefined

/** No sale waits yet. */
export function createWaitingSales(
  { monotonic }: Pick<Clock, 'monotonic'>,
  fraction: () => number,
): WaitingSales {
  const sales = new Map<string, WaitingSale>()

  function of(saleId: string): WaitingSale {
    const sale = sales.get(saleId) ?? {
      failures: 0,
      notBefore: 0,
      hurried: false,
      waiting: false,
      cancelTimer: ignore,
      leaveGate: ignore,
    }
    sales.set(saleId, sale)
    return sale
  }

  return {
    of,
    rest(saleId) {
      const sale = of(saleId)
      sale.cancelTimer()
      sale.leaveGate()
      sale.leaveGate = ignore
      return sale
    },
    pause(saleId) {
      const sale = of(saleId)
      sale.failures += 1
      sale.notBefore = monotonic() + backoff(sale.failures, fraction(), longestOwnPause)
    },
    pauseLeft: saleId => of(saleId).notBefore - monotonic(),
    forget: saleId => void sales.delete(saleId),
    waiting: () => [...sales].filter(([, { waiting }]) => waiting).map(([saleId]) => saleId),
    ids: () => [...sales.keys()],
  }
}
