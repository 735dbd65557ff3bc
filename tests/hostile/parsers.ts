import { decideRead } from '../../electron/main/payments/polling/decide-read'
import { decideAttempt } from '../../electron/main/payments/sending/decide-attempt'
import { type Accepted, readAccepted } from '../../electron/main/service/accepted'
import type { Exchange } from '../../electron/main/service/exchange'
import { interpret } from '../../electron/main/service/interpret'
import type { ServiceResponse } from '../../electron/main/service/service-response'
import { readStatus, type StatusRead } from '../../electron/main/service/status-read'
import { applyEvent } from '../../shared/payment/reducer'

/** The way from the wire to the ledger, in the parts that a planted fault can replace. */
export interface Parsers {
  accepted(exchange: Exchange, now: number): ServiceResponse<Accepted>
  /** `asked` is the reference that the read asked about. */
  status(exchange: Exchange, asked: string, now: number): ServiceResponse<StatusRead>
  decideAttempt: typeof decideAttempt
  decideRead: typeof decideRead
  applyEvent: typeof applyEvent
}

/** No answer repeats it: hiding it is tested with the client. */
const secret = 'sk-live-0123456789abcdef'

/** The till's own. */
export const realParsers: Parsers = {
  accepted: (exchange, now) => interpret(exchange, readAccepted(false), { now, secret }),
  status: (exchange, asked, now) => interpret(exchange, readStatus(asked), { now, secret }),
  decideAttempt: decideAttempt,
  decideRead: decideRead,
  applyEvent,
}
