import { createSeededRandom } from '../support/seeded-random'
import { closeBooks } from './close-books'
import { addFigures, type Figures, noFigures } from './figures'
import { killOnce } from './kill-once'
import { openShop, type TillKind } from './shop'

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
