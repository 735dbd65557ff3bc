import type { LeastRole, Recording } from '../../../shared/ipc/call'
import { callsByName } from '../../../shared/ipc/contract'
import type { Caller } from '../../../shared/ipc/handlers'
import { type Failure, type FailureCode, failure } from '../../../shared/ipc/result'
import type { Person } from '../../../shared/person'
import { admit } from '../people/access'
import { isProvenCall, type ProvenCall, whyNoProof } from '../people/owner-proof'
import type { Staff } from '../people/staff'
import type { FolderLock } from '../store/folder-lock'
import type { TillStore } from '../store/till-store'

/** A call that may be made. */
export interface Admitted extends Caller {
  ok: true
}

/** Checks every call before its handler: who may make it, and what goes into the audit log. */
export interface Guard {
  /** `name` is `group.call`; `argument` is as it came, for an approval is for that very argument. */
  admit(name: string, least: LeastRole, argument: unknown): Admitted | Failure
  /** Why this call is not proven to be an owner's, where it takes a proof: `whyNoProof`. Null at once for other calls. */
  prove(call: RecordedCall, caller: Caller): Promise<Failure | null> | null
  /**
   * Puts a call in the audit log and carries it out; throws StoreFailed, and then it is not carried out. A change of
   * settings and its entry are one transaction.
   */
  perform<Value>(call: RecordedCall, work: () => Value): Value
  /** A call that was recorded was not carried out after all. `person` made it. */
  recordFailure(name: string, code: FailureCode, person: Person | null): void
}

export interface RecordedCall {
  name: string
  /** As it was parsed. */
  argument: unknown
  approvedBy: Person | null
}

interface GuardDeps {
  store: Pick<TillStore, 'together' | 'closed' | 'document' | 'proofs' | 'proves'>
  staff: Pick<Staff, 'at' | 'person' | 'session' | 'takeApproval'>
  auditLog: Pick<TillStore, 'record' | 'recordIfPossible'>
}

/** The guard on the till's staff and record. */
export function createGuard({ store, staff, auditLog }: GuardDeps): Guard {
  function record({ name, argument, approvedBy }: RecordedCall): void {
    const recording = recordingOf(name)
    if (recording === null) return
    const { action, detail } = recording(argument)
    const approved = approvedBy && { approvedBy: approvedBy.name }
    auditLog.record(action, staff.person(), { ...detail, ...approved })
  }

  async function proven(
    name: ProvenCall,
    argument: unknown,
    { person, stillAdmitted }: Caller,
  ): Promise<Failure | null> {
    // Sound: the argument was parsed by the schema of this very call.
    const typed = argument as { proof: string }
    const refused = await whyNoProof(name, typed, { store, isSignedIn: person !== null })
    // A call without a sign-in stays allowed: the first owner may be added while it runs.
    return refused ?? (person && stillAdmitted())
  }

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
    prove({ name, argument }, caller) {
      return isProvenCall(name) ? proven(name, argument, caller) : null
    },
    perform(call, work) {
      const carryOut = () => {
        record(call)
        return work()
      }
      return isOneChange(call.name) ? store.together(carryOut) : carryOut()
    },
    recordFailure(name, code, person) {
      if (recordingOf(name) || code === 'session-ended')
        auditLog.recordIfPossible('not-done', person, { call: name, code })
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

/** Calls that change the till's document and nothing else, before any wait. */
function isOneChange(name: string): boolean {
  return name.startsWith('settings.') || name === 'updates.save' || name === 'shop.forget'
}

function recordingOf(name: string): Recording<unknown> | null {
  const audit = callsByName.get(name)?.audit
  // Sound: the argument was parsed by the schema of this very call.
  return typeof audit === 'function' ? (audit as Recording<unknown>) : null
}

/** Each call of a window is refused once the lock is lost; `lost` is called for the first. */
export function guardFolder(guard: Guard, lock: FolderLock, lost: () => void): Guard {
  let isLost = false
  return {
    ...guard,
    admit(...call) {
      if (!isLost && lock.isHeld()) return guard.admit(...call)
      if (!isLost) lost()
      isLost = true
      return failure('till-fault', 'The lock of the data folder is lost')
    },
  }
}
