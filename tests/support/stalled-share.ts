import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder like one of a NAS that sleeps: whoever asks it anything waits for ever. */
export interface StalledShare {
  folder: string
  remove(): void
}

/** Why there can be no such folder on this machine, or null. */
export async function stalledShareImpossible(): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it is a FUSE mount, which only root on Linux can make'
  try {
    const share = await stallShare()
    share.remove()
    return null
  } catch (error) {
    return String(error)
  }
}

/** Mounts a file system that no program serves. */
const mounting = `exec 3<>/dev/fuse &&
  mount -i -t fuse -o fd=3,rootmode=40000,user_id=0,group_id=0 kaunta-stalled "$0" &&
  echo mounted && exec sleep 3600`

/** Makes one, which stays until it is removed. */
export async function stallShare(): Promise<StalledShare> {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-stalled-'))
  const child = spawn('sh', ['-c', mounting, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', text => {
    said += String(text)
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', () => reject(new Error(`The mount failed: ${said}`)))
  })
  return {
    folder,
    remove() {
      // Whoever waits gets an error then.
      child.kill('SIGKILL')
      execFileSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}
