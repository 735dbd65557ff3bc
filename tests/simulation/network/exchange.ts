import type { Exchange } from '../../../electron/main/service/exchange'
import { emptyBodies } from '../../support/answer-grammar/payment-answer'
import type { SeededRandom } from '../../support/seeded-random'
import type { RawAnswer } from '../simulated-service/raw-answer'
import { saysNothing } from '../simulated-service/saying'

/** Where in an answer's bytes the connection ends. */
export type Cut = 'status-line' | 'headers' | 'body' | 'whole'

const neverSent = [
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['CERT_HAS_EXPIRED', 'ECONNRESET'],
]
const lost = ['ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'EPIPE']

/** A request whose headers no socket ever had. One error code means both: it decides nothing. */
export function unsent(random: SeededRandom): Exchange {
  return { kind: 'failure', sent: 'no', code: random.pick(neverSent) }
}

/** A request that left and was not answered. */
export function unanswered(random: SeededRandom): Exchange {
  return { kind: 'failure', sent: 'maybe', code: random.pick(lost) }
}

/** The connection opened too late: the till did not want the request to go any more (money rule 7). */
export const tooLate: Exchange = { kind: 'failure', sent: 'no', code: 'TOO_LATE' }

/** The till itself ended the call. */
export function ended(sent: 'no' | 'maybe'): Exchange {
  return { kind: 'failure', sent, code: 'CLIENT_CLOSED' }
}

/** An answer that came, cut where `cut` says, as the transport would hand it over. */
export function answered(raw: RawAnswer, cut: Cut): Exchange {
  if (cut === 'status-line') return { kind: 'failure', sent: 'maybe', code: 'HPE_INVALID_CONSTANT' }
  if (cut === 'headers') return { kind: 'failure', sent: 'maybe', code: 'UND_ERR_SOCKET' }
  const { status, headers, body } = raw
  const bytes = Buffer.from(body)
  return {
    kind: 'response',
    status,
    headers,
    body: cut === 'body' ? { kind: 'cut-off', code: 'UND_ERR_SOCKET' } : { kind: 'whole', bytes },
  }
}

/** Did all bytes of an answer arrive, and only these? Then the till has what its sendQueue said. */
export function isIntact(exchange: Exchange, raw: RawAnswer): boolean {
  return (
    exchange.kind === 'response' &&
    exchange.status === raw.status &&
    exchange.body.kind === 'whole' &&
    exchange.body.bytes.equals(Buffer.from(raw.body))
  )
}

/**
 * An answer whose bytes arrived whole and say nothing of the payment: half of it, or a status word that is not
 * the payment's own. A create's answer has no reference then.
 */
export function garbled(raw: RawAnswer, random: SeededRandom): RawAnswer {
  const half = raw.body.slice(0, random.int(0, raw.body.length - 1))
  const bodies = [half, '', '{}', 'null', '[]', ...emptyBodies]
  return { ...raw, body: random.pick(bodies), saying: saysNothing }
}

/** A status answer about a payment that was not asked about, paid, in the form that has no envelope. */
export function ofOtherPayment(raw: RawAnswer): RawAnswer {
  const body = {
    status: 'COMPLETED',
    reference_id: 'R-LEFT-OVER',
    amount: '15000.00',
    currency: 'TZS',
    message: 'Transaction found',
  }
  return { ...raw, status: 200, body: JSON.stringify(body), saying: { about: 'other-payment' } }
}
