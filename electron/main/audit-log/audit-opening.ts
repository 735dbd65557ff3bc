import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Clock } from '../clock'
import type { Log } from '../diagnostics/log'
import type { ChainWatch } from '../hash-chain/chained-store'
import { createCrashMarker } from '../recovery/crash-marker'
import { createKeyedFiles, keyedFiles } from '../recovery/keyed-files'
import { quarantineLedger } from '../storage/quarantine'
import type { Vault, VaultOpening } from '../vault'
import { type AuditFile, openAuditFile } from './audit-file'

/** Thrown when an entry could not be written, or the log not be read. Then the action is not done. */
export class AuditLogFailed extends Error {
  override readonly name = 'AuditLogFailed'
  constructor(
    /** `locked`: the till's passphrase has to be typed first. */
    readonly reason: 'locked' | 'failed',
    detail: string,
  ) {
    super(detail)
  }
}

export interface AuditOpeningDeps {
  dataFolder: string
  vault: VaultOpening
  clock: Pick<Clock, 'wall'>
  log: Log
  watch: ChainWatch
}

/**
 * Opens the audit log's file. A file that is damaged, or whose key is gone, is set aside whole; the new one
 * says so in its first entry, as it does where the file was deleted.
 */
export function createAuditOpening(deps: AuditOpeningDeps) {
  const { clock, log, watch } = deps
  const file = join(deps.dataFolder, keyedFiles.auditLog)
  const marker = createCrashMarker(file)

  /** A note of a deleted file stays, and one that is missing is not written: the watch reports both. */
  const openFile = (key: Buffer, wasDeleted = false) =>
    openAuditFile(file, key, signer => {
      if (!wasDeleted) watch.begins('auditLog', signer)
    })

  /** The watch may write to this log, which has to be open by then. */
  const opened = (auditLog: AuditFile) => {
    watch.opened('auditLog', auditLog.chain)
    return auditLog
  }

  /** Null: there is a file, and nothing that opens it. */
  function keyOf(vault: Vault): Buffer | null {
    const key = vault.dataKey('auditLog', existsSync(file))
    if (key.state === 'ready') return key.key
    if (key.state === 'missing') return null
    throw new AuditLogFailed(
      key.state === 'locked' ? 'locked' : 'failed',
      `The key is ${key.state}`,
    )
  }

  /**
   * The file's key is sealed with a keychain that is gone, or another one: entries go to a new file, whose
   * first one names the old. Once its keychain is back, they go to the old one again.
   */
  function exchangeUnreadable(vault: Vault): void {
    if (vault.dataKey('auditLog', existsSync(file)).state !== 'unreadable') return
    const { state } = vault.status()
    // Nothing can be sealed before a person has chosen or typed a passphrase.
    if (state !== 'open') throw new AuditLogFailed('locked', `The vault is ${state}`)
    const files = createKeyedFiles({ ...deps, vault })
    const before = files.returnable('auditLog')[0]?.file
    const keptAs = before ? files.bringBack('auditLog', before).keptAs : files.startOver('auditLog')
    marker.lower()
    log.error('audit-log-set-aside', { keptAs })
    const why = before ? 'its keychain is back' : 'its key cannot be opened'
    begin(vault, keptAs ?? '', why).close()
  }

  function setAside(vault: Vault, why: string): AuditFile {
    const keptAs = quarantineLedger(file, new Date(clock.wall()))
    marker.lower()
    log.error('audit-log-set-aside', { keptAs })
    return opened(begin(vault, basename(keptAs), why))
  }

  function begin(vault: Vault, keptAs: string, why: string, wasDeleted = false): AuditFile {
    const key = keyOf(vault)
    const opening = key && openFile(key, wasDeleted)
    if (!opening?.ok) throw new AuditLogFailed('failed', 'A new audit log could not be made')
    const detail = { keptAs, why: why.slice(0, 300) }
    opening.file.append({ at: clock.wall(), person: null, action: 'audit-log-begun', detail })
    return opening.file
  }

  return {
    exists: () => existsSync(file),
    /** Throws AuditLogFailed. Only an entry that has to be written exchanges a file that cannot be read. */
    open(use: 'read' | 'write'): AuditFile {
      if (!deps.vault.ok) throw new AuditLogFailed('failed', `The vault is ${deps.vault.reason}`)
      const { vault } = deps.vault
      createKeyedFiles({ ...deps, vault }).finish()
      const isGone = !existsSync(file) && vault.dataKey('auditLog', true).state === 'ready'
      if (use === 'write') exchangeUnreadable(vault)
      if (isGone) {
        log.error('audit-log-gone', {})
        return opened(begin(vault, '', 'its file is gone', true))
      }
      const key = keyOf(vault)
      if (key === null) return setAside(vault, 'its key is gone')
      // Damaged bytes can abort the whole process: a till must not die of them at every sign-in.
      if (marker.isUp() && existsSync(file)) return setAside(vault, 'opening it never ended')
      marker.raise()
      const opening = openFile(key)
      marker.lower()
      if (opening.ok) return opened(opening.file)
      if (opening.reason !== 'damaged') throw new AuditLogFailed('failed', opening.detail)
      return setAside(vault, opening.detail)
    },
  }
}
