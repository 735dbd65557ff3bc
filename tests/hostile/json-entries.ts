import { gunzipSync } from 'node:zlib'
import type { Exchange } from '../../electron/main/service/exchange'

/** One value that is no object and no list, with the keys above it. A key that is repeated comes repeatedly. */
export interface JsonEntry {
  /** In its object; what is in a list stands under the list's own key. Null where nothing has one. */
  key: string | null
  /** The keys around that, from the outside. */
  above: readonly string[]
  /** What a string says; null for any other value. */
  text: string | null
  /** A number as it is written; null for any other value. */
  number: string | null
}

/** Everything in a whole JSON body of an HTTP success; null where the answer is no such thing. */
export function successEntries(exchange: Exchange): readonly JsonEntry[] | null {
  const isSuccess = exchange.kind === 'response' && exchange.status >= 200 && exchange.status <= 299
  return isSuccess ? jsonEntries(exchange) : null
}

/** The same of any answer. */
export function jsonEntries(exchange: Exchange): readonly JsonEntry[] | null {
  if (exchange.kind === 'failure' || exchange.body.kind !== 'whole') return null
  const json = plainBytes(exchange.body.bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  return isJson(json) ? entriesIn(json) : null
}

function plainBytes(bytes: Buffer): Buffer {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    return isCompressed ? gunzipSync(bytes) : bytes
  } catch {
    // Cut or damaged: it is no JSON either.
    return bytes
  }
}

/** Can the text be parsed? */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // The one thing that can be thrown says that it is none.
    return false
  }
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

/** Walks valid JSON token by token: no parser, so nothing that a parser leaves out is lost. */
function entriesIn(json: string): JsonEntry[] {
  const entries: JsonEntry[] = []
  const keys: (string | null)[] = []
  let key: string | null = null
  let last: string | null = null
  const note = () => {
    if (last === null) return
    const text = last.startsWith('"') ? (JSON.parse(last) as string) : null
    const isNumber = /^-?\d/.test(last)
    const named = keys.filter(each => each !== null)
    const [own, above] = key === null ? [named.at(-1) ?? null, named.slice(0, -1)] : [key, named]
    entries.push({ key: own, above, text, number: isNumber ? last : null })
    last = null
  }
  for (const [found] of json.matchAll(token)) {
    if (found === ':') {
      key = JSON.parse(last ?? '""') as string
      last = null
      continue
    }
    if (found === '{' || found === '[') keys.push(key)
    else if (found === '}' || found === ']' || found === ',') note()
    else {
      last = found
      continue
    }
    if (found === '}' || found === ']') keys.pop()
    key = null
  }
  note()
  return entries
}
