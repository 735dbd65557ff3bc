import type { Amount } from '../../../shared/money'
import type { Mismatch } from '../../../shared/payment/event'
import type { Objection, ObjectionMeaning, Ruling } from '../../../shared/payment/objections'
import {
  type Doubt,
  meaningOf,
  type StatusMeaning,
  type StatusWords,
} from '../../../shared/payment/status-words'
import { type AnswerFacts, anyShilling, isCallWord, type Mention } from '../service'

/** What an answer means for the payment that was asked about. */
export interface Judgment {
  meaning: StatusMeaning
  /** The word that decides, as it came; where they do not agree, all words and what objects. */
  status: string
  /** Why an unrecognised answer is one, where it is more than one unknown word. */
  doubt: Doubt | null
  /** What speaks against the words, and no person has said what it means. */
  objections: readonly Objection[]
  /** What people said of its objections, without which it would not be paid. */
  cleared: readonly Ruling[]
  /** Where it differs from what was asked (money rule 12): then it is never paid, whatever it means. */
  mismatch: Mismatch | null
}

/** What was asked for. Of another till's payment the amount may be unknown (null): a person compares it. */
export interface AskedPayment {
  reference: string
  amount: Amount | null
}

/** What people have said: of status words, and of fields that object. */
export interface KnownMeanings {
  words: StatusWords
  rulings: readonly Ruling[]
}

/**
 * Judges a status answer (money rules 5, 12, 14): its own words agree, they match what was asked, and nothing in it
 * objects that was not cleared. What says two things is shown to a person.
 */
export function judgeAnswer(
  facts: AnswerFacts,
  asked: AskedPayment,
  known: KnownMeanings,
): Judgment {
  const found = meaningOfAnswer(facts, asked, known)
  const unread = unreadable(facts, asked)
  const mismatch = mismatchOf(facts, asked) ?? (found.meaning === 'paid' ? unread : null)
  // A person may yet say that an unknown word means paid: then its answer is judged again.
  const isToJudgeAgain = found.meaning === 'unrecognised' && unread !== null
  const doubt = found.doubt ?? (isToJudgeAgain ? 'among-others' : null)
  return { objections: [], cleared: [], ...found, doubt, mismatch }
}

type Found = Pick<Judgment, 'meaning' | 'status'> & Partial<Judgment>

function meaningOfAnswer(facts: AnswerFacts, asked: AskedPayment, known: KnownMeanings): Found {
  const own = new Map(facts.words.map(word => [word, meaningOf(word, known.words)]))
  const wordOf = (meaning: StatusMeaning) => [...own].find(([, each]) => each === meaning)?.[0]
  const isWeak = facts.words.every(isCallWord)
  const isFailed = [...own.values()].every(meaning => meaning === 'failed')
  const against = facts.mentions
    .filter(each => (isFailed ? deniesFailure(each, known) : objects(each, facts, asked, known)))
    .map(each => ({ ...each, ruling: rulingOn(each, known) }))
  const open = against.filter(({ ruling }) => ruling === null)
  const isRuled = (means: ObjectionMeaning) =>
    against.some(({ ruling }) => ruling?.meaning === means)
  const waiting = isWeak && open.find(({ value }) => meaningOf(value, known.words) === 'pending')
  const pending = wordOf('pending') ?? (waiting ? waiting.value : null)
  if (pending !== null || isRuled('pending'))
    return { meaning: 'pending', status: joined([pending ?? [], ...own.keys()].flat()) }
  const unclear = (doubt: Doubt | null, ...texts: string[]): Found => {
    const objections = open.map(({ name, value }) => ({ name, value }))
    return { meaning: 'unrecognised', status: joined(texts), doubt, objections }
  }
  const unknown = wordOf('unrecognised')
  // What may be the call's word is judged again whatever a person says of it: it needs its amount.
  if (unknown !== undefined)
    return unclear(
      own.size + open.length > 1 || isCallWord(unknown) ? 'among-others' : null,
      unknown,
    )
  if (new Set(own.values()).size > 1) return unclear('disagree', ...own.keys())
  if (open.length > 0)
    return unclear('objection', ...own.keys(), ...open.map(each => `${each.name}: ${each.value}`))
  const status = facts.words[0] ?? ''
  if (isFailed || isRuled('failed')) return { meaning: 'failed', status }
  if (isWeak && !namesAmount(facts, asked)) return unclear('no-amount', status)
  return { meaning: 'paid', status, cleared: against.flatMap(({ ruling }) => ruling ?? []) }
}

/** Each text once. */
function joined(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ')
}

/** What is said of this very value counts first. A name alone never covers a failed word, nor a part of the sum. */
function rulingOn(
  { name, value, kind }: Mention,
  { rulings, words }: KnownMeanings,
): Ruling | null {
  const ofName = rulings.filter(each => each.name === name)
  // A value that was cut is not known to be the same one.
  const exact = ofName.find(each => each.value === value && !value.endsWith('…'))
  const isCovered = kind !== 'amount' && !holdsFailedWord(value, words)
  return exact ?? (isCovered ? ofName.find(each => each.value === null) : undefined) ?? null
}

/** Does a field speak against a payment that is said to be paid? */
function objects(
  { kind, value, amount }: Mention,
  { amounts }: AnswerFacts,
  asked: AskedPayment,
  { words }: KnownMeanings,
): boolean {
  if (kind === 'certain') return true
  if (kind === 'text') return holdsFailedWord(value, words)
  if (kind === 'result') return meaningOf(value, words) !== 'paid'
  // Without a sum to compare with, any sum may be all of it; nothing is not.
  const due = asked.amount?.value ?? amounts[0]?.value ?? 1
  return (amount ?? 0) < due
}

/** Why it failed is no second result: only a word that says paid, or in progress, speaks against it. */
function deniesFailure({ kind, value }: Mention, { words }: KnownMeanings): boolean {
  const meaning = meaningOf(value, words)
  return kind === 'result' && (meaning === 'paid' || meaning === 'pending')
}

function holdsFailedWord(text: string, { failed }: StatusWords): boolean {
  const said = ` ${spaced(text)} `
  return failed.some(word => said.includes(` ${spaced(word)} `))
}

/** The words of a text, each after one blank. */
function spaced(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** `success` alone may be the call's word: the payment's amount in the answer shows that it is not. */
function namesAmount({ amounts }: AnswerFacts, asked: AskedPayment): boolean {
  const isEqual = (value: number | null) =>
    value !== null && (asked.amount === null || value === asked.amount.value)
  return amounts.length > 0 && amounts.every(({ value }) => isEqual(value))
}

/**
 * Where an answer differs from what was asked, or null (money rule 12). What it does not name cannot differ
 * (money rule 14).
 */
export function mismatchOf(
  { references, ...facts }: AnswerFacts,
  { reference, amount }: Partial<AskedPayment>,
): Mismatch | null {
  const [other] = references
  if (reference !== undefined && other !== undefined && !references.includes(reference))
    return { field: 'reference', asked: reference, answered: other }
  return amount ? moneyMismatch(facts, amount) : null
}

function moneyMismatch(
  { amounts, currencies }: Pick<AnswerFacts, 'amounts' | 'currencies'>,
  { value, currency }: Amount,
): Mismatch | null {
  const otherAmount = amounts.find(each => each.value !== null && each.value !== value)
  if (otherAmount) return { field: 'amount', asked: String(value), answered: otherAmount.text }
  const otherCurrency = currencies.find(each => !isSameCurrency(each, currency))
  return otherCurrency === undefined
    ? null
    : { field: 'currency', asked: currency, answered: otherCurrency }
}

function isSameCurrency(named: string, asked: string): boolean {
  return named === asked || (named === anyShilling && ['TZS', 'KES', 'UGX'].includes(asked))
}

/** An amount that has digits and cannot be read is not equal. */
function unreadable({ amounts }: AnswerFacts, { amount }: AskedPayment): Mismatch | null {
  const unread = amounts.find(({ value }) => value === null)
  return unread && amount
    ? { field: 'amount', asked: String(amount.value), answered: unread.text }
    : null
}
