import { countKill } from './figures'
import { examineKilled, found, type Shop, type TillKind } from './shop'
import type { TillProcess } from './till/till-process'
import { arm, drawKillMoment, type KillMoment } from './world/kill-moment'

/** Starts the shop's till, lets people sell, kills it, and looks at what is left. */
export async function killOnce(shop: Shop, kind: TillKind): Promise<void> {
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
    setTimeout(() => arm(moment, { proxy, onPress, onSale: till.onSale }, strike), quietMs),
    setTimeout(strike, quietMs + timeouts),
  ]
  till.ended.then(() => timers.forEach(clearTimeout))
}

async function finish(shop: Shop, till: TillProcess, killed: () => boolean): Promise<void> {
  const { code, signal, stderr } = await till.ended
  shop.proxy.watch(null)
  if (!killed()) found(shop, 'crashed by itself', `${code ?? signal}: ${stderr}`)
}
