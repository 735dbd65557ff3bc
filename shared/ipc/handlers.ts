import type { Person } from '../person'
import type { CallName, GroupName, ParsedOf, ValueOf } from './contract'
import type { Failure, Result } from './result'

/** To be asked after every wait: why the person who made the call may not go on with it, or null. */
export type StillAdmitted = () => Failure | null

/** What a handler may know of who makes a call. It stays the same when another person signs in meanwhile. */
export interface Caller {
  /** Who is signed in. */
  person: Person | null
  /** Who allowed it, where their own role is not enough. */
  approvedBy: Person | null
  /** Null while the same person is still signed in, without a break, and still may make this call. */
  stillAdmitted: StillAdmitted
}

/** Whether the caller may go on with a call after a wait. */
export function stillOf(caller: Caller | undefined): StillAdmitted {
  return () => caller?.stillAdmitted() ?? null
}

/** Main's side of the contract: one handler a call, complete, or it does not compile. A part implements its group. */
export type Handlers = {
  [Group in GroupName]: {
    [Name in CallName<Group>]: (
      argument: ParsedOf<Group, Name>,
      caller?: Caller,
    ) => Result<ValueOf<Group, Name>> | Promise<Result<ValueOf<Group, Name>>>
  }
}

/** The calls that one part answers: `class Updates implements HandlersOf<'updates'>`. */
export type HandlersOf<Group extends GroupName> = Handlers[Group]
