import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BackupContent, NewerHere } from '../../../shared/backup'
import type { Failure } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import type { AuditLog } from '../audit-log/audit-log'
import type { StillAdmitted } from '../staff/access'
import type { SettingsKeeper } from '../storage/settings'
import type { VaultOpening } from '../vault'
import { BackupFailed } from './backup-error'
import { damaged } from './backup-format'
import { readBackup } from './backup-reader'
import { type Here, newerHere, salesIn } from './compare'
import { asBackupFailed, holdsWhatItSays } from './make-backup'
import type { Manifest } from './manifest'
import { type PrepareDeps, prepareRestore } from './prepare-restore'
import { emptyFolder, takeSnapshot } from './snapshot'

/** Goes on from a backup: chosen, read whole, shown, and only then put in the place of what is here. */
export interface Restore {
  /** Gives its name. */
  choose(file: string): string
  /** Throws BackupFailed; then nothing has changed. */
  inspect(passphrase: string): Promise<BackupContent>
  /**
   * `accepted`: what a person was told that this till has and the backup has not. Answers why that person may not
   * go on, or null. Throws BackupFailed.
   */
  restore(accepted: readonly NewerHere[], asked: AskedRestore): Promise<Failure | null>
  cancel(): null
}

interface AskedRestore {
  /** Who pressed the button. */
  by: Person | null
  stillAdmitted: StillAdmitted
}

export interface RestoreDeps extends Omit<PrepareDeps, 'person'> {
  vault: VaultOpening
  settings: SettingsKeeper
  auditLog: AuditLog
  person: () => Person | null
  version: string
  /** Ends the till and starts it again, which puts a prepared restore in place. */
  restart: () => void
}

/** Nothing is chosen yet. */
export function createRestore(deps: RestoreDeps): Restore {
  const folder = join(deps.dataFolder, 'restore-staging')
  let chosen: string | null = null
  let inspected: { manifest: Manifest; passphrase: string } | null = null

  function forget(): void {
    inspected = null
    rmSync(folder, { recursive: true, force: true })
  }

  async function read(file: string, passphrase: string): Promise<Manifest> {
    forget()
    emptyFolder(folder)
    try {
      const manifest = await readBackup(file, passphrase, folder, deps.random)
      if (!holdsWhatItSays(folder, manifest)) throw damaged('the end of its records')
      return manifest
    } catch (error) {
      forget()
      throw error
    }
  }

  /** What this till has; null where it cannot be read, so that all of it may be newer. */
  async function readHere(): Promise<Here | null> {
    if (!deps.vault.ok) return null
    const work = join(deps.dataFolder, 'backup-work')
    const { vault } = deps.vault
    try {
      const settings = deps.settings.get()
      const { stores, secrets } = await takeSnapshot(work, {
        ...deps,
        vault,
        settings,
        now: deps.clock.wall(),
      })
      return { stores, staff: secrets.staff, settingsGeneration: secrets.settingsGeneration }
    } catch (error) {
      if (error instanceof BackupFailed) return null
      throw error
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }

  return {
    choose(file) {
      forget()
      chosen = file
      return basename(file)
    },
    async inspect(passphrase) {
      if (chosen === null) throw new BackupFailed('backup-not-read', 'No file was chosen')
      const manifest = await read(chosen, passphrase)
      const here = await readHere()
      inspected = { manifest, passphrase }
      return {
        shop: manifest.shop,
        till: manifest.till,
        madeAt: manifest.madeAt,
        version: manifest.app,
        sales: salesIn(manifest.stores),
        people: manifest.secrets.staff.tries.length,
        salesHere: here ? salesIn(here.stores) : [],
        newerHere: newerHere(here, manifest),
        passphraseForTill: deps.keychain === null,
      }
    },
    async restore(accepted, { by, stillAdmitted }) {
      if (inspected === null) throw new BackupFailed('backup-not-read', 'No backup was read')
      const { manifest, passphrase } = inspected
      const here = await readHere()
      if (newerHere(here, manifest).some(one => !accepted.includes(one)))
        throw new BackupFailed('backup-changed', 'This till has changed since')
      // Reading takes long, and another person may be at the till by now.
      const refused = stillAdmitted()
      if (refused) return refused
      const madeAt = new Date(manifest.madeAt).toISOString()
      // In the log that is set aside: the restored one has an entry of its own.
      deps.auditLog.writeOrHold('restore-begun', by, { madeAt, till: manifest.till })
      try {
        await prepareRestore({ ...deps, person: by }, { folder, manifest, passphrase, here })
      } catch (error) {
        // It is half prepared: it has to be read again.
        forget()
        deps.auditLog.writeIfPossible('not-done', by, { call: 'backup.restore' })
        throw asBackupFailed(error, 'backup-not-restored')
      }
      deps.restart()
      return null
    },
    cancel() {
      chosen = null
      forget()
      return null
    },
  }
}
