import type { Sale } from '../../../../shared/payment/sale'
import type { Clock } from '../../platform/clock'
import type { ServiceResponse, StatusRead } from '../../service'
import { askedOfPayment, classifyResponse } from '../request-gate/classify-response'

/** How the reads of one sale went. */
export interface ReadProgress {
  reads: number
  /** The last read was not answered: the next one repeats it. */
  failed: boolean
  /** Reads that failed for this payment alone since the last answer. */
  faults: number
  /** The service asked that this payment is not read before, monotonic ms. */
  notBefore: number
}

/** The sales that are read until there is a result, and how it went so far. */
export interface WatchedSales {
  /** Starts watching a sale, or goes on. */
  watch(sale: Sale): ReadProgress
  forget(saleId: string): void
  answered(saleId: string, answer: ServiceResponse<StatusRead>): void
  /** Since when this run watches it, monotonic ms; undefined where it does not. */
  since(saleId: string): number | undefined
  /** Those that may be read now, last accepted first: that customer is at the counter. */
  newestFirst(): string[]
}

interface WatchedSale extends ReadProgress {
  acceptedAt: number
  since: number
}

/** No sale is watched yet. */
export function createWatchedSales({ monotonic }: Pick<Clock, 'monotonic'>): WatchedSales {
  const sales = new Map<string, WatchedSale>()
  return {
    watch({ id, acceptedAt }) {
      const start = { reads: 0, failed: false, faults: 0, notBefore: 0 }
      const watched = sales.get(id) ?? {
        ...start,
        acceptedAt: acceptedAt ?? 0,
        since: monotonic(),
      }
      sales.set(id, watched)
      return watched
    },
    forget: saleId => void sales.delete(saleId),
    answered(saleId, answer) {
      const watched = sales.get(saleId)
      if (!watched) return
      watched.reads += 1
      const kind = classifyResponse(answer)
      watched.failed = kind !== 'answered'
      if (!watched.failed) watched.faults = 0
      // An answer that was lost is asked for again as soon as ever.
      else if (kind === 'unusable' || kind === 'server-error') watched.faults += 1
      watched.notBefore = monotonic() + (askedOfPayment(answer) ?? 0)
    },
    since: saleId => sales.get(saleId)?.since,
    newestFirst: () =>
      [...sales]
        .filter(([, { notBefore }]) => notBefore <= monotonic())
        .sort(([, one], [, other]) => other.acceptedAt - one.acceptedAt)
        .map(([saleId]) => saleId),
  }
}
