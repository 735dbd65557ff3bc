import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import type { TaskQueue } from '../connections/task-queue'
import { BackupFailed } from './backup-error'
import { makeBackup } from './make-backup'
import type { RestoreDeps } from './restore'

/** Makes backups, each with its audit entry. */
interface RecordedBackups {
  /** A backup without its audit entry is deleted again. Throws BackupFailed or AuditLogFailed. */
  make(folder: string, passphrase: string, isDaily: boolean): Promise<string>
  /** The file that was made last in this run. */
  last(): string | null
}

/** No backup was made yet. */
export function createRecordedBackups(deps: RestoreDeps, queue: TaskQueue): RecordedBackups {
  const { settings, auditLog, vault, person } = deps
  let made: string | null = null

  return {
    last: () => made,
    make(folder, passphrase, isDaily) {
      const by = isDaily ? null : person()
      return queue.run(async () => {
        if (!vault.ok) throw new BackupFailed('backup-keys-closed', vault.reason)
        const order = { vault: vault.vault, folder, passphrase, isDaily }
        const { file } = await makeBackup({ ...deps, settings: settings.get }, order)
        try {
          const how = isDaily ? 'daily' : 'by-hand'
          auditLog.write('backup-made', by, { how, file: basename(file).slice(0, 300) })
        } catch (error) {
          rmSync(file, { force: true })
          throw error
        }
        made = file
        return file
      })
    },
  }
}
