import { contractFirst, elementsOf, type Level, plainName, statusNames } from './answer-levels'
import { isCallWord } from './answer-words'
import { isOfItems, isStatusName, kindOfName, nameWords } from './field-names'
import { displayText } from './field-text'
import { isFields } from './json'
import { readAmount } from './money-read'

/**
 * A field that speaks of a payment's result without being its status word: it may object to PAID, and never makes it.
 * Whether it does depends on words and amounts, which `payments/judge-answer.ts` knows.
 */
export interface Mention {
  /** As it came, with the names of the objects around it: `refund.status`. */
  name: string
  value: string
  /** `certain` objects whatever it says; `result` unless it says paid; `text` where it says failed; `amount` below the sum. */
  kind: 'certain' | 'result' | 'text' | 'amount'
  /** Of `amount`; null where it cannot be read. */
  amount?: number | null
}

const longestName = 100
/** What is longer is cut, and then it equals no value that a person cleared. */
const longestValue = 200

/** Collects what an answer says of a result besides; `isOwn` are the payment's own words. */
export function mentionsIn(
  body: Level,
  isOwn: (level: Level, name: string, value: unknown) => boolean,
) {
  return contractFirst(body).flatMap(level =>
    mentionsOf(
      level.rest.filter(([name, value]) => !isOwn(level, plainName(name), value)),
      level.rest,
      [],
    ),
  )
}

type Entries = readonly (readonly [name: string, value: unknown])[]

function mentionsOf(entries: Entries, beside: Entries, around: readonly string[]): Mention[] {
  return entries.flatMap(([name, value]) => {
    const path = [...around, name]
    if (!isFields(value)) return mentionOf(path, value, beside)
    const inner = Object.entries(value).flatMap(([own, given]) =>
      elementsOf(given).map(each => [own, each] as const),
    )
    return mentionsOf(inner, inner, path)
  })
}

const none = /^(?:|null|false|no|none|n\/a|-|[+-]?0+(?:\.0*)?)$/
const zero = /^[+-]?0+(?:\.0*)?$/

function mentionOf(path: readonly string[], value: unknown, beside: Entries): Mention[] {
  const words = path.map(nameWords)
  const kind = kindOfName(words)
  if (kind === null) return []
  const text = Array.isArray(value) ? '' : String(value).trim()
  const isNo = none.test(text.toLowerCase())
  const found = {
    name: displayText(path.join('.'), longestName),
    value: displayText(text, longestValue),
  }
  const certain = (objects: boolean): Mention[] => (objects ? [{ ...found, kind: 'certain' }] : [])
  const [read] = kind === 'paid-amount' ? readAmount(value).amounts : []
  if (read) return [{ ...found, kind: 'amount', amount: read.value }]
  if (kind === 'trouble') return certain(!isNo)
  if (kind === 'done' || kind === 'paid-amount') return certain(isNo && !isOfItems(words))
  if (isNo) return certain(kind === 'result' && isStatusName(words) && saysNo(path, value, beside))
  const isFine = kind === 'result' && (isCallWord(text) || /^(?:true|2\d\d)$/i.test(text))
  return isFine ? [] : [{ ...found, kind }]
}

/**
 * `none` under a status's own name is its word. A zero is a result code of success, but where it stands instead of a word
 * next to another one.
 */
function saysNo(path: readonly string[], value: unknown, beside: Entries): boolean {
  const text = String(value).trim()
  if (['false', 'no'].includes(text.toLowerCase())) return true
  if (isWord(value) && statusNames.includes(plainName(path.at(-1) ?? ''))) return true
  return (
    zero.test(text) &&
    beside.some(([name, other]) => isStatusName([nameWords(name)]) && isWord(other))
  )
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' && /\p{L}/u.test(value)
}
