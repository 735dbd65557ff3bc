import type { Payment, Phase } from '../../shared/payment/payment'
import { createSeededRandom, type SeededRandom } from '../support/seeded-random'
import { closeBooks } from './close-books'
import { addFigures, countKill, type Figures, noFigures } from './figures'
import type { TillKind } from './node-till'
import type { ProxiedPart, ServiceProxy } from './service-proxy'
import { examineKilled, found, openShop, type Shop } from './shop'
import type { TillProcess } from './till-process'

/** When a till is killed. */
export type KillMoment =
  /** While it starts: opens its files, migrates, continues open payments. */
  | { at: 'start'; afterMs: number }
  | { at: 'any time'; afterMs: number }
  /** Just behind a press, while the payment is being recorded. */
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
function drawKillMoment(seeded: SeededRandom, startMs: number): KillMoment {
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
  onPayment(listener: (payment: Payment) => void): void
}

/** Calls `strike` when the moment, which is not one of the start, has come. */
function arm(moment: KillMoment, { proxy, ...signals }: KillSignals, strike: () => void): void {
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
      signals.onPayment(payment => {
        if (payment.phase === moment.phase) setTimeout(strike, moment.afterMs)
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

/** Starts the shop's till, lets people sell, kills it, and looks at what is left. */
async function killOnce(shop: Shop, kind: TillKind): Promise<void> {
  const moment = drawKillMoment(shop.seeded, kind.startMs)
  const { figures, seeded, proxy } = shop
  // Not before it was connected: an address that does not answer is not saved.
  proxy.cut(shop.kept.size > 0 && seeded.chance(0.1))
  const startedAt = performance.now()
  const till = kind.start(shop.dataFolder)
  let killed = false
  const strike = () => {
    killed = true
    till.kill()
  }
  figures.starts += 1
  if (moment.at === 'start') setTimeout(strike, moment.afterMs)
  const opened = await kind.open(till, shop.place)
  if (opened?.selling) figures.startMs.push(performance.now() - startedAt)
  else if (opened) found(shop, 'start failed', opened.why)
  if (moment.at !== 'start') armLater(shop, till, { moment, strike, timeouts: kind.timeouts })
  if (opened?.selling) await shop.cashiers.work(till)
  else if (!killed) strike()
  await finish(shop, till, () => killed)
  countKill(figures, moment.at)
  await examineKilled(shop, kind.opensWith)
}

interface Armed {
  moment: KillMoment
  strike: () => void
  /** A kill that finds no better moment comes after so long, ms. */
  timeouts: number
}

/** Half of the tills sell for a while before the moment is waited for. */
function armLater(shop: Shop, till: TillProcess, { moment, strike, timeouts }: Armed): void {
  const { proxy, onPress, seeded } = shop
  const quietMs = seeded.chance(0.5) ? seeded.int(0, timeouts) : 0
  const timers = [
    setTimeout(() => arm(moment, { proxy, onPress, onPayment: till.onPayment }, strike), quietMs),
    setTimeout(strike, quietMs + timeouts),
  ]
  till.ended.then(() => timers.forEach(clearTimeout))
}

async function finish(shop: Shop, till: TillProcess, killed: () => boolean): Promise<void> {
  const { code, signal, stderr } = await till.ended
  shop.proxy.watch(null)
  if (!killed()) found(shop, 'crashed by itself', `${code ?? signal}: ${stderr}`)
}

interface LoopOptions {
  kills: number
  seed: number
  /** How many shops trade at the same time. */
  lanes: number
  /** Told after each shop. */
  progress?: (figures: Figures) => void
}

/** The service remembers its last 2,000 requests: a shop closes its books long before. */
const killsPerShop = 25

/** Kills tills in one shop after another, each with books, ledger and people of its own. */
export async function runKillLoop(kind: TillKind, options: LoopOptions): Promise<Figures> {
  const seeded = createSeededRandom(options.seed)
  const shops: { seed: number; kills: number }[] = []
  for (let left = options.kills; left > 0; left -= killsPerShop)
    shops.push({ seed: seeded.seed(), kills: Math.min(left, killsPerShop) })
  let total = noFigures()
  const lane = async () => {
    for (let next = shops.shift(); next; next = shops.shift()) {
      const figures = await tradeAndKill(kind, next)
      total = addFigures(total, figures)
      options.progress?.(total)
    }
  }
  await Promise.all(Array.from({ length: options.lanes }, lane))
  return total
}

async function tradeAndKill(
  kind: TillKind,
  { seed, kills }: { seed: number; kills: number },
): Promise<Figures> {
  const shop = await openShop(seed)
  try {
    for (let count = 0; count < kills; count++) await killOnce(shop, kind)
    await closeBooks(shop, kind)
    return shop.figures
  } finally {
    await shop.close()
  }
}
