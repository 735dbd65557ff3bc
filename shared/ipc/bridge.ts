import type { ArgumentOf, CallName, GroupName, Pushes, PushName, ValueOf } from './contract'
import type { Result } from './result'

/** What the preload puts into the window. Generic: it never grows with a new call. */
export interface Bridge {
  call(channel: string, argument: unknown): Promise<unknown>
  /** Returns the function that stops listening. */
  listen(channel: string, receive: (value: unknown) => void): () => void
}

/** The name under which the preload offers the bridge to the page. */
export const bridgeName = 'kauntaBridge'

/** The one form of a call's channel name; both ends build it here. */
export function channelOf(group: string, name: string): string {
  return `kaunta:${group}.${name}`
}

/** Answered once the till is open: the preload holds every call until then. */
export const openChannel = 'kaunta:open'

/** The one form of a push's channel name. */
export function pushChannelOf(name: PushName): string {
  return `kaunta-push:${name}`
}

/** A window's typed view of main: `till.payments.request(draft)`. */
export type TillCalls = {
  [Group in GroupName]: {
    [Name in CallName<Group>]: ArgumentOf<Group, Name> extends undefined
      ? () => Promise<Result<ValueOf<Group, Name>>>
      : (argument: ArgumentOf<Group, Name>) => Promise<Result<ValueOf<Group, Name>>>
  }
}

/** Listens to one of main's pushes, typed. */
export type Listen = <Name extends PushName>(
  name: Name,
  receive: (value: Pushes[Name]) => void,
) => () => void
