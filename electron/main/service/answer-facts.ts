import { referenceText, statusText } from './field-text'
import { childrenOf, type Fields, isFields, SeveralValues } from './json'
import { type AmountRead, readAmount, readCurrency } from './money-read'

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
  amounts: readonly AmountRead[]
  /** In capitals, by their codes. */
  currencies: readonly string[]
}

/** A status word, as it was written. */
export interface StatusWord {
  word: string
  /**
   * `payment`: the payment's own. `call`: it stands next to the object that holds the payment and speaks of the
   * call. `elsewhere`: in a part of the answer that the till does not know.
   */
  of: 'payment' | 'call' | 'elsewhere'
}

/** Words with which a call says that it succeeded; a payment's own word only with its amount (money rule 5). */
export function isCallWord(word: string): boolean {
  return ['success', 'successful', 'ok'].includes(word.toLowerCase())
}

/** An object of the answer that can be the payment, or lead to it. */
export interface Level {
  /** Each name in lower case without `_` and `-`, with its values. */
  fields: ReadonlyMap<string, readonly unknown[]>
  inner: readonly Level[]
  /** What else it holds. */
  rest: readonly unknown[]
}

const innerNames = ['data', 'payment', 'transaction']
const referenceNames = ['reference', 'referenceid']
/** `provider_status` is the processor's raw word (§3.3): it is shown and decides nothing. */
const statusNames = ['status', 'state', 'paymentstatus', 'transactionstatus']
/** Of these, the ones with which an envelope speaks of the call. */
const callNames = ['status', 'state']

/** The objects of a body that can be the payment, the outermost first; null where the body is no object. */
export function levelOf(json: unknown): Level | null {
  const body = theObject(json)
  if (body === null) return null
  const fields = fieldsOf(body)
  const objects = innerNames.flatMap(name => valuesOf(fields, name).filter(isOneObject))
  const rest = [...fields.values()].flat().filter(value => !objects.includes(value))
  return { fields, inner: objects.flatMap(each => levelOf(each) ?? []), rest }
}

function fieldsOf(object: Fields): Map<string, unknown[]> {
  const fields = new Map<string, unknown[]>()
  for (const [name, value] of Object.entries(object)) {
    const plain = name.toLowerCase().replace(/[_-]/g, '')
    const values = value instanceof SeveralValues ? value.values : [value]
    fields.set(plain, [...(fields.get(plain) ?? []), ...values])
  }
  return fields
}

/** Collects what the answer says. `asked` is the reference of a status read; null for a create. */
export function collectFacts(body: Level, asked: string | null): AnswerFacts {
  const levels = contractFirst(body)
  const money = levels.flatMap(({ fields }) => valuesOf(fields, 'amount').map(readAmount))
  const currencies = levels.flatMap(({ fields }) =>
    valuesOf(fields, 'currency').flatMap(each => readCurrency(each) ?? []),
  )
  return {
    isEnvelope: isEnvelope(body),
    references: referencesIn(body),
    words: [
      ...levels.flatMap(level => wordsOf(level, asked)),
      ...levels.flatMap(({ rest }) => rest.flatMap(wordsElsewhere)),
    ],
    amounts: money.flatMap(({ amount }) => amount ?? []),
    currencies: [...money.flatMap(each => each.currencies), ...currencies],
  }
}

/** All levels in the order in which their fields count: of an envelope its content, else the body itself, first. */
export function contractFirst(body: Level): Level[] {
  const inner = body.inner.flatMap(each => allLevels(each))
  return isEnvelope(body) ? [...inner, body] : [body, ...inner]
}

/** The values of a field that are there. */
export function valuesOf(fields: Level['fields'], name: string): unknown[] {
  return (fields.get(name) ?? []).filter(value => value !== undefined && value !== null)
}

function allLevels(level: Level): Level[] {
  return [level, ...level.inner.flatMap(allLevels)]
}

function isEnvelope({ fields }: Level): boolean {
  return valuesOf(fields, 'data').some(isOneObject)
}

function isOneObject(value: unknown): boolean {
  return theObject(value) !== null
}

/** A list of one counts as its element. */
function theObject(value: unknown): Fields | null {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isFields(only) ? only : null
}

/** An envelope's own reference may be the request's: it counts where its content names none. */
function referencesIn(body: Level): string[] {
  const content = isEnvelope(body) ? body.inner.flatMap(allLevels).flatMap(referencesOf) : []
  return content.length > 0 ? content : contractFirst(body).flatMap(referencesOf)
}

function referencesOf({ fields }: Level): string[] {
  return referenceNames.flatMap(name =>
    valuesOf(fields, name).flatMap(each => referenceText(each) ?? []),
  )
}

function wordsOf(level: Level, asked: string | null): StatusWord[] {
  return statusNames.flatMap(name =>
    valuesOf(level.fields, name).flatMap(value => {
      const word = statusText(value)
      if (word === null) return []
      const isOfCall = callNames.includes(name) && level.inner.length > 0
      return { word, of: isOfCall && !isPaymentItself(level, word, asked) ? 'call' : 'payment' }
    }),
  )
}

/**
 * A payment may have an object `data` of its own. It names our reference, and its word is not one with which a
 * call succeeds, or nothing of a payment is in that object.
 */
function isPaymentItself(level: Level, word: string, asked: string | null): boolean {
  if (asked === null || !referencesOf(level).includes(asked)) return false
  return !isCallWord(word) || !level.inner.flatMap(allLevels).some(holdsPayment)
}

function holdsPayment({ fields }: Level): boolean {
  return [...referenceNames, ...statusNames, 'amount'].some(name => fields.has(name))
}

/** Words in the rest of the answer: a history, a list of several, an object with another name. */
function wordsElsewhere(value: unknown): StatusWord[] {
  const own = isFields(value) ? [...fieldsOf(value)] : []
  const words = own
    .filter(([name]) => statusNames.includes(name))
    .flatMap(([, values]) => values.flatMap(each => statusText(each) ?? []))
    .map(word => ({ word, of: 'elsewhere' as const }))
  return [...words, ...childrenOf(value).flatMap(wordsElsewhere)]
}
