import { createSeededRandom, type SeededRandom } from '../support/seeded-random'
import { makeSmallDisk, type SmallDisk } from '../support/small-disk'
import { closeBooks } from './close-books'
import { addFigures, countKill, type Figures, noFigures } from './figures'
import type { TillKind } from './node-till'
import { nodeTill, whyNot } from './node-till'
import { examineKilled, found, openShop, type Shop } from './shop'

interface FullDiskOptions {
  bundle: string
  seed: number
  disks: number
}

/**
 * Fills a small disk while people sell, at a random moment and to a random number of bytes; frees it
 * again; and kills the till before, or after, it had the time to go on by itself.
 */
export async function runFullDisks({ bundle, seed, disks }: FullDiskOptions): Promise<Figures> {
  const seeded = createSeededRandom(seed)
  let total = noFigures()
  for (let count = 0; count < disks; count++)
    total = addFigures(total, await fillOneDisk(nodeTill(bundle), seeded))
  return total
}

async function fillOneDisk(kind: TillKind, seeded: SeededRandom): Promise<Figures> {
  const disk = makeSmallDisk(2)
  const shop = await openShop(seeded.seed(), disk.folder)
  try {
    await sellOnFullDisk(shop, kind, { disk, seeded })
    await closeBooks(shop, kind)
    return shop.figures
  } finally {
    await shop.close()
    disk.remove()
  }
}

async function sellOnFullDisk(
  shop: Shop,
  kind: TillKind,
  { disk, seeded }: { disk: SmallDisk; seeded: SeededRandom },
): Promise<void> {
  const till = kind.start(shop.dataFolder)
  const opened = await kind.open(till, shop.place)
  if (!opened?.selling) found(shop, 'start failed', whyNot(opened))
  const selling = shop.cashiers.work(till)
  await pause(seeded.int(50, 600))
  disk.fill(seeded.int(0, 12) * 4_096)
  const blocked = await till.until(({ name }) => name === 'blocked', 3_000)
  if (blocked?.name === 'blocked') {
    shop.figures.blocked += 1
    if (!/^storage/.test(blocked.reason)) found(shop, 'unclear block', JSON.stringify(blocked))
  }
  disk.free()
  await pause(seeded.int(0, 1_500))
  till.kill()
  await Promise.all([till.ended, selling])
  countKill(shop.figures, 'full disk')
  await examineKilled(shop, kind.opensWith)
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
