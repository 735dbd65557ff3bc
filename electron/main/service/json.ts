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
  const text = new TextDecoder().decode(bytes)
  try {
    // The engine's own parser may be nested in as deep as memory reaches; the exact one may not.
    JSON.parse(text)
  } catch {
    return { ok: false }
  }
  return { ok: true, json: parse(withoutDepths(text), undefined, { parseNumber, onDuplicateKey }) }
}

/**
 * The same JSON, where the whole of it or its own `data` is a text of JSON, as some gateways write it: read once, and
 * only where the text holds an object or a list. No other field is: a name or a note may be anything.
 */
export function unwrapped(json: unknown): unknown {
  if (typeof json === 'string') return structureIn(json) ?? json
  if (!isFields(json)) return json
  const entries = Object.entries(json).map(([name, value]) => {
    const isText = name.toLowerCase() === 'data' && typeof value === 'string'
    return [name, isText ? (structureIn(value) ?? value) : value] as const
  })
  return Object.fromEntries(entries)
}

function structureIn(text: string): unknown {
  const read = parseJson(Buffer.from(text))
  return read.ok && typeof read.json === 'object' ? read.json : null
}

/** No service nests deeper what it means: what is deeper becomes null (money rule 14), so readers may recurse. */
const deepest = 64

/** Of sound JSON: there each string ends, and each bracket has its other one. */
function withoutDepths(json: string): string {
  const kept: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]+|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') {
      if (depth === deepest) kept.push(json.slice(from, index), 'null')
      depth++
    } else if (token === ']' || token === '}') {
      depth--
      if (depth === deepest) from = index + 1
    }
  }
  return kept.join('') + json.slice(from)
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

/** As `withoutSecret`, for a text that was not parsed: JSON may write each letter with a backslash or by its code. */
export function withoutSpelledSecret(text: string, secret: string): string {
  if (secret.length < shortestSecret) return text
  const spelled = [...secret].map(letter => {
    const code = (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')
    const inAnyCase = code.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)
    return `(?:\\\\?${letter.replace(/\W/, '\\$&')}|\\\\u${inAnyCase})`
  })
  return text.replaceAll(new RegExp(spelled.join(''), 'g'), shown)
}
