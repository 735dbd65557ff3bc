import { type Hint, hintsIn } from './answer-hints'
import {
  contractFirst,
  fieldsOf,
  isEnvelope,
  isStatusName,
  type Level,
  levelsBelow,
  referenceNames,
  referencesOf,
  statusNames,
  valuesOf,
} from './answer-levels'
import { displayText, statusText } from './field-text'
import { childrenOf, isFields } from './json'
import { type AmountRead, currenciesOf, readAmount } from './money-read'

/**
 * What an answer says about a payment (§2.1). Nothing in it is judged: `payments/judge-answer.ts` does that.
 * Every usual form is read alike: enveloped or flat, nested, a list of one, any spelling of the names.
 */
export interface AnswerFacts {
  /** An object `data` (§4) answers the call; without one only our reference shows whose the answer is. */
  isEnvelope: boolean
  /** In the order in which they count for a new payment: the contract's place first. */
  references: readonly string[]
  words: readonly StatusWord[]
  /** What speaks of a state without being its word. */
  hints: readonly Hint[]
  amounts: readonly AmountRead[]
  /** In capitals, by their codes. */
  currencies: readonly string[]
}

/** A status word, as it was written. */
export interface StatusWord {
  word: string
  /**
   * `payment`: the payment's own. `call`: next to the object that holds the payment, or to an HTTP code; it speaks
   * of the call. `elsewhere`: in a part of the answer that the till does not know, of a payment all the same. `other`:
   * there, of any kind; or under another name of a status, or no text.
   */
  of: 'payment' | 'call' | 'elsewhere' | 'other'
}

/** Words with which a call says that it succeeded; a payment's own word only with its amount (money rule 5). */
export function isCallWord(word: string): boolean {
  return ['success', 'successful', 'ok'].includes(word.toLowerCase())
}

/** Of a status's names, the ones with which an envelope speaks of the call. */
const callNames = ['status', 'state']
const longestOther = 64

/** Collects what the answer says. `asked` is the reference of a status read; null for a create. */
export function collectFacts(body: Level, asked: string | null): AnswerFacts {
  const levels = contractFirst(body)
  const money = levels.flatMap(({ fields }) => valuesOf(fields, 'amount').map(readAmount))
  const currencies = levels.flatMap(({ fields }) => currenciesOf(fields))
  return {
    isEnvelope: isEnvelope(body),
    references: referencesIn(body),
    words: [
      ...levels.flatMap(level => wordsOf(level, level === body, asked)),
      ...levels.flatMap(({ rest }) => rest.flatMap(wordsElsewhere)),
    ],
    hints: hintsIn(body),
    amounts: money.flatMap(({ amounts }) => amounts),
    currencies: [...money.flatMap(each => each.currencies), ...currencies],
  }
}

/** An envelope's own reference may be the request's: it counts where its content names none. */
function referencesIn(body: Level): string[] {
  const content = isEnvelope(body) ? referencesOfAll(levelsBelow(body)) : []
  return content.length > 0 ? content : referencesOfAll(contractFirst(body))
}

function referencesOfAll(levels: readonly Level[]): string[] {
  return levels.flatMap(({ fields }) => referencesOf(fields))
}

function wordsOf(level: Level, isBody: boolean, asked: string | null): StatusWord[] {
  return [...level.fields.keys()].filter(isStatusName).flatMap(name =>
    valuesOf(level.fields, name).flatMap((value): StatusWord[] => {
      const word = statusText(value)
      const mayBeCall = callNames.includes(name) && speaksOfCall(level, isBody)
      if (word === null || !statusNames.includes(name)) return mayBeCall ? [] : otherWords(value)
      return [{ word, of: mayBeCall && !isPaymentItself(level, word, asked) ? 'call' : 'payment' }]
    }),
  )
}

/** The value, where it is text, a number or a yes or no; of an object or a list, what is in it. */
function otherWords(value: unknown): StatusWord[] {
  if (typeof value === 'object') return childrenOf(value).flatMap(otherWords)
  const word = displayText(String(value), longestOther)
  return word === '' ? [] : [{ word, of: 'other' }]
}

/** Its `status` stands next to what holds the payment, or to the number of an HTTP status. */
function speaksOfCall(level: Level, isBody: boolean): boolean {
  if (isBody && (isEnvelope(level) || hasCode(level))) return true
  return levelsBelow(level).some(holdsPayment)
}

function hasCode({ fields }: Level): boolean {
  return valuesOf(fields, 'code').some(
    code => typeof code === 'number' || (typeof code === 'string' && /^\d+$/.test(code)),
  )
}

/** A payment may have a `code` or an object `data` of its own: it names our reference, and what else makes it one. */
function isPaymentItself(level: Level, word: string, asked: string | null): boolean {
  if (asked === null || !referencesOf(level.fields).includes(asked)) return false
  const hasAmount = level.fields.has('amount')
  if (hasCode(level) && (!hasAmount || isCallWord(word))) return false
  if (!isCallWord(word)) return true
  const below = levelsBelow(level)
  return !below.some(holdsPayment) || (hasAmount && !below.some(holdsStatus))
}

function holdsStatus({ fields }: Level): boolean {
  return statusNames.some(name => fields.has(name))
}

function holdsPayment(level: Level): boolean {
  return holdsStatus(level) || [...referenceNames, 'amount'].some(name => level.fields.has(name))
}

/** Words in the rest of the answer: a history, a list of several, an object with another name. */
function wordsElsewhere(value: unknown): StatusWord[] {
  const fields = isFields(value) ? fieldsOf(value) : new Map<string, unknown[]>()
  const isMoney = [...referenceNames, 'amount'].some(name => fields.has(name))
  const words = [...fields].flatMap(([name, values]) => {
    const isPayments = statusNames.includes(name) && (isMoney || !callNames.includes(name))
    const texts = isStatusName(name) ? values.flatMap(each => statusText(each) ?? []) : []
    return texts.map((word): StatusWord => ({ word, of: isPayments ? 'elsewhere' : 'other' }))
  })
  return [...words, ...childrenOf(value).flatMap(wordsElsewhere)]
}
