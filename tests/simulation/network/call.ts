import type { Accepted, Answer, StatusRead } from '../../../electron/main/service'
import type { Fate } from './weather'

/** One run of the till, from its start to its end. */
export interface Process {
  number: number
  /** False from a crash on: nothing that it does reaches anything any more. */
  alive: boolean
  /** When it ended, in time that really passed; null while it runs. */
  endedAt: number | null
  /** The keys that it calls with, written `account:number`. */
  keys: string
}

/** One call as the network saw it. Times are what really passed, ms. */
export interface Call {
  number: number
  process: Process
  at: number
  operation: 'create' | 'read'
  channel: 'mobile' | 'card'
  idempotencyKey: string | null
  /** A create's body, a read's reference. */
  text: string
  fate: Fate
  /** Its headers were handed to a socket: the far end may have it. */
  left: boolean
  /** The till ended it; what had not left by then never does. */
  ended: boolean
}

/** An answer as the till got it. */
export interface Delivery {
  call: Call
  at: number
  answer: Answer<Accepted> | Answer<StatusRead>
  /** Until when the service wants no call, in time that really passed; null when it did not say. */
  quietUntil: number | null
}
