import type { Reply } from '../reply'
import type { BluntEffect, FaultAfter } from './fault'

/** What becomes of one request: the service's reply, perhaps spoilt, or a fault in its place. */
export type Outcome =
  | { executed: true; reply: Reply; fault: FaultAfter | null }
  | { executed: false; effect: BluntEffect }

/** The service answers, and nothing goes wrong. */
export const answered = (reply: Reply): Outcome => ({ executed: true, reply, fault: null })
