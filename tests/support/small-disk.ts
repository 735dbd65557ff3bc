import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few megabytes that a test can fill. */
export interface SmallDisk {
  folder: string
  /** Leaves this many bytes free. */
  fill(free?: number): void
  /** Frees so many bytes of what was filled. */
  leave(free: number): void
  free(): void
  remove(): void
}

/** Why there can be no small disk on this machine, or null. */
export function smallDiskImpossible(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a small disk is a tmpfs, which only root on Linux can mount'
  try {
    makeSmallDisk(1).remove()
    return null
  } catch (error) {
    return `a tmpfs cannot be mounted: ${String(error)}`
  }
}

/** Mounts a tmpfs of so many megabytes. */
export function makeSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-small-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    folder,
    fill(free = 0) {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - free)), { flag: 'a' })
      } catch (error) {
        // Something else was written meanwhile: the disk is full all the same.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    leave(free) {
      const { bavail, bsize } = statfsSync(folder)
      truncateSync(filler, Math.max(0, statSync(filler).size - (free - bavail * bsize)))
    },
    free: () => truncateSync(filler),
    remove() {
      // Lazily: the engine may keep a file open until its statements are collected.
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
