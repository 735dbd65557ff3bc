import type { LeastRole } from '../../../shared/ipc/call'
import type { FailureCode } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import type { AuditLog } from '../audit-log/audit-log'
import { type Admission, admit } from '../staff/access'
import type { Staff } from '../staff/staff'
import { type Recording, recordedCalls } from './recorded-calls'

/** What stands before every handler: who may, and what goes on the record. */
export interface Guard {
  /** `name` is `group.call`; `argument` is as it came, for an approval is for that very argument. */
  admit(name: string, least: LeastRole, argument: unknown): Admission
  /** Before a call is carried out; throws AuditLogFailed, and then it is not. */
  record(name: string, argument: unknown, approvedBy: Person | null): void
  /** A call that was recorded was not carried out after all. */
  recordFailure(name: string, code: FailureCode): void
}

interface GuardDeps {
  staff: Pick<Staff, 'at' | 'person' | 'takeApproval'>
  record: Pick<AuditLog, 'write' | 'writeOrHold' | 'writeIfPossible'>
}

/** The guard on the till's staff and record. */
export function createGuard({ staff, record }: GuardDeps): Guard {
  return {
    admit: (name, least, argument) =>
      admit(least, staff.at(), () => {
        const text = argumentText(argument)
        return text === null ? null : staff.takeApproval(name, text)
      }),
    record(name, argument, approvedBy) {
      const recording = recordingOf(name)
      if (recording === null) return
      const { act, detail } = recording(argument)
      const approved = approvedBy && { approvedBy: approvedBy.name }
      // Without staff there is no sign-in, and Practice never asks for the passphrase (decision 4).
      const write = staff.at().state === 'none' ? record.writeOrHold : record.write
      write(act, staff.person(), { ...detail, ...approved })
    },
    recordFailure(name, code) {
      if (recordingOf(name))
        record.writeIfPossible('not-done', staff.person(), { call: name, code })
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
