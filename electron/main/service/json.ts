import { parse } from 'lossless-json'

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** The different values of a name that an object gives more than once: none of them is the last word. */
export class SeveralValues {
  constructor(readonly values: unknown[]) {}
}

export type JsonRead = { ok: true; json: unknown } | { ok: false }

/**
 * Parses bytes as JSON in UTF-8, exactly: a whole number that a float cannot hold stays text, and a name with
 * different values keeps them all. What is not UTF-8 becomes U+FFFD: a name in another encoding costs no payment
 * (money rule 14).
 */
export function parseJson(bytes: Uint8Array): JsonRead {
  try {
    return { ok: true, json: cut(parseExactly(new TextDecoder().decode(bytes)), deepest) }
  } catch {
    // The only thing that can be thrown here says "this is not JSON", which is the answer.
    return { ok: false }
  }
}

function parseExactly(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber, onDuplicateKey })
  } catch (error) {
    // Nested thousands deep, its stack is full; the engine's own parser has none.
    if (error instanceof RangeError) return parseDeep(text)
    throw error
  }
}

/** No service nests deeper what it means: the rest is left out (money rule 14), and what reads the JSON may recurse. */
const deepest = 64

function cut(json: unknown, depth: number): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (depth === 0) return null
  return mapChildren(json, child => cut(child, depth - 1))
}

function mapChildren(json: object, change: (child: unknown) => unknown): unknown {
  if (json instanceof SeveralValues) return new SeveralValues(json.values.map(change))
  if (Array.isArray(json)) return json.map(change)
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, change(value)]))
}

/** What an object, a list or a repeated name holds. */
export function childrenOf(value: unknown): unknown[] {
  if (value instanceof SeveralValues) return value.values
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

/** The same for text that is sound JSON; of a name with different values the last one counts. */
function parseDeep(text: string): unknown {
  JSON.parse(text)
  // Of sound JSON each string ends: a long number is one that stands in none.
  const quoted = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g
  return JSON.parse(text.replace(quoted, each => (each.startsWith('"') ? each : `"${each}"`)))
}

function parseNumber(text: string): number | string {
  const value = Number(text)
  const isExact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
  return isExact ? value : text
}

function onDuplicateKey({ oldValue, newValue }: { oldValue: unknown; newValue: unknown }): unknown {
  if (!(oldValue instanceof SeveralValues)) return new SeveralValues([oldValue, newValue])
  oldValue.values.push(newValue)
  return oldValue
}

export function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null) return false
  return !Array.isArray(value) && !(value instanceof SeveralValues)
}

const shown = '[hidden]'
/** A shorter text could be a word of the answer's own; no service gives out such a secret. */
const shortestSecret = 8

/**
 * The same JSON without the API secret, which a service that is out of order may repeat: "secret … is not valid".
 * Answers are shown, kept in the ledger and cross to the window (§5.2). The API key is public (§5.1) and stays.
 */
export function withoutSecret(json: unknown, secret: string): unknown {
  if (secret.length < shortestSecret) return json
  if (typeof json === 'string') return json.replaceAll(secret, shown)
  if (typeof json !== 'object' || json === null) return json
  return mapChildren(json, child => withoutSecret(child, secret))
}
