import { readResult } from '../../electron/main/payments/polling/decide-read'
import { attemptResult } from '../../electron/main/payments/sending/decide-attempt'
import { type Accepted, readAccepted } from '../../electron/main/service/accepted'
import type { Answer } from '../../electron/main/service/answer'
import { interpret } from '../../electron/main/service/interpret'
import { readStatus, type StatusRead } from '../../electron/main/service/status-read'
import type { Exchange } from '../../electron/main/service/transport'
import { applyEvent } from '../../shared/payment/life'

/** The way from the wire to the ledger, in the parts that a planted fault can replace. */
export interface Parsers {
  accepted(exchange: Exchange, now: number): Answer<Accepted>
  /** `asked` is the reference that the read asked about. */
  status(exchange: Exchange, asked: string, now: number): Answer<StatusRead>
  attemptResult: typeof attemptResult
  readResult: typeof readResult
  applyEvent: typeof applyEvent
}

/** The till's own. */
export const realParsers: Parsers = {
  accepted: (exchange, now) => interpret(exchange, readAccepted, now),
  status: (exchange, asked, now) => interpret(exchange, readStatus(asked), now),
  attemptResult,
  readResult,
  applyEvent,
}
