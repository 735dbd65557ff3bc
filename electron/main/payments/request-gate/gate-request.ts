import type { ServiceResponse } from '../../service'
import type { CallPriority } from './admission'

/** Makes an admitted call; the gate learns from its answer. `readOf` is the payment that is read. */
export type Run = <T>(
  call: () => Promise<ServiceResponse<T>>,
  readOf?: string,
) => Promise<ServiceResponse<T>>

export type Rejected = 'keys-rejected' | 'asked-to-wait' | 'stopped'

/** A request for one call. */
export interface GateRequest {
  /** Who asks: in trouble, a key whose probe failed lets the others try first. */
  key: string
  priority: CallPriority
  /** Within a priority the smallest goes first. */
  since: number
  /** A person waits for it: it does not wait for the till's own pauses, only for the service's. */
  atOnce?: boolean
  /** It repeats what failed: it goes only while the retry budget lasts. */
  repeat?: boolean
  /** It was admitted. It checks again what it wants: returning without calling uses no quota. */
  begin: (run: Run) => void
  /** It must not wait long: called, and the request is removed, when it cannot go soon. */
  turnedAway?: (why: Rejected) => void
}
