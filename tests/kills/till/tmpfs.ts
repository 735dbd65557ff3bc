import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

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
export function mountTmpfs(mebibytes: number): SmallDisk {
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
