import { contractFirst, fieldsOf, isStatusName, type Level, statusNames } from './answer-levels'
import { displayText, statusText } from './field-text'
import { childrenOf, isFields } from './json'

/** What an answer says of a payment's state without a status word of it: it may speak against PAID, never for it. */
export interface Hint {
  word: string
  /** False where the answer says no to the word. */
  isYes: boolean
  /** As it is shown. */
  text: string
}

/** A yes or a no under these names says the same of another word. A status that is a no is no success. */
const synonyms = new Map([
  ['error', 'failed'],
  ['refunded', 'reversed'],
  ...statusNames.map(name => [name, 'success'] as const),
])
/** A no to it speaks of the shop's own money, which is often paid out days later. */
const ofPayout = 'settled'
const longestText = 64

/** Collects the hints of an answer: `is_paid: false`, the call's own status in an object, a refund that is done. */
export function hintsIn(body: Level): Hint[] {
  const ofLevels = contractFirst(body).flatMap(({ fields }) => [
    ...yesOrNoHints(fields),
    ...callHints(fields),
  ])
  return [...ofLevels, ...refundHints(body.fields)]
}

function yesOrNoHints(fields: Level['fields']): Hint[] {
  return [...fields].flatMap(([name, values]) => {
    const [, prefix = '', plain = ''] = /^(is|was|hasbeen|has)?(.*)$/.exec(name) ?? []
    const isStatus = statusNames.includes(name)
    return values.flatMap((value): Hint[] => {
      const isYes = yesOrNo(value, { noByNumber: !isStatus, yesByNumber: prefix !== '' })
      if (isYes === null || (plain === ofPayout && !isYes)) return []
      const text = displayText(`${name}: ${String(value)}`, longestText)
      return [{ word: synonyms.get(plain) ?? plain, isYes, text }]
    })
  })
}

/** A number is a status, an amount or a count as well: 0 is a no to most names, and 1 a yes to few. */
function yesOrNo(value: unknown, by: { noByNumber: boolean; yesByNumber: boolean }) {
  const plain = typeof value === 'object' ? '' : String(value).trim().toLowerCase()
  if (plain === 'false' || (by.noByNumber && plain === '0')) return false
  return plain === 'true' || (by.yesByNumber && plain === '1') ? true : null
}

/** What an object or a list says in the place of a status word. */
function callHints(fields: Level['fields']): Hint[] {
  const texts = statusNames.flatMap(name =>
    (fields.get(name) ?? []).filter(value => typeof value === 'object').flatMap(textsIn),
  )
  return texts.map(text => ({ word: text, isYes: true, text }))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'object') return childrenOf(value).flatMap(textsIn)
  return [statusText(value) ?? []].flat()
}

/** Of a refund, done means that the money went back. */
function refundHints(fields: Level['fields']): Hint[] {
  return [...fields].flatMap(([name, values]) => {
    if (!/refund|reversal|chargeback/.test(name))
      return values.flatMap(objectsIn).flatMap(refundHints)
    const own = isStatusName(name) ? values.flatMap(value => statusText(value) ?? []) : []
    return [...own, ...values.flatMap(statusTextsIn)].map(word => {
      const isBack = word.toLowerCase() === 'refunded'
      return {
        word: isBack ? 'reversed' : word,
        isYes: isBack,
        text: displayText(`${name}: ${word}`, longestText),
      }
    })
  })
}

function statusTextsIn(value: unknown): string[] {
  return objectsIn(value).flatMap(fields =>
    [...fields].flatMap(([name, values]) => [
      ...(isStatusName(name) ? values.flatMap(each => statusText(each) ?? []) : []),
      ...values.flatMap(statusTextsIn),
    ]),
  )
}

/** The objects that a value is or lists. */
function objectsIn(value: unknown): Level['fields'][] {
  return [value].flat(Infinity).filter(isFields).map(fieldsOf)
}
