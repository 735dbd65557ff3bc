import { expect, it } from 'vitest'
import { ElapsedTime } from '../../../../../electron/main/payments/clocks/elapsed-time'
import { ServiceClock } from '../../../../../electron/main/payments/clocks/service-clock'
import type { Sale } from '../../../../../shared/payment/sale'
import { createVirtualClock, type VirtualClock } from '../../../../support/payments/clock'
import { saleIn } from '../../../../support/payments/sales'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface Shop {
  clock: VirtualClock
  /** The service's own clock runs on through every sleep, ms since the epoch. */
  serviceSays: (truth: number) => void
}

/** What each estimate says after something happened, ms. */
interface Estimates {
  sinceAcceptance: number
  sinceLastAttempt: number
  seen: number
  sinceFresh: number
  stopwatch: number
}

type Row = [
  what: string,
  /** How long it really was, ms. */
  truth: number,
  happens: (shop: Shop) => Promise<void> | void,
  estimates: Estimates,
]

/** Those that free a sale or its number say too little, those that make it too old say too much; never the reverse. */
const saysAtMost: Record<keyof Estimates, boolean> = {
  sinceAcceptance: true,
  sinceLastAttempt: true,
  seen: true,
  sinceFresh: false,
  stopwatch: false,
}

const all = (ms: number): Estimates => ({
  sinceAcceptance: ms,
  sinceLastAttempt: ms,
  seen: ms,
  sinceFresh: ms,
  stopwatch: ms,
})

const rows: Row[] = [
  ['time passes', minute, ({ clock }) => clock.pass(minute), all(minute)],
  [
    'the wall clock is set a day ahead',
    minute,
    ({ clock }) => {
      clock.setForward(day)
      return clock.pass(minute)
    },
    { ...all(minute), sinceFresh: day + minute, stopwatch: day + minute },
  ],
  [
    'the wall clock is set a day back',
    minute,
    ({ clock }) => {
      clock.setBack(day)
      return clock.pass(minute)
    },
    all(minute),
  ],
  [
    'the computer sleeps, and its monotonic clock stops',
    hour,
    ({ clock }) => clock.setForward(hour),
    { ...all(0), sinceFresh: hour, stopwatch: hour },
  ],
  [
    'the service says its time once after such a sleep: one answer may be wrong',
    hour,
    ({ clock, serviceSays }) => {
      clock.setForward(hour)
      serviceSays(hour)
    },
    { ...all(0), sinceFresh: hour, stopwatch: hour },
  ],
  [
    'the service says its time twice after such a sleep',
    hour,
    ({ clock, serviceSays }) => {
      clock.setForward(hour)
      serviceSays(hour)
      serviceSays(hour)
    },
    { ...all(0), sinceAcceptance: hour, sinceFresh: hour, stopwatch: hour },
  ],
]

function measured(elapsed: ElapsedTime, sale: Sale, stopwatch: () => number): Estimates {
  return {
    sinceAcceptance: elapsed.sinceAcceptance(sale),
    sinceLastAttempt: elapsed.sinceLastAttempt(sale),
    seen: elapsed.seen(sale),
    sinceFresh: elapsed.agesOf(sale).sinceFresh,
    stopwatch: stopwatch(),
  }
}

/** A till that has just had a sale accepted by a service whose time it knows. */
function open() {
  const clock = createVirtualClock()
  const began = clock.wall()
  const serviceClock = new ServiceClock({ clock, changed: () => undefined })
  // A header counts whole seconds: half a second more is what it says on average.
  const serviceSays = (truth: number) => serviceClock.learn(began + truth - 500, 0)
  serviceSays(0)
  const elapsed = new ElapsedTime({
    clock,
    serviceClock,
    account: () => 'practice',
    lifetimes: () => ({ assumedLifetimeMs: 15 * minute, promptLifetimeMs: 3 * minute }),
  })
  const sale: Sale = {
    ...saleIn('pending'),
    recordedAt: began,
    freshSince: began,
    lastAttemptAt: began,
    acceptedAt: began,
    acceptedServiceAt: serviceClock.now(),
  }
  elapsed.attempted(sale.id)
  elapsed.agesOf(sale)
  return { clock, serviceSays, elapsed, sale, stopwatch: elapsed.stopwatch() }
}

it.each(rows)('is known when %s', async (_, truth, happens, estimates) => {
  const { elapsed, sale, stopwatch, ...shop } = open()
  await happens(shop)
  const said = measured(elapsed, sale, stopwatch)
  expect(said).toEqual(estimates)
  for (const [name, ms] of Object.entries(said)) {
    if (saysAtMost[name as keyof Estimates]) expect(ms, name).toBeLessThanOrEqual(truth)
    else expect(ms, name).toBeGreaterThanOrEqual(truth)
  }
})
