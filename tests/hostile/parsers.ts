import { attemptResult } from '../../electron/main/payments/attempt-result'
import { readResult } from '../../electron/main/payments/read-result'
import {
  type Accepted,
  readCardAccepted,
  readMobileAccepted,
} from '../../electron/main/service/accepted'
import type { Answer } from '../../electron/main/service/answer'
import { interpret } from '../../electron/main/service/interpret'
import {
  readCardStatus,
  readMobileStatus,
  type StatusRead,
} from '../../electron/main/service/status-read'
import type { Exchange } from '../../electron/main/service/transport'
import { applyEvent } from '../../shared/payment/life'
import type { Channel } from '../../shared/payment/sale'

/** The way from the wire to the ledger, in the parts that a planted fault can replace. */
export interface Parsers {
  accepted(exchange: Exchange, channel: Channel, now: number): Answer<Accepted>
  status(exchange: Exchange, channel: Channel, now: number): Answer<StatusRead>
  attemptResult: typeof attemptResult
  readResult: typeof readResult
  applyEvent: typeof applyEvent
}

/** The till's own. */
export const realParsers: Parsers = {
  accepted: (exchange, channel, now) =>
    interpret(exchange, channel === 'card' ? readCardAccepted : readMobileAccepted, now),
  status: (exchange, channel, now) =>
    interpret(exchange, channel === 'card' ? readCardStatus : readMobileStatus, now),
  attemptResult,
  readResult,
  applyEvent,
}
