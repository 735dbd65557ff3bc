import type { Post } from '../../../electron/main/service/transport'
import type { ServiceRequest } from '../simulated-service/request'
import type { Fate } from './weather'

/** One run of the till, from its start to its end. */
export interface Process {
  number: number
  /** False from a crash on: nothing that it does reaches anything any more. */
  alive: boolean
  /** When it ended, in time that really passed; null while it runs. */
  endedAt: number | null
  /** When a COMMIT of it failed: nothing that it learns after that is written. Null while it can write. */
  diskFailedAt: number | null
  /** The keys that it calls with, written `account:number`. */
  keys: string
}

/** One call as the network saw it. Times are what really passed, ms. */
export interface Call extends Omit<ServiceRequest, 'keys'> {
  number: number
  process: Process
  at: number
  fate: Fate
  /** What the till handed to its transport. */
  post: Post
  /** Its headers were handed to a socket: the service may have it. */
  left: boolean
  /** When it ended for the till, null while it has not; what had not left by then never does. */
  endedAt: number | null
}
