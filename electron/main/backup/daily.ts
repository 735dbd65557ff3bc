import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { GuardedSettings } from '../../../shared/settings'
import type { Clock } from '../platform/clock'
import { BackupFailed } from './backup-format'
import { dailyNames, isOfDay } from './make-backup'

/** So many daily files are kept. */
const keptFiles = 7
/** How soon after the start the first look is, and how often it is repeated, ms. */
const firstAfter = 60_000
const again = 10 * 60_000

/** Makes a backup each day that the till is on. */
export interface DailyBackups {
  start(): void
  stop(): void
  /** Makes the backup of this day where there is none yet; true where all is well. */
  check(): Promise<boolean>
  lastAt(): number | null
  failingSince(): number | null
  /** Another folder was chosen, or none. */
  forget(): void
}

interface DailyDeps {
  clock: Clock
  settings: () => GuardedSettings
  /** A recovery code or a passphrase; null where there is neither, or the till is closed. */
  secret: () => string | null
  /** Makes one, and puts it in the audit log; throws BackupFailed or StoreFailed. */
  make: (folder: string, secret: string) => Promise<void>
  /** A run of failures has begun. */
  failed: (error: unknown) => void
  changed: () => void
}

/** Nothing is made before `start`. What the folder holds says what is still to be done: it may be on another disk. */
export function createDailyBackups(deps: DailyDeps): DailyBackups {
  const { clock, settings } = deps
  let lastAt: number | null = null
  let failingSince: number | null = null
  let running: Promise<boolean> | null = null
  let cancel: (() => void) | null = null

  const plan = (delay: number) => {
    cancel = clock.after(delay, () => {
      plan(again)
      void check()
    })
  }

  /** A slow disk must not have two of one day. */
  function check(): Promise<boolean> {
    running ??= makeDue().finally(() => {
      running = null
    })
    return running
  }

  async function makeDue(): Promise<boolean> {
    const { folder } = settings().backup
    const secret = deps.secret()
    if (folder === null || secret === null) return true
    try {
      if (!existsSync(folder))
        throw new BackupFailed('backup-not-written', 'The folder is not there')
      if (!ofToday(folder)) await deps.make(folder, secret)
      removeOld(folder)
      succeed(folder)
      return true
    } catch (error) {
      fail(error)
      return false
    }
  }

  function ofToday(folder: string): boolean {
    return names(folder).some(name => isOfDay(name, clock.wall()))
  }

  function names(folder: string): string[] {
    return dailyNames(settings(), readdirSync(folder))
  }

  /** Only files that this till made, and only once a newer one is there. */
  function removeOld(folder: string): void {
    for (const name of names(folder).slice(0, -keptFiles)) rmSync(join(folder, name))
  }

  function succeed(folder: string): void {
    const newest = names(folder).at(-1)
    lastAt = newest ? statSync(join(folder, newest)).mtimeMs : null
    failingSince = null
    deps.changed()
  }

  /** Whatever it is: nothing of this may stop a sale. */
  function fail(error: unknown): void {
    // Once a run: it is tried every few minutes.
    if (failingSince === null) deps.failed(error)
    failingSince ??= clock.wall()
    deps.changed()
  }

  return {
    start: () => plan(firstAfter),
    stop: () => cancel?.(),
    check,
    lastAt: () => lastAt,
    failingSince: () => failingSince,
    forget() {
      lastAt = null
      failingSince = null
    },
  }
}
