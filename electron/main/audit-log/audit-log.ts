import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Person } from '../../../shared/person'
import {
  type Act,
  type ActDetail,
  type NumberedAct,
  type RecordedAct,
  recordedActSchema,
} from '../../../shared/record'
import type { Clock } from '../clock'
import type { Log } from '../diagnostics/log'
import type { ChainWatch } from '../hash-chain/chained-store'
import { createCrashMarker } from '../recovery/crash-marker'
import { createKeyedFiles } from '../recovery/keyed-files'
import { quarantineLedger } from '../storage/quarantine'
import type { Vault, VaultOpening } from '../vault'
import { type AuditFile, openAuditFile } from './audit-file'

/** Thrown when an act could not be put on the record, or the record not be read. Then it is not done. */
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

/** The till's own record of acts that are not a sale's events: append-only, encrypted, with when and who. */
export interface AuditLog {
  /** Returns once the act is on the disk; throws AuditLogFailed. */
  write(act: Act, person: Person | null, detail?: ActDetail): void
  /**
   * The same, but where the passphrase has not been typed yet the act is held, and written before the next
   * one that can be: for a till without staff, on which Practice asks for no passphrase.
   */
  writeOrHold(act: Act, person: Person | null, detail?: ActDetail): void
  /** For what must happen in any case, such as locking: an act that could not be written is logged. */
  writeIfPossible(act: Act, person: Person | null, detail?: ActDetail): void
  /** Newest first; throws AuditLogFailed. */
  list(query: { before: number | null; limit: number }): NumberedAct[]
  close(): void
}

interface RecordDeps {
  dataFolder: string
  vault: VaultOpening
  clock: Pick<Clock, 'wall'>
  log: Log
  watch: ChainWatch
}

/** More than anybody does before the passphrase is typed. */
const mostHeld = 1_000

/**
 * The record, opened at its first use: before a passphrase was typed it cannot be. A record that is
 * damaged, or whose key is gone, is set aside whole and a new one says so in its first act.
 */
export function createAuditLog(deps: RecordDeps): AuditLog {
  const { clock, log, watch } = deps
  const file = join(deps.dataFolder, 'record.db')
  const guard = createCrashMarker(file)
  let open: AuditFile | null = null
  const held: RecordedAct[] = []

  const using = <T>(work: (record: AuditFile) => T, use: 'read' | 'write' = 'write'): T => {
    try {
      open ??= openRecord(use)
      writeHeld(open)
      return work(open)
    } catch (error) {
      // What reached the disk is unknown after a failed write: the next use opens and looks anew.
      shut()
      if (error instanceof AuditLogFailed) throw error
      throw new AuditLogFailed('failed', error instanceof Error ? error.message : String(error))
    }
  }

  function writeHeld(record: AuditFile): void {
    for (let first = held[0]; first; first = held[0]) {
      record.append(first)
      held.shift()
    }
  }

  const shut = () => {
    const closing = open
    open = null
    if (closing) watch.closing('record')
    closing?.close()
  }

  const openFile = (key: Buffer) =>
    openAuditFile(file, key, signer => watch.begins('record', signer))

  /** What it is told may write to this record, which has to be open by then. */
  const opened = (record: AuditFile) => {
    watch.opened('record', record.chain)
    return record
  }

  function openRecord(use: 'read' | 'write'): AuditFile {
    if (!deps.vault.ok) throw new AuditLogFailed('failed', `The vault is ${deps.vault.reason}`)
    createKeyedFiles({ ...deps, vault: deps.vault.vault }).finish()
    // A look changes nothing: only an act that has to be written begins another record.
    if (use === 'write') exchangeUnreadable(deps.vault.vault)
    const key = keyOf(deps.vault.vault)
    if (key === null) return startOver(deps.vault.vault, 'its key is gone')
    // Damaged bytes can abort the whole process: a till must not die of them at every sign-in.
    if (guard.isUp() && existsSync(file))
      return startOver(deps.vault.vault, 'opening it never ended')
    guard.raise()
    const opening = openFile(key)
    guard.lower()
    if (opening.ok) return opened(opening.file)
    if (opening.reason !== 'damaged') throw new AuditLogFailed('failed', opening.detail)
    return startOver(deps.vault.vault, opening.detail)
  }

  /** Null: there is a record, and nothing that opens it. */
  function keyOf(vault: Vault): Buffer | null {
    const key = vault.dataKey('record', existsSync(file))
    if (key.state === 'ready') return key.key
    if (key.state === 'missing') return null
    throw new AuditLogFailed(
      key.state === 'locked' ? 'locked' : 'failed',
      `The key is ${key.state}`,
    )
  }

  /**
   * The record's key is sealed with a keychain that is gone, or another one: acts go on a new record,
   * beginning with where the old one is. Once its keychain is back, they go on the old one again.
   */
  function exchangeUnreadable(vault: Vault): void {
    if (vault.dataKey('record', existsSync(file)).state !== 'unreadable') return
    const { state } = vault.status()
    // Nothing can be sealed before somebody has chosen or typed a passphrase.
    if (state !== 'open') throw new AuditLogFailed('locked', `The vault is ${state}`)
    const files = createKeyedFiles({ ...deps, vault })
    const before = files.returnable('record')[0]?.file
    const keptAs = before ? files.bringBack('record', before).keptAs : files.startOver('record')
    guard.lower()
    log.error('record-set-aside', { keptAs })
    sayBegun(vault, keptAs ?? '', before ? 'its keychain is back' : 'its key cannot be opened')
  }

  function sayBegun(vault: Vault, keptAs: string, why: string): void {
    const key = keyOf(vault)
    const opening = key && openFile(key)
    if (!opening?.ok) throw new AuditLogFailed('failed', 'A new record could not be begun')
    appendBegun(opening.file, keptAs, why)
    opening.file.close()
  }

  function startOver(vault: Vault, why: string): AuditFile {
    const keptAs = quarantineLedger(file, new Date(clock.wall()))
    guard.lower()
    log.error('record-set-aside', { keptAs })
    const key = keyOf(vault)
    const opening = key && openFile(key)
    if (!opening?.ok) throw new AuditLogFailed('failed', 'A new record could not be begun')
    appendBegun(opening.file, basename(keptAs), why)
    return opened(opening.file)
  }

  function appendBegun(record: AuditFile, keptAs: string, why: string): void {
    record.append({
      at: clock.wall(),
      person: null,
      act: 'record-begun',
      detail: { keptAs, why: why.slice(0, 300) },
    })
  }

  const acted = (act: Act, person: Person | null, detail: ActDetail = {}): RecordedAct => ({
    at: clock.wall(),
    person,
    act,
    detail,
  })
  const write: AuditLog['write'] = (...act) => using(record => record.append(acted(...act)))

  function writeOrHold(...act: Parameters<AuditLog['write']>): void {
    try {
      write(...act)
    } catch (error) {
      const isLocked = error instanceof AuditLogFailed && error.reason === 'locked'
      if (!isLocked || held.length >= mostHeld) throw error
      // What could not be read back would keep every later act from being written.
      held.push(recordedActSchema.parse(acted(...act)))
    }
  }

  /** The passphrase may have been typed since the last act. */
  function close(): void {
    try {
      if (held.length > 0) using(() => undefined)
    } catch (error) {
      for (const { act } of held) log.error('act-not-recorded', { act, error })
    }
    shut()
  }

  return {
    write,
    writeOrHold,
    writeIfPossible(act, person, detail) {
      try {
        write(act, person, detail)
      } catch (error) {
        log.error('act-not-recorded', { act, error })
      }
    },
    list: query => using(record => record.list(query), 'read'),
    close,
  }
}
