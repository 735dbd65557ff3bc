import { withoutHidden } from '../../../shared/plain-text'

/** What a field speaks of, by the words of its name and of the objects around it (docs/decisions/0027). */
export type NameKind =
  /** A status, a result, a reason. */
  | 'result'
  /** An error, a refund, a cancellation. */
  | 'trouble'
  /** Whether it was paid or completed. */
  | 'done'
  /** How much was paid. */
  | 'paid-amount'
  /** A sentence for people, or the processor's raw word (§3.3). */
  | 'text'

const results = /^(?:stat(?:us|e)|result|outcome|response|reason)(?:e?s)?$/
const statuses = /^stat(?:us|e)(?:e?s)?$/
const troubles =
  /^(?:errors?|expired|pending|(?:fail|cancel|declin|reject|refund|revers|void|chargeback|dispute).*)$/
const dones = /^(?:paid|(?:success|complete).*)$/
const texts = /^(?:message|description|desc|text|details?|remarks?)$/
const received = /^(?:paid|received|collected)$/
const sums = /^(?:amount|value|total|sum)$/
/** Of something else: an address, a time, a number of times, whether it may be done. */
const aside = /^(?:urls?|links?|at|date|time|ms|id|count|.*able)$/
const links = /^(?:urls?|links?)$/
const ofOthers = /^(?:customer|address|merchant)$/
const items = /^(?:items?|lines|products)$/
/** Names that some services write without a mark between their words. */
const glued =
  /^(payment|transaction|txn|order|is|was|has|status|result|response|error|failure|reason)(status|state|result|code|desc|description|message|text|reason|paid|completed)$/

/** The words of a name, in lower case: split at capitals and at whatever is no letter. */
export function nameWords(name: string): string[] {
  return withoutHidden(name, '')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .flatMap(word => glued.exec(word)?.slice(1) ?? [word])
    .filter(word => word !== '')
}

/** Does a name speak of a status, and not of a reason or a result? */
export function isStatusName(path: readonly string[][]): boolean {
  return path.flat().some(word => statuses.test(word))
}

/** Does it stand in a list of what was sold? */
export function isOfItems(path: readonly string[][]): boolean {
  return path.flat().some(word => items.test(word))
}

/** What a field speaks of, by the words of each name from the outside to its own; null where of no result. */
export function kindOfName(path: readonly string[][]): NameKind | null {
  const words = path.flat()
  const has = (form: RegExp) => words.some(word => form.test(word))
  const ends = (name: readonly string[] | undefined, form: RegExp) => form.test(name?.at(-1) ?? '')
  if (has(ofOthers) || ends(path.at(-1), aside)) return null
  // Of an object its content speaks, and a time is none; what links lead to is not said of the payment.
  if (path.some(name => ends(name, links))) return null
  if (has(received) && has(sums)) return 'paid-amount'
  if (has(troubles)) return 'trouble'
  if (path.at(-1)?.some(word => texts.test(word))) return 'text'
  if (has(dones) && !has(statuses)) return 'done'
  if (has(results)) return words.includes('provider') ? 'text' : 'result'
  return words.join() === 'code' ? 'result' : null
}
