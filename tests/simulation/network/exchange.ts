import type { Exchange } from '../../../electron/main/service/transport'
import type { RawAnswer } from '../far-end/raw-answer'
import type { SeededRandom } from '../world/seeded-random'

/** Where in an answer's bytes the connection ends. */
export type Cut = 'status-line' | 'headers' | 'body' | 'whole'

const neverSent = [
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'ECONNRESET',
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

/** An answer whose bytes arrived whole and say something else, or nothing. */
export function garbled(raw: RawAnswer, random: SeededRandom): RawAnswer {
  const half = raw.body.slice(0, random.int(0, raw.body.length - 1))
  const bodies = ['', '{}', 'null', '[]', half, raw.body.replace('reference', 'referense')]
  // A status word without a payment, and a paid word outside the payment's own status.
  bodies.push('{"status":"paid","code":200,"data":{}}', '{"status":"completed","code":200}')
  return { ...raw, body: random.pick(bodies) }
}
