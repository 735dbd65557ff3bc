import { codeOf } from './failure'
import type { ResponseHeaders } from './rate-limit'
import type { Sent } from './service-response'

/** A response's body, as far as it came. */
export type BodyRead =
  | { kind: 'whole'; bytes: Buffer }
  | { kind: 'too-large' }
  | { kind: 'cut-off'; code: string }

/** Reads a body to its end; the pool counts the bytes as they come and stops a too large one. Never rejects. */
export async function readBody(stream: AsyncIterable<Buffer>): Promise<BodyRead> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk)
    return { kind: 'whole', bytes: Buffer.concat(chunks) }
  } catch (error) {
    const code = codeOf(error)
    return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
      ? { kind: 'too-large' }
      : { kind: 'cut-off', code }
  }
}

export type JsonRead = { ok: true; json: unknown } | { ok: false }

/** Parses bytes as JSON in UTF-8. What is not UTF-8 becomes U+FFFD: a name in another encoding costs no payment (money rule 14). */
export function parseJson(bytes: Buffer): JsonRead {
  try {
    return { ok: true, json: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    // The only thing that can be thrown here says "this is not JSON", which is the answer.
    return { ok: false }
  }
}

/** An answer: its headers came. */
export interface HttpResponse {
  kind: 'response'
  status: number
  headers: ResponseHeaders
  body: BodyRead
}

/** No response headers came. */
export interface HttpFailure {
  kind: 'failure'
  sent: Sent
  code: string
}

/** What became of one request on the wire. */
export type Exchange = HttpResponse | HttpFailure

const shown = Buffer.from('[hidden]')
/** A shorter text could be a word of the answer's own; no service gives out such a key. */
const shortestKey = 8

/**
 * Takes the API key and secret out of a response's body, where a service that is out of order may repeat what it
 * was sent: "key … is not valid". Answers are shown, kept in the ledger and cross to the window (§5.2).
 */
export function withoutKeys(exchange: Exchange, keys: readonly string[]): Exchange {
  if (exchange.kind === 'failure' || exchange.body.kind !== 'whole') return exchange
  const sought = keys
    .filter(key => key.length >= shortestKey)
    // The longer first: one may begin with the other.
    .toSorted((one, other) => other.length - one.length)
    // Some JSON writers put a backslash before each slash.
    .flatMap(key => [key, key.replaceAll('/', '\\/')])
  const bytes = sought.reduce(replaced, exchange.body.bytes)
  return bytes === exchange.body.bytes ? exchange : { ...exchange, body: { kind: 'whole', bytes } }
}

function replaced(bytes: Buffer, key: string): Buffer {
  const sought = Buffer.from(key, 'latin1')
  const pieces: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, from)) {
    pieces.push(bytes.subarray(from, at), shown)
    from = at + sought.length
  }
  return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(from)])
}
