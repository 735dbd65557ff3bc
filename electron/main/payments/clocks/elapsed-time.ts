import {
  isUnansweredTooLong,
  type OverdueFacts,
  sinceAcceptance,
} from '../../../../shared/payment/overdue'
import type { PromptFacts } from '../../../../shared/payment/prompt'
import type { Sale } from '../../../../shared/payment/sale'
import type { Clock } from '../../platform/clock'
import { createSaleAge, type SaleAge } from './sale-age'
import type { ServiceClock } from './service-clock'

/**
 * How much time has surely passed: the one source. What frees a sale or its phone number uses the shortest
 * estimate (`sinceAcceptance`, `sinceLastAttempt`, `seen`); what makes a sale too old, the longest
 * (`agesOf`, `stopwatch`).
 */
export interface ElapsedTime extends SaleAge {
  /** How long ago the service accepted a sale, ms: the shortest estimate. */
  sinceAcceptance(sale: Sale): number
  /** Has the service given no result for a day after the sale's end? */
  isUnansweredTooLong(sale: Sale): boolean
  /** Starts to measure; gives ms since then, the longest estimate: in a sleep one clock may stop. */
  stopwatch(): () => number
  overdueFacts(sale: Sale): OverdueFacts
  promptFacts(sale: Sale): PromptFacts
}

interface ElapsedTimeDeps {
  clock: Pick<Clock, 'wall' | 'monotonic'>
  serviceClock: Pick<ServiceClock, 'known'>
  /** The merchant account behind the keys in use. */
  account: () => string
  lifetimes: () => { assumedLifetimeMs: number; promptLifetimeMs: number }
}

/** Knows of no sale yet. */
export function createElapsedTime(deps: ElapsedTimeDeps): ElapsedTime {
  const { clock, serviceClock, account, lifetimes } = deps
  const saleAge = createSaleAge(clock)

  const overdueFacts = (sale: Sale): OverdueFacts => ({
    serviceNow: serviceClock.known(),
    seen: saleAge.seen(sale),
    account: account(),
    assumedLifetime: lifetimes().assumedLifetimeMs,
  })

  return {
    ...saleAge,
    overdueFacts,
    promptFacts: sale => ({
      ...overdueFacts(sale),
      promptLifetime: lifetimes().promptLifetimeMs,
      sinceLastAttempt: saleAge.sinceLastAttempt(sale),
    }),
    sinceAcceptance: sale => sinceAcceptance(sale, overdueFacts(sale)),
    isUnansweredTooLong: sale => isUnansweredTooLong(sale, overdueFacts(sale)),
    stopwatch() {
      const monotonic = clock.monotonic()
      const wall = clock.wall()
      return () => Math.max(clock.monotonic() - monotonic, clock.wall() - wall)
    },
  }
}
