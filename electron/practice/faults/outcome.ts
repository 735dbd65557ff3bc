import type { Reply } from '../reply'
import type { FaultAfter, ReplacingEffect } from './fault'

/** The result of one request: the service's reply, maybe with a fault, or a fault instead of it. */
export type Outcome =
  | { executed: true; reply: Reply; fault: FaultAfter | null }
  | { executed: false; effect: ReplacingEffect }

/** The service answers, without a fault. */
export const answered = (reply: Reply): Outcome => ({ executed: true, reply, fault: null })
