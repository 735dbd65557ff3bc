import type { Exchange } from './transport'

const shown = Buffer.from('[hidden]')
/** A shorter text could be a word of the answer's own; no service gives out such a secret. */
const shortestSecret = 8

/**
 * Takes the secret out of a response's body, where a far end that is out of order may repeat what it was
 * sent: "key … is not valid". Answers are shown, kept in the ledger and cross to the window (§5.2).
 */
export function withoutSecret(exchange: Exchange, secret: string): Exchange {
  if (exchange.kind === 'failure' || exchange.body.kind !== 'whole') return exchange
  if (secret.length < shortestSecret) return exchange
  // Some JSON writers put a backslash before each slash.
  const ways = [secret, secret.replaceAll('/', '\\/')]
  const bytes = ways.reduce(replaced, exchange.body.bytes)
  return bytes === exchange.body.bytes ? exchange : { ...exchange, body: { kind: 'whole', bytes } }
}

function replaced(bytes: Buffer, secret: string): Buffer {
  const sought = Buffer.from(secret, 'latin1')
  const pieces: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, from)) {
    pieces.push(bytes.subarray(from, at), shown)
    from = at + sought.length
  }
  return pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(from)])
}
