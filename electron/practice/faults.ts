import type { Reply } from './http'

/*
 * A fault is what goes wrong with one request. It happens before the request is executed (nothing
 * is created) or after (the payment is created, and only the answer is lost or wrong). A till cannot
 * see the difference and must not guess it.
 */

/** What comes instead of the service's answer. */
export type ReplacingEffect =
  /** The connection closes without an answer. */
  | { kind: 'drop' }
  /** The same with a TCP reset. */
  | { kind: 'reset' }
  /** No answer, and the connection stays open. */
  | { kind: 'hang' }
  /** An answer that is not the service's. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body: string }

/** What the service's own answer becomes. */
type ChangingEffect =
  /** Only this many bytes of the body arrive. */
  | { kind: 'cut'; bytes: number }
  /** It is this many bytes longer, by blanks: correct, but too large. */
  | { kind: 'pad'; bytes: number }

interface FaultBefore {
  when: 'before'
  delayMs?: number
  /** Absent: the request is executed once the delay is over. */
  effect?: ReplacingEffect
}

export interface FaultAfter {
  when: 'after'
  delayMs?: number
  /** Absent: the service's answer, only late. */
  effect?: ReplacingEffect | ChangingEffect
}

export type Fault = FaultBefore | FaultAfter

/** The result of one request: the service's reply, maybe with a fault, or a fault instead of it. */
export type Outcome =
  | { executed: true; reply: Reply; fault: FaultAfter | null }
  | { executed: false; effect: ReplacingEffect }

/** The service answers, without a fault. */
export const answered = (reply: Reply): Outcome => ({ executed: true, reply, fault: null })
