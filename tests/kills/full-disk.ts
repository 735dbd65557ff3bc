import { execFileSync } from 'node:child_process'
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSeededRandom, type SeededRandom } from '../support/seeded-random'
import { closeBooks } from './close-books'
import { addFigures, countKill, type Figures, noFigures } from './figures'
import type { TillKind } from './node-till'
import { nodeTill, whyNot } from './node-till'
import { examineKilled, found, openShop, type Shop } from './shop'

/** Why no small disk can be mounted here, or null. */
export function tmpfsMissing(): string | null {
  if (process.platform !== 'linux') return 'not Linux'
  if (process.getuid?.() !== 0) return 'not root'
  try {
    mountTmpfs(1).unmount()
    return null
  } catch {
    return 'a tmpfs cannot be mounted here'
  }
}

export interface SmallDisk {
  folder: string
  unmount(): void
}

/** A disk in memory of so many MiB. */
function mountTmpfs(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'kaunta-disk-'))
  const options = `size=${mebibytes}m,mode=700`
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' })
  return {
    folder,
    unmount() {
      execFileSync('umount', [folder], { stdio: 'pipe' })
      rmdirSync(folder)
    },
  }
}

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
  const disk = mountTmpfs(2)
  const shop = await openShop(seeded.seed(), disk.folder)
  try {
    await sellOnFullDisk(shop, kind, { folder: disk.folder, seeded })
    await closeBooks(shop, kind)
    return shop.figures
  } finally {
    await shop.close()
    disk.unmount()
  }
}

async function sellOnFullDisk(
  shop: Shop,
  kind: TillKind,
  { folder, seeded }: { folder: string; seeded: SeededRandom },
): Promise<void> {
  const till = kind.start(shop.dataFolder)
  const opened = await kind.open(till, shop.place)
  if (!opened?.selling) found(shop, 'start failed', whyNot(opened))
  const selling = shop.cashiers.work(till)
  await pause(seeded.int(50, 600))
  const filler = path.join(folder, 'filler')
  fill(filler, folder, seeded.int(0, 12) * 4_096)
  const blocked = await till.until(({ name }) => name === 'blocked', 3_000)
  if (blocked?.name === 'blocked') {
    shop.figures.blocked += 1
    if (!/^storage/.test(blocked.reason)) found(shop, 'unclear block', JSON.stringify(blocked))
  }
  rmSync(filler)
  await pause(seeded.int(0, 1_500))
  till.kill()
  await Promise.all([till.ended, selling])
  countKill(shop.figures, 'full disk')
  await examineKilled(shop, kind.opensWith)
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Writes until so many bytes are left on the disk. */
function fill(file: string, folder: string, leave: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const descriptor = openSync(file, 'w')
  try {
    writeSync(descriptor, Buffer.alloc(Math.max(0, bavail * bsize - leave)))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
