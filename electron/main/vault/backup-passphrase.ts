import { openSealed, orNull, sealSurely } from './sealer'
import type { VaultState } from './vault-state'

/** The passphrase that the daily backups are encrypted with: no person types it each day. */
export interface BackupPassphrase {
  /** Null where there is none, or nothing opens it now. */
  backupPassphrase(): string | null
  /** Null forgets it. False where nothing can be sealed now. Throws what the store throws. */
  keepBackupPassphrase(passphrase: string | null): boolean
}

const name = 'backup/passphrase'

export function createBackupPassphrase(state: VaultState): BackupPassphrase {
  return {
    backupPassphrase() {
      const kept = state.document().backupPassphrase
      const sealing = kept && state.sealing(kept.method)
      if (!kept || sealing?.state !== 'ready') return null
      return openSealed(sealing.sealer, name, kept.value)?.toString('utf8') ?? null
    },
    keepBackupPassphrase(passphrase) {
      const document = state.document()
      if (passphrase === null) {
        state.commit({ ...document, backupPassphrase: null })
        return true
      }
      const sealing = state.sealing()
      if (sealing.state !== 'ready') return false
      const { method, backend } = sealing.sealer
      const value = orNull(() => sealSurely(sealing.sealer, name, Buffer.from(passphrase)))
      if (value === null) return false
      state.commit({ ...document, backupPassphrase: { method, backend, value } })
      return true
    },
  }
}
