import {
  contractFirst,
  isEnvelope,
  type Level,
  levelsBelow,
  referenceNames,
  referencesOf,
  statusNames,
  valuesOf,
} from './answer-levels'
import { isCallWord } from './answer-words'
import { statusText } from './field-text'
import { type Mention, mentionsIn } from './mentions'
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
  /** The payment's own, as they were written. */
  words: readonly string[]
  /** The answer has a status word, be it the call's. */
  hasStatus: boolean
  /** What else speaks of the result. */
  mentions: readonly Mention[]
  amounts: readonly AmountRead[]
  /** In capitals, by their codes. */
  currencies: readonly string[]
}

/** Of a status's names, the ones with which an envelope speaks of the call. */
const callNames = ['status', 'state']

/** Collects what the answer says. `asked` is the reference of a status read; null for a create. */
export function collectFacts(body: Level, asked: string | null): AnswerFacts {
  const levels = contractFirst(body)
  const money = levels.flatMap(({ fields }) => valuesOf(fields, 'amount').map(readAmount))
  const currencies = levels.flatMap(({ fields }) => currenciesOf(fields))
  const isOwnWord = (level: Level, name: string, value: unknown) =>
    isWord(level, name, value) && !isOfCall(level, { name, value, isBody: level === body, asked })
  return {
    isEnvelope: isEnvelope(body),
    references: referencesIn(body),
    words: levels.flatMap(level =>
      statusNames.flatMap(name =>
        valuesOf(level.fields, name)
          .filter(value => isOwnWord(level, name, value))
          .map(value => statusText(value) ?? ''),
      ),
    ),
    hasStatus: levels.some(({ fields }) =>
      statusNames.some(name => valuesOf(fields, name).some(value => statusText(value) !== null)),
    ),
    mentions: mentionsIn(body, isOwnWord),
    amounts: money.flatMap(({ amounts }) => amounts),
    currencies: [...money.flatMap(each => each.currencies), ...currencies],
  }
}

/** Of a list of several no element is the payment's word. */
function isWord({ fields }: Level, name: string, value: unknown): boolean {
  return (
    statusNames.includes(name) &&
    statusText(value) !== null &&
    valuesOf(fields, name).includes(value)
  )
}

/** An envelope's own reference may be the request's: it counts where its content names none. */
function referencesIn(body: Level): string[] {
  const content = isEnvelope(body) ? referencesOfAll(levelsBelow(body)) : []
  return content.length > 0 ? content : referencesOfAll(contractFirst(body))
}

function referencesOfAll(levels: readonly Level[]): string[] {
  return levels.flatMap(({ fields }) => referencesOf(fields))
}

interface StatusField {
  name: string
  value: unknown
  isBody: boolean
  asked: string | null
}

/** It speaks of the call: next to the object that holds the payment, or to the number of an HTTP status. */
function isOfCall(level: Level, { name, value, isBody, asked }: StatusField): boolean {
  const word = statusText(value) ?? ''
  const mayBeCall = callNames.includes(name) && speaksOfCall(level, word, isBody)
  return mayBeCall && !isPaymentItself(level, word, asked)
}

function speaksOfCall(level: Level, word: string, isBody: boolean): boolean {
  if (isBody && isEnvelope(level)) return true
  // Below the body a word of its own may stand next to a code of its own.
  if (hasCode(level) && (isBody || isCallWord(word))) return true
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
