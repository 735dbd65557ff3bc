import type { Phase, Sale } from '../../../shared/payment/sale'
import type { SeededRandom } from '../../support/seeded-random'
import type { ProxiedPart, ServiceProxy } from './service-proxy'

/** When a till is killed. */
export type KillMoment =
  /** While it starts: opens its files, migrates, takes up open sales. */
  | { at: 'start'; afterMs: number }
  | { at: 'any time'; afterMs: number }
  /** Just behind a press, while the sale is being recorded. */
  | { at: 'press'; afterMs: number }
  /** A create request has left the till: it reaches the service, or it does not. */
  | { at: 'create-request'; reaches: boolean }
  /** The service has executed and answers: the answer is lost, or comes just before the end. */
  | { at: 'create-answer'; reaches: boolean; afterMs: number }
  /** Just behind a commit that was shown to the windows. */
  | { at: 'commit'; phase: Phase; afterMs: number }

/**
 * Draws a moment, weighted towards the windows in which money could go wrong. `startMs` is about how
 * long a start takes.
 */
export function drawKillMoment(seeded: SeededRandom, startMs: number): KillMoment {
  const dice = seeded.fraction()
  if (dice < 0.15) return { at: 'start', afterMs: seeded.int(0, startMs) }
  if (dice < 0.3) return { at: 'any time', afterMs: seeded.int(0, 700) }
  if (dice < 0.5) return { at: 'press', afterMs: seeded.int(0, 16) }
  if (dice < 0.62) return { at: 'create-request', reaches: seeded.chance(0.5) }
  if (dice < 0.8)
    return { at: 'create-answer', reaches: seeded.chance(0.6), afterMs: seeded.int(0, 8) }
  const phase = seeded.pick<Phase>(['ready', 'sending', 'unknown', 'pending', 'settled', 'expired'])
  return { at: 'commit', phase, afterMs: seeded.int(0, 6) }
}

/** What a moment can be seen by. */
export interface KillSignals {
  proxy: ServiceProxy
  /** Calls back once, in the instant after the next press was sent to the till. */
  onPress(listener: () => void): void
  onSale(listener: (sale: Sale) => void): void
}

/** Calls `strike` when the moment, which is not one of the start, has come. */
export function arm(
  moment: KillMoment,
  { proxy, ...signals }: KillSignals,
  strike: () => void,
): void {
  switch (moment.at) {
    case 'start':
    case 'any time':
      setTimeout(strike, moment.afterMs)
      return
    case 'press':
      signals.onPress(() => setTimeout(strike, moment.afterMs))
      return
    case 'create-request':
    case 'create-answer':
      proxy.watch(watcherOf(moment, strike))
      return
    case 'commit':
      signals.onSale(sale => {
        if (sale.phase === moment.phase) setTimeout(strike, moment.afterMs)
      })
      return
  }
}

function watcherOf(
  moment: Extract<KillMoment, { at: ProxiedPart }>,
  strike: () => void,
): Parameters<ServiceProxy['watch']>[0] {
  return {
    part: moment.at,
    seen() {
      if (moment.at === 'create-answer' && moment.reaches) setTimeout(strike, moment.afterMs)
      else strike()
      return moment.reaches ? 'forward' : 'withhold'
    },
  }
}
