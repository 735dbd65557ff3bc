import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { GuardedSettings } from '../../../shared/settings'
import type { Clock } from '../platform/clock'
import { BackupFailed } from './backup-file'
import { dailyNames, isOfDay } from './make-backup'

/** So many daily files are kept. */
const keptFiles = 7
/** How soon after the start it is checked first, and how often then, ms. */
const firstAfter = 60_000
const again = 10 * 60_000

/**
 * Makes a backup each day that the till is on; none before `start`. What the folder holds says what is still to be
 * done: it may be on another disk.
 */
export class DailyBackups {
  lastAt: number | null = null
  failingSince: number | null = null
  #running: Promise<void> | null = null
  #cancel: (() => void) | null = null

  constructor(
    private readonly deps: {
      clock: Clock
      settings: () => GuardedSettings
      /** A recovery code or a passphrase; null where there is neither, or the till is closed. */
      secret: () => string | null
      /** Makes one, and puts it in the audit log; throws BackupFailed or StoreFailed. */
      make: (folder: string, secret: string) => Promise<void>
      /** A run of failures has begun. */
      failed: (error: unknown) => void
      changed: () => void
    },
  ) {}

  start(): void {
    this.#plan(firstAfter)
  }

  stop(): void {
    this.#cancel?.()
  }

  /** Makes the backup of this day where there is none yet. A slow disk must not have two of one day. */
  check(): Promise<void> {
    this.#running ??= this.#makeDue().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Another folder was chosen, or none. */
  forget(): void {
    this.lastAt = null
    this.failingSince = null
  }

  #plan(delay: number): void {
    this.#cancel = this.deps.clock.after(delay, () => {
      this.#plan(again)
      void this.check()
    })
  }

  /** Whatever fails: nothing of this may stop a sale. */
  async #makeDue(): Promise<void> {
    const { clock, changed, failed, make } = this.deps
    const { folder } = this.deps.settings().backup
    const secret = this.deps.secret()
    if (folder === null || secret === null) return
    try {
      if (!existsSync(folder))
        throw new BackupFailed('backup-not-written', 'The folder is not there')
      if (!this.#names(folder).some(name => isOfDay(name, clock.wall()))) await make(folder, secret)
      // Only files that this till made, and only once a newer one is there.
      for (const name of this.#names(folder).slice(0, -keptFiles)) rmSync(join(folder, name))
      const newest = this.#names(folder).at(-1)
      this.lastAt = newest ? statSync(join(folder, newest)).mtimeMs : null
      this.failingSince = null
    } catch (error) {
      // Once a run: it is tried every few minutes.
      if (this.failingSince === null) failed(error)
      this.failingSince ??= clock.wall()
    }
    changed()
  }

  #names(folder: string): string[] {
    return dailyNames(this.deps.settings(), readdirSync(folder))
  }
}
