import { mkdirSync, rmSync } from 'node:fs'
import { channelOf } from '../../shared/ipc/bridge'
import { createSeededRandom, type SeededRandom } from '../support/seeded-random'
import { newDraft } from './cashier'
import { addFigures, countKill, type Figures, killCount, noFigures } from './figures'
import type { Opened, Place, TillKind } from './node-till'
import { found, openShop, type Shop } from './shop'
import type { TillProcess } from './till-process'

interface FirstRunOptions {
  kills: number
  seed: number
  progress?: (figures: Figures) => void
}

/**
 * Kills tills at their very first start: on an empty folder, while they are being connected or put
 * into Practice mode, so while vault, settings and ledger are written for the first time. The next
 * start must offer the first run again, or sell.
 */
export async function runFirstRuns(kind: TillKind, options: FirstRunOptions): Promise<Figures> {
  const seeded = createSeededRandom(options.seed)
  const shop = await openShop(seeded.seed())
  let total = noFigures()
  try {
    const wholeMs = await timeFirstRun(shop, kind)
    while (killCount(total) < options.kills) {
      const choice = seeded.chance(0.5) ? kind : practising(kind)
      total = addFigures(total, await oneFolder(shop, choice, { seeded, wholeMs }))
      options.progress?.(total)
    }
    return total
  } finally {
    await shop.close()
  }
}

/** The same till, which chooses Practice mode on its first screen. */
function practising(kind: TillKind): TillKind {
  const open = async (till: TillProcess, place: Place): Promise<Opened> => {
    const first = await till.until(() => true, 20_000)
    if (first?.name !== 'first-run') return kind.open(till, place)
    await till.ask(channelOf('connection', 'choose'), { kind: 'practice' })
    return kind.open(till, place)
  }
  return { ...kind, open }
}

async function timeFirstRun(shop: Shop, kind: TillKind): Promise<number> {
  const begun = performance.now()
  const till = kind.start(shop.dataFolder)
  await kind.open(till, shop.place)
  till.kill()
  await till.ended
  return performance.now() - begun
}

/** One to three killed first starts on one folder, then one that must sell. */
async function oneFolder(
  shop: Shop,
  kind: TillKind,
  { seeded, wholeMs }: { seeded: SeededRandom; wholeMs: number },
): Promise<Figures> {
  rmSync(shop.dataFolder, { recursive: true, force: true })
  mkdirSync(shop.dataFolder)
  const trial: Shop = { ...shop, figures: noFigures() }
  const { figures } = trial
  for (let left = seeded.int(1, 3); left > 0; left--) {
    const till = kind.start(shop.dataFolder)
    setTimeout(() => till.kill(), seeded.int(0, Math.round(wholeMs * 1.2)))
    const opened = await kind.open(till, shop.place)
    if (opened?.selling === false) found(trial, 'start failed', opened.why)
    await till.ended
    figures.starts += 1
    countKill(figures, 'first run')
  }
  await mustSell(trial, kind, newDraft(seeded, 1_000))
  return figures
}

async function mustSell(
  trial: Shop,
  kind: TillKind,
  draft: ReturnType<typeof newDraft>,
): Promise<void> {
  const till = kind.start(trial.dataFolder)
  const opened = await kind.open(till, trial.place)
  const sold = await till.ask(channelOf('payments', 'request'), draft)
  if (!opened?.selling || !sold?.ok)
    found(trial, 'start failed', JSON.stringify({ opened, sold, stage: till.stage() }))
  till.kill()
  await till.ended
}
