import { inspect } from 'node:util'

/** A text that nothing prints, logs or sends by accident. */
export interface Secret {
  /** The text itself. For one place only: the header line of a call. */
  reveal(): string
  /** Enough for a person to tell two keys apart; dots when that would give much of it away. */
  lastFour(): string
}

const REDACTED = '[redacted]'
const HIDDEN_ENDING = '••••'

/** Below this length four characters are a significant part of the secret. */
const SHORTEST_WITH_ENDING = 12

/**
 * Wraps a secret text. It lives in a closure: no property holds it, whatever inspects the object,
 * and structured clone (also Electron's IPC) refuses an object that has functions.
 */
export function createSecret(text: string): Secret {
  const redacted = () => REDACTED
  return Object.freeze({
    reveal: () => text,
    lastFour: () => (text.length < SHORTEST_WITH_ENDING ? HIDDEN_ENDING : text.slice(-4)),
    toString: redacted,
    toJSON: redacted,
    [Symbol.toPrimitive]: redacted,
    [inspect.custom]: redacted,
  })
}
