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
    const text = new TextDecoder().decode(bytes)
    const json = parse(text, undefined, { parseNumber, onDuplicateKey })
    return isDeeper(json, deepest) ? { ok: false } : { ok: true, json }
  } catch {
    // The parser says "this is not JSON", or its stack is full.
    return { ok: false }
  }
}

/** No service nests deeper; what reads the JSON may recurse. */
const deepest = 64

function isDeeper(json: unknown, than: number): boolean {
  let values = [json]
  for (let depth = 0; depth <= than && values.length > 0; depth += 1)
    values = values.flatMap(childrenOf)
  return values.length > 0
}

/** What an object, a list or a repeated name holds. */
export function childrenOf(value: unknown): unknown[] {
  if (value instanceof SeveralValues) return value.values
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

function parseNumber(text: string): number | string {
  const value = Number(text)
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value)
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
  if (Array.isArray(json)) return json.map(each => withoutSecret(each, secret))
  if (json instanceof SeveralValues)
    return new SeveralValues(json.values.map(each => withoutSecret(each, secret)))
  if (!isFields(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, withoutSecret(value, secret)]),
  )
}
