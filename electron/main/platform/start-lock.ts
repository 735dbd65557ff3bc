import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder that takes no file, and the system's word for why. */
export interface UnusableFolder {
  folder: string
  code: string
}

/** What a till does whose Chromium has no lock for it. */
export type StartDecision =
  /** Another till runs, and was told to show itself. */
  | { name: 'quit' }
  /** Chromium could not make its lock, and we know why; we have our own. */
  | { name: 'start' }
  /** An error is shown: a folder that takes no file, or (null) a lock that no till seems to have. */
  | { name: 'show-error'; unusable: UnusableFolder | null }

/** The result of one try for our own lock of the data folder: we have it, another till has it, or it cannot be made. */
export type LockTry = 'locked' | 'busy' | 'failed'

interface StartLockDeps {
  dataFolder: string
  temporaryFolder: string
  /** Tries our own lock once, without waiting. `release` gives back a lock that we have. */
  tryLock: () => LockTry
  release: () => void
  /** Asks whether a folder takes a file; null where it does. */
  check: (folder: string) => Promise<UnusableFolder | null>
  wait: (ms: number) => Promise<void>
}

/** So long another till that has just been started may take until it has our lock too, ms. */
const otherStarts = 3_000
const step = 50

/**
 * Decides what becomes of a till for which Chromium's lock (`requestSingleInstanceLock`) is false. That is so when
 * another till runs, and also when the lock cannot be made: the disk is read-only, the temporary folder is full.
 * Our own lock tells the two apart, so that two tills never work on one folder.
 */
export async function decideStart(deps: StartLockDeps): Promise<StartDecision> {
  const { dataFolder, temporaryFolder, tryLock, release, check, wait } = deps
  const first = tryLock()
  if (first === 'busy') return { name: 'quit' }
  const data = await check(dataFolder)
  const unusable = data ?? (await check(temporaryFolder))
  if (first === 'failed') return { name: 'show-error', unusable }
  if (unusable !== null) return { name: 'start' }
  // A till that was started a moment ago has Chromium's lock and not ours yet.
  release()
  for (let waited = 0; waited < otherStarts; waited += step) {
    await wait(step)
    const again = tryLock()
    if (again === 'busy') return { name: 'quit' }
    if (again === 'locked') release()
  }
  return { name: 'show-error', unusable: null }
}

/** As large as what Chromium and the till put there: a full disk often still takes an empty file. */
const probe = Buffer.alloc(4_096)

/** Whether a folder takes a file: makes it where it is not there, writes one and removes it. Never rejects. */
export async function checkFolder(folder: string): Promise<UnusableFolder | null> {
  const file = join(folder, `.kaunta-check-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, probe, { flag: 'wx', flush: true })
    return null
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code')
    return { folder, code: typeof code === 'string' ? code : String(error) }
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}
