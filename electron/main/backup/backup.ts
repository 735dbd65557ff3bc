import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AuditDetail, AuditEntry } from '../../../shared/audit-entry'
import type { BackupContent, DailyBackup, SetAsideTill } from '../../../shared/backup'
import {
  type Caller,
  type HandlersOf,
  type StillAdmitted,
  stillOf,
} from '../../../shared/ipc/handlers'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { Language } from '../../../shared/language'
import { isLongEnough, shortestBackupPassphrase } from '../../../shared/passphrase'
import type { Person } from '../../../shared/person'
import type { Clock } from '../platform/clock'
import { diskFailure } from '../platform/disk-fault'
import { createTaskQueue } from '../platform/task-queue'
import type { Worker, Workers } from '../platform/workers'
import type { KeychainSealer } from '../store/keychain-sealer'
import { DEFAULT_EFFORT } from '../store/passphrase-lock'
import { asBackupFailed, troubleOf } from './backup-failed'
import { decideEmpty, stagingFolder } from './finish-restore'
import { dailyNames, isOfDay, makeBackup, nextDaily } from './make-backup'
import type { Restore, RestoreDeps } from './restore'
import { setAsideTills } from './set-aside'
import type { BackupTasks } from './tasks'

interface BackupPassphrase {
  /** '' where there is a recovery code: that opens the backup then. With `restore`: for this computer. */
  passphrase: string
}

/** What backups need of the computer. */
export interface BackupComputer {
  /** As it is now: null where the operating system has none to trust; then a passphrase is asked. */
  keychain: () => KeychainSealer | null
  /** Lets a person choose where backups go, or a backup; null where they chose none. */
  chooseBackupFolder: (language: Language) => Promise<string | null>
  chooseBackupFile: (language: Language) => Promise<string | null>
}

export interface BackupsDeps extends Omit<RestoreDeps, 'effort' | 'inWorker'> {
  /** Processes that work in the folders which a person chose: main never waits for such a folder. */
  workers: Pick<Workers<BackupTasks>, 'use'>
  effort?: RestoreDeps['effort']
  clock: Clock
  /** Who is signed in. */
  person: () => Person | null
  /** The computer's own dialogs; null where a person chose nothing. */
  chooseFolder: () => Promise<string | null>
  chooseFile: () => Promise<string | null>
  showItemInFolder: (file: string) => void
  changed: () => void
  /** Opens the connection in use again. */
  reopen: () => Promise<void>
  /** A daily one was made: the records are checked too, for a shop may never cash up. */
  made: () => Promise<void>
}

const keptFiles = 7
/** A disk that sleeps answers within some 15 s. One that says nothing for so long, ms, is given up. */
export const folderSilence = 30_000
/** How soon after the start it is checked whether one is due, and how often then, ms. */
const firstAfter = 60_000
const again = 10 * 60_000

/**
 * Encrypted copies of this till, made by hand and daily, and going on from one. One at a time is made or read. What the
 * folder holds says whether the daily one is due: it may be on another disk.
 */
export class Backups implements HandlersOf<'backup'> {
  readonly #deps: BackupsDeps & RestoreDeps
  readonly #queue = createTaskQueue()
  readonly #closing = new AbortController()
  /** Loaded when a person first asks for it. */
  #restore: Promise<Restore> | null = null
  /** The file that was made last in this run. */
  #last: string | null = null
  #lastAt: number | null = null
  #failing: DailyBackup['failing'] = null
  #checking: Promise<void> | null = null
  #cancelCheck = () => {}

  constructor(deps: BackupsDeps) {
    const inWorker: RestoreDeps['inWorker'] = work => deps.workers.use(this.#closing.signal, work)
    this.#deps = { ...deps, effort: deps.effort ?? DEFAULT_EFFORT, inWorker }
  }

  #restoring(): Promise<Restore> {
    this.#restore ??= import('./restore').then(({ Restore }) => new Restore(this.#deps))
    return this.#restore
  }

  view(isLocked: boolean): DailyBackup {
    return {
      folder: isLocked ? null : this.#deps.store.document().settings.backup.folder,
      lastAt: this.#lastAt,
      failing: this.#failing,
    }
  }

  /** Makes one in a folder that is chosen; null: the person chose none. */
  save(asked: BackupPassphrase, caller?: Caller): Promise<Result<string | null>> {
    return this.#inFolder(asked, stillOf(caller), 'by-hand', async (folder, secret) => {
      await this.#makeNow(folder, secret, false)
      return success(this.#last)
    })
  }

  /** The same each day from now on. */
  beginDaily(asked: BackupPassphrase, caller?: Caller): Promise<Result<string | null>> {
    const { store, person } = this.#deps
    const stillAdmitted = stillOf(caller)
    const by = person()
    return this.#inFolder(asked, stillAdmitted, 'daily', async (folder, secret) => {
      // Tried first: a folder that cannot be written is said to the person who chose it.
      await this.#makeNow(folder, secret, true)
      const refused = stillAdmitted()
      if (refused) return refused
      const entry = store.entry('backup-daily-begun', by, {
        folder: basename(folder).slice(0, 300),
      })
      this.#setDaily(folder, asked.passphrase === '' ? null : asked.passphrase, entry)
      await this.#checkDaily()
      return success(this.#last)
    })
  }

  endDaily(): Result<null> {
    const { store, person, changed } = this.#deps
    this.#setDaily(null, null, store.entry('backup-daily-ended', person()))
    changed()
    return success(null)
  }

  showInFolder(): Result<null> {
    if (this.#last === null) return failure('not-allowed', 'No backup was made')
    this.#deps.showItemInFolder(this.#last)
    return success(null)
  }

  /** The tills of this computer that were set aside, the newest first. */
  setAside(): Result<readonly SetAsideTill[]> {
    return success(setAsideTills(this.#deps.dataFolder))
  }

  chooseSetAside({ name }: { name: string }): Promise<Result<null>> {
    return answered(async () => (await this.#restoring()).chooseSetAside(name))
  }

  /** Sets aside all that the till has, and starts it again without anything. Throws what node:fs throws. */
  startEmpty(open: number | null): void {
    const { dataFolder, clock, restart } = this.#deps
    decideEmpty(dataFolder, { at: clock.wall(), open })
    restart()
  }

  async choose(_nothing?: undefined, caller?: Caller): Promise<Result<string | null>> {
    const file = await this.#deps.chooseFile()
    const refused = stillOf(caller)()
    return refused ?? success(file && (await (await this.#restoring()).choose(file)))
  }

  inspect({ passphrase }: BackupPassphrase): Promise<Result<BackupContent>> {
    return this.#queue.run(() =>
      answered(async () => (await this.#restoring()).inspect(passphrase)),
    )
  }

  async restore({ passphrase }: BackupPassphrase, caller?: Caller): Promise<Result<null>> {
    const by = this.#deps.person()
    const stillAdmitted = stillOf(caller)
    const done = await this.#queue.run(() =>
      answered(async () => (await this.#restoring()).restore({ passphrase, by, stillAdmitted })),
    )
    return done.ok ? (done.value ?? success(null)) : done
  }

  cancel(): Promise<Result<null>> {
    return this.#queue.run(async () => success(await (await this.#restoring()).cancel()))
  }

  /** An owner confirmed that this till goes on from the restored copy. */
  async goOn(): Promise<Result<null>> {
    const { store, reopen } = this.#deps
    store.commit(document => ({ ...document, restored: null }))
    await reopen()
    return success(null)
  }

  start(): void {
    // What a crash left of a backup or a restore that was not decided.
    void this.#queue.run(async () => {
      for (const name of ['backup-work', stagingFolder])
        await rm(join(this.#deps.dataFolder, name), { recursive: true, force: true })
    })
    this.#planCheck(firstAfter)
  }

  /** What is being made is left as it is: nothing waits for a folder. */
  stop(): void {
    this.#cancelCheck()
    this.#closing.abort()
  }

  #planCheck(delay: number): void {
    this.#cancelCheck = this.#deps.clock.after(delay, () => {
      this.#planCheck(again)
      void this.#checkDaily()
    })
  }

  /** Makes the backup of this day where there is none yet. A slow disk must not have two of one day. */
  #checkDaily(): Promise<void> {
    this.#checking ??= this.#makeDue().finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  /** Another folder was chosen, or none. */
  #setDaily(folder: string | null, backupPassphrase: string | null, entry: AuditEntry): void {
    this.#deps.store.commit(
      ({ settings, ...document }) => ({
        ...document,
        backupPassphrase,
        settings: { ...settings, backup: { folder } },
      }),
      entry,
    )
    this.#lastAt = null
    this.#failing = null
  }

  /** Whatever fails: nothing of this may stop a payment. */
  async #makeDue(): Promise<void> {
    const { clock, store, changed } = this.#deps
    const { recovery, backupPassphrase, settings } = store.document()
    const { folder } = settings.backup
    const secret = recovery?.code ?? backupPassphrase
    if (folder === null || secret === null) return
    try {
      this.#lastAt = await this.#queue.run(() =>
        this.#deps.inWorker(worker => this.#makeDaily(worker, folder, secret)),
      )
      this.#failing = null
    } catch (error) {
      if (this.#closing.signal.aborted) return
      // Once a run of failures: it is tried every few minutes.
      if (this.#failing === null)
        store.recordIfPossible('backup-failed', null, whyFailed(error, 'daily'))
      this.#failing = { since: this.#failing?.since ?? clock.wall(), why: troubleOf(error) }
    }
    changed()
  }

  /** Returns when the newest daily backup of the folder was written. */
  async #makeDaily(
    worker: Worker<BackupTasks>,
    folder: string,
    secret: string,
  ): Promise<number | null> {
    const names = () => this.#daily(worker, folder)
    if (!(await names()).some(name => isOfDay(name, this.#deps.clock.wall()))) {
      await this.#make(worker, folder, secret, true)
      void this.#deps.made()
    }
    const there = await names()
    // Only files that this till made, and only once a newer one is there: what was just made has the largest number.
    const files = there.slice(0, -keptFiles).map(name => join(folder, name))
    await worker.run('remove', { files })
    const newest = there.at(-1)
    return newest ? worker.run('modifiedAt', { file: join(folder, newest) }) : null
  }

  /** The folder is chosen by the person who called, and who is still at the till. */
  async #inFolder(
    { passphrase }: BackupPassphrase,
    stillAdmitted: StillAdmitted,
    how: string,
    work: (folder: string, secret: string) => Promise<Result<string | null>>,
  ): Promise<Result<string | null>> {
    const { store, person } = this.#deps
    const by = person()
    const code = store.document().recovery?.code
    if (!code && !isLongEnough(passphrase, shortestBackupPassphrase))
      return failure('backup-passphrase-short', '')
    if (store.closed() !== null) return failure('till-closed', '')
    const folder = await this.#deps.chooseFolder()
    const left = stillAdmitted()
    if (left || folder === null) return left ?? success(null)
    try {
      return await work(folder, code ?? passphrase)
    } catch (thrown) {
      const error = asBackupFailed(thrown, 'backup-not-written')
      store.recordIfPossible('backup-failed', by, whyFailed(error, how))
      return diskFailure(error.code, error, error.message)
    }
  }

  /** The daily backups of this till in a folder, the oldest first. */
  async #daily(worker: Worker<BackupTasks>, folder: string): Promise<string[]> {
    return dailyNames(this.#deps.store.document().settings, await worker.run('names', { folder }))
  }

  #makeNow(folder: string, secret: string, isDaily: boolean): Promise<void> {
    return this.#queue.run(() =>
      this.#deps.inWorker(worker => this.#make(worker, folder, secret, isDaily)),
    )
  }

  /** One that is not in the audit log is deleted again. Throws BackupFailed or StoreFailed. */
  async #make(
    worker: Worker<BackupTasks>,
    folder: string,
    secret: string,
    isDaily: boolean,
  ): Promise<void> {
    const by = isDaily ? null : this.#deps.person()
    const { settings } = this.#deps.store.document()
    const daily = isDaily ? nextDaily(settings, await this.#daily(worker, folder)) : null
    const file = await makeBackup(this.#deps, worker, { folder, secret, daily })
    const how = isDaily ? 'daily' : 'by-hand'
    try {
      const detail = { how, file: basename(file).slice(0, 300) }
      this.#deps.store.record('backup-made', by, detail)
    } catch (error) {
      await worker.run('remove', { files: [file] })
      throw error
    }
    this.#last = file
  }
}

/** Names and codes alone: a message may hold the name of a folder, which can be a person's. */
function whyFailed(error: unknown, how: string): AuditDetail {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected'
  return { how, result: code.slice(0, 60) }
}

async function answered<Value>(work: () => Promise<Value>): Promise<Result<Value>> {
  try {
    return success(await work())
  } catch (error) {
    const failed = asBackupFailed(error, 'backup-not-read')
    return diskFailure(failed.code, failed, failed.message)
  }
}
