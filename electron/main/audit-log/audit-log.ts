import type { Person } from '../../../shared/person'
import {
  type Act,
  type ActDetail,
  type NumberedAct,
  type RecordedAct,
  recordedActSchema,
} from '../../../shared/record'
import type { AuditFile, AuditQuery } from './audit-file'
import { AuditLogFailed, type AuditOpeningDeps, createAuditOpening } from './audit-opening'

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
  list(query: AuditQuery): NumberedAct[]
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
  const held: RecordedAct[] = []

  const using = <T>(work: (record: AuditFile) => T, use: 'read' | 'write' = 'write'): T => {
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
    exists: opening.exists,
    close,
  }
}
