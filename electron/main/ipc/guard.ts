import type { LeastRole } from '../../../shared/ipc/call'
import { type Failure, type FailureCode, failure } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import type { AuditLog } from '../audit-log/audit-log'
import { admit, type StillAdmitted } from '../staff/access'
import type { Staff } from '../staff/staff'
import { type Recording, recordedCalls } from './recorded-calls'

/** That a call may be made, by whom, and whether it still may be after a wait. */
export interface Admitted {
  ok: true
  /** Who is signed in. */
  person: Person | null
  /** Who allowed it, where their own role is not enough. */
  approvedBy: Person | null
  /**
   * To be asked after every wait for a person: null while the same person is still signed in, without a break,
   * and still may make this call.
   */
  stillAdmitted: StillAdmitted
}

/** Checks every call before its handler: who may make it, and what goes into the audit log. */
export interface Guard {
  /** `name` is `group.call`; `argument` is as it came, for an approval is for that very argument. */
  admit(name: string, least: LeastRole, argument: unknown): Admitted | Failure
  /** Before a call is carried out; throws AuditLogFailed, and then it is not. */
  record(name: string, argument: unknown, approvedBy: Person | null): void
  /** A call that was recorded was not carried out after all. `person` made it. */
  recordFailure(name: string, code: FailureCode, person: Person | null): void
}

interface GuardDeps {
  staff: Pick<Staff, 'at' | 'person' | 'session' | 'takeApproval'>
  auditLog: Pick<AuditLog, 'write' | 'writeOrHold' | 'writeIfPossible'>
}

/** The guard on the till's staff and record. */
export function createGuard({ staff, auditLog }: GuardDeps): Guard {
  return {
    admit(name, least, argument) {
      const admission = admit(least, staff.at(), () => {
        const text = argumentText(argument)
        return text === null ? null : staff.takeApproval(name, text)
      })
      if (!admission.ok) return admission
      const { approvedBy } = admission
      const session = staff.session()
      return {
        ok: true,
        person: staff.person(),
        approvedBy,
        stillAdmitted() {
          if (staff.session() !== session) return failure('session-ended', name)
          const again = admit(least, staff.at(), () => approvedBy)
          return again.ok ? null : again
        },
      }
    },
    record(name, argument, approvedBy) {
      const recording = recordingOf(name)
      if (recording === null) return
      const { action, detail } = recording(argument)
      const approved = approvedBy && { approvedBy: approvedBy.name }
      // Without staff there is no sign-in, and Practice never asks for the passphrase (decision 4).
      const write = staff.at().state === 'none' ? auditLog.writeOrHold : auditLog.write
      write(action, staff.person(), { ...detail, ...approved })
    },
    recordFailure(name, code, person) {
      if (recordingOf(name) || code === 'session-ended')
        auditLog.writeIfPossible('not-done', person, { call: name, code })
    },
  }
}

/**
 * An argument as the text that an approval names: both come from the same page, in the same order. Null for
 * what has none (a ring, a BigInt, a nest too deep): it has not been through its schema yet.
 */
function argumentText(argument: unknown): string | null {
  try {
    return argument === undefined ? '' : JSON.stringify(argument)
  } catch {
    return null
  }
}

function recordingOf(name: string): Recording<unknown> | null {
  // Sound: the argument was parsed by the schema of this very call.
  return (recordedCalls as { [name: string]: Recording<unknown> | null })[name] ?? null
}
