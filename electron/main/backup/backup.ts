import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { AuditDetail } from '../../../shared/audit-entry'
import {
  type BackupContent,
  type DailyBackup,
  type NewerHere,
  shortestBackupPassphrase,
} from '../../../shared/backup'
import { failure, type Result, success } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import { createTaskQueue } from '../connections/task-queue'
import type { StillAdmitted } from '../staff/access'
import { whyNoProof } from '../staff/owner-proof'
import type { Effort, VaultOpening } from '../vault'
import { DEFAULT_EFFORT } from '../vault/passphrase-lock'
import { BackupFailed } from './backup-error'
import { createDailyBackups } from './daily'
import { asBackupFailed } from './make-backup'
import { createRecordedBackups } from './recorded-backups'
import { createRestore, type RestoreDeps } from './restore'

/** Encrypted copies of this till, made by hand and daily, and going on from one on another computer. */
export interface Backups {
  view(isLocked: boolean): DailyBackup
  /** Null: the person chose no folder. */
  save(asked: Asked, stillAdmitted: StillAdmitted): Promise<Result<string | null>>
  beginDaily(asked: Asked, stillAdmitted: StillAdmitted): Promise<Result<string | null>>
  endDaily(): Result<null>
  showInFolder(): Result<null>
  choose(stillAdmitted: StillAdmitted): Promise<Result<string | null>>
  inspect(passphrase: string): Promise<Result<BackupContent>>
  restore(
    asked: { proof: string; accepted: readonly NewerHere[] },
    stillAdmitted: StillAdmitted,
  ): Promise<Result<null>>
  cancel(): Promise<Result<null>>
  start(): void
  stop(): void
}

interface Asked {
  passphrase: string
  /** Who has it is the owner: a backup holds the keys. */
  proof: string
}

export interface BackupsDeps extends Omit<RestoreDeps, 'effort'> {
  /** The computer's own dialogs; null where a person chose nothing. */
  chooseFolder: () => Promise<string | null>
  chooseFile: () => Promise<string | null>
  showItemInFolder: (file: string) => void
  changed: () => void
  /** What a passphrase costs to try; the default unless told. */
  effort?: Effort
}

/** No backup was made or chosen yet. One at a time is made or read. */
export function createBackups(deps: BackupsDeps): Backups {
  const { dataFolder, settings, auditLog, person } = deps
  const parts = { ...deps, effort: deps.effort ?? DEFAULT_EFFORT }
  const queue = createTaskQueue()
  const { make, last } = createRecordedBackups(parts, queue)
  const restore = createRestore(parts)
  const daily = createDailyBackups({
    clock: deps.clock,
    settings: settings.get,
    passphrase: () => keptPassphrase(deps.vault),
    make: async (folder, passphrase) => void (await make(folder, passphrase, true)),
    failed: error => auditLog.writeIfPossible('backup-failed', null, whyFailed(error, 'daily')),
    changed: deps.changed,
  })
  /** The folder that an owner chose, who is still at the till; null where they chose none. */
  async function chosenFolder(
    { passphrase, proof }: Asked,
    stillAdmitted: StillAdmitted,
  ): Promise<Result<string | null>> {
    if (Array.from(passphrase.normalize('NFKC')).length < shortestBackupPassphrase)
      return failure('backup-passphrase-short', '')
    const refused = (await whyNoProof(deps.vault, proof)) ?? stillAdmitted()
    if (refused) return refused
    const folder = await deps.chooseFolder()
    return stillAdmitted() ?? success(folder)
  }

  /** Makes one by hand in the folder that was chosen. */
  async function save(asked: Asked, stillAdmitted: StillAdmitted): Promise<Result<string | null>> {
    const by = person()
    const chosen = await chosenFolder(asked, stillAdmitted)
    if (!chosen.ok || chosen.value === null) return chosen
    const { value } = chosen
    const work = async () => success(await make(value, asked.passphrase, false))
    return reported(work, { by, how: 'by-hand' })
  }

  async function beginDaily(
    asked: Asked,
    stillAdmitted: StillAdmitted,
  ): Promise<Result<string | null>> {
    const by = person()
    const chosen = await chosenFolder(asked, stillAdmitted)
    if (!chosen.ok || chosen.value === null) return chosen
    const folder = chosen.value
    const work = async () => {
      // Tried first: a folder that cannot be written is said to the person who chose it.
      const file = await make(folder, asked.passphrase, true)
      const refused = stillAdmitted()
      if (refused) return refused
      auditLog.write('backup-daily-begun', by, { folder: basename(folder).slice(0, 300) })
      if (!deps.vault.ok || !deps.vault.vault.keepBackupPassphrase(asked.passphrase))
        throw new BackupFailed('backup-keys-closed', 'The passphrase cannot be sealed')
      settings.update(all => ({ ...all, backup: { folder } }))
      daily.forget()
      await daily.check()
      return success(file)
    }
    return reported(work, { by, how: 'daily' })
  }

  async function reported<Value>(
    work: () => Promise<Result<Value>>,
    { by, how }: { by: Person | null; how: string },
  ): Promise<Result<Value>> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof BackupFailed)) throw error
      auditLog.writeIfPossible('backup-failed', by, whyFailed(error, how))
      return failure(error.code, error.message)
    }
  }

  return {
    view: isLocked => ({
      folder: isLocked ? null : settings.get().backup.folder,
      lastAt: daily.lastAt(),
      failingSince: daily.failingSince(),
    }),
    save,
    beginDaily,
    endDaily() {
      auditLog.write('backup-daily-ended', person())
      settings.update(all => ({ ...all, backup: { folder: null } }))
      if (deps.vault.ok) deps.vault.vault.keepBackupPassphrase(null)
      daily.forget()
      deps.changed()
      return success(null)
    },
    showInFolder() {
      const file = last()
      if (file === null) return failure('not-allowed', 'No backup was made')
      deps.showItemInFolder(file)
      return success(null)
    },
    async choose(stillAdmitted) {
      const file = await deps.chooseFile()
      return stillAdmitted() ?? success(file && restore.choose(file))
    },
    inspect: passphrase => queue.run(() => answered(() => restore.inspect(passphrase))),
    async restore({ proof, accepted }, stillAdmitted) {
      const by = person()
      const refused = (await whyNoProof(deps.vault, proof)) ?? stillAdmitted()
      if (refused) return refused
      const done = await queue.run(() =>
        answered(() => restore.restore(accepted, { by, stillAdmitted })),
      )
      return done.ok ? (done.value ?? success(null)) : done
    },
    cancel: () => queue.run(async () => success(restore.cancel())),
    start() {
      // What a crash left of a backup or a restore that was not decided.
      for (const name of ['backup-work', 'restore-staging'])
        rmSync(join(dataFolder, name), { recursive: true, force: true })
      daily.start()
    },
    stop: daily.stop,
  }
}

/** Names and codes alone: a message may hold the name of a folder, which can be a person's. */
function whyFailed(error: unknown, how: string): AuditDetail {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected'
  return { how, result: code.slice(0, 60) }
}

/** 'locked': the till's own passphrase is still to be typed. */
function keptPassphrase(opening: VaultOpening): string | 'locked' | null {
  if (!opening.ok) return null
  const { state } = opening.vault.status()
  return state === 'locked' ? 'locked' : opening.vault.backupPassphrase()
}

async function answered<Value>(work: () => Promise<Value>): Promise<Result<Value>> {
  try {
    return success(await work())
  } catch (error) {
    const { code, message } = asBackupFailed(error, 'backup-not-read')
    return failure(code, message)
  }
}
