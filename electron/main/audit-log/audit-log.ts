import {
  type AuditAction,
  type AuditDetail,
  type AuditEntry,
  auditEntrySchema,
  type NumberedEntry,
} from '../../../shared/audit-entry'
import type { Person } from '../../../shared/person'
import type { AuditFile, AuditQuery } from './audit-file'
import { AuditLogFailed, type AuditOpeningDeps, createAuditOpening } from './audit-opening'

/** What was done at this till that is not a sale's event: append-only, encrypted, with when and who. */
export interface AuditLog {
  /** Returns once the entry is on the disk; throws AuditLogFailed. */
  write(action: AuditAction, person: Person | null, detail?: AuditDetail): void
  /**
   * The same, but where the passphrase has not been typed yet the entry is held, and written before the next
   * one that can be: for a till without staff, on which Practice asks for no passphrase.
   */
  writeOrHold(action: AuditAction, person: Person | null, detail?: AuditDetail): void
  /** For what must happen in any case, such as locking: an entry that could not be written is logged. */
  writeIfPossible(action: AuditAction, person: Person | null, detail?: AuditDetail): void
  /** Newest first; throws AuditLogFailed. */
  list(query: AuditQuery): NumberedEntry[]
  /** Whether there is a file of it. */
  exists(): boolean
  close(): void
}

/** More than people do before the passphrase is typed. */
const mostHeld = 1_000

/** The audit log, opened at its first use: before a passphrase was typed it cannot be. */
export function createAuditLog(deps: AuditOpeningDeps): AuditLog {
  const { clock, log, watch } = deps
  const opening = createAuditOpening(deps)
  let open: AuditFile | null = null
  const held: AuditEntry[] = []

  const using = <T>(work: (auditLog: AuditFile) => T, use: 'read' | 'write' = 'write'): T => {
    try {
      open ??= opening.open(use)
      writeHeld(open)
      return work(open)
    } catch (error) {
      // What reached the disk is unknown after a failed write: the next use opens it again.
      shut()
      if (error instanceof AuditLogFailed) throw error
      throw new AuditLogFailed('failed', error instanceof Error ? error.message : String(error))
    }
  }

  function writeHeld(auditLog: AuditFile): void {
    for (let first = held[0]; first; first = held[0]) {
      auditLog.append(first)
      held.shift()
    }
  }

  const shut = () => {
    const closing = open
    open = null
    if (closing) watch.closing('auditLog')
    closing?.close()
  }

  const entryOf = (
    action: AuditAction,
    person: Person | null,
    detail: AuditDetail = {},
  ): AuditEntry => ({
    at: clock.wall(),
    person,
    action,
    detail,
  })
  const write: AuditLog['write'] = (...entry) =>
    using(auditLog => auditLog.append(entryOf(...entry)))

  function writeOrHold(...entry: Parameters<AuditLog['write']>): void {
    try {
      write(...entry)
    } catch (error) {
      const isLocked = error instanceof AuditLogFailed && error.reason === 'locked'
      if (!isLocked || held.length >= mostHeld) throw error
      // What could not be read back would keep every later entry from being written.
      held.push(auditEntrySchema.parse(entryOf(...entry)))
    }
  }

  /** The passphrase may have been typed since the last entry. */
  function close(): void {
    try {
      if (held.length > 0) using(() => undefined)
    } catch (error) {
      for (const { action } of held) log.error('audit-entry-not-written', { action, error })
    }
    shut()
  }

  return {
    write,
    writeOrHold,
    writeIfPossible(action, person, detail) {
      try {
        write(action, person, detail)
      } catch (error) {
        log.error('audit-entry-not-written', { action, error })
      }
    },
    list: query => using(auditLog => auditLog.list(query), 'read'),
    exists: opening.exists,
    close,
  }
}
