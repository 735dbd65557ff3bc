import type { Amount } from '../../../shared/money'
import type { Mismatch } from '../../../shared/payment/event'
import {
  type Doubt,
  meaningOf,
  type StatusMeaning,
  type StatusWords,
} from '../../../shared/payment/status-words'
import { type AnswerFacts, anyShilling, type Hint, isCallWord } from '../service'

/** What an answer means for the payment that was asked about. */
export interface Judgment {
  meaning: StatusMeaning
  /** The word that decides, as it came; all of them where they disagree. */
  status: string
  /** Why an unrecognised answer is one, where it is more than one unknown word. */
  doubt: Doubt | null
  /** Where it differs from what was asked (money rule 12): then it is never paid, whatever it means. */
  mismatch: Mismatch | null
}

/** What was asked for. Of another till's payment the amount may be unknown (null): a person compares it. */
export interface AskedPayment {
  reference: string
  amount: Amount | null
}

/**
 * Judges a status answer (money rules 5, 12, 14). All words of the answer have to agree: one that says pending,
 * failed or something unknown is enough not to be paid. What says two things is shown to a person.
 */
export function judgeAnswer(facts: AnswerFacts, asked: AskedPayment, words: StatusWords): Judgment {
  const said = meaningOfWords(facts, asked, words)
  const unread = unreadable(facts, asked)
  const mismatch = mismatchOf(facts, asked) ?? (said.meaning === 'paid' ? unread : null)
  // A person may yet say that an unknown word means paid: then its answer is judged again.
  const isToJudgeAgain = said.meaning === 'unrecognised' && unread !== null
  return { ...said, doubt: said.doubt ?? (isToJudgeAgain ? 'among-others' : null), mismatch }
}

type Said = Pick<Judgment, 'meaning' | 'status'> & { doubt?: Doubt | null }

function meaningOfWords(facts: AnswerFacts, asked: AskedPayment, words: StatusWords): Said {
  const all = facts.words.map(each => ({ ...each, meaning: meaningOf(each.word, words) }))
  // "The call succeeded" says nothing of the payment, and nothing against it.
  const own = all.filter(({ of }) => of === 'payment')
  const call = all.filter(({ of, word }) => of === 'call' && !saysDone(word))
  // `success` may be the call's word too: then any other field that names a state counts.
  const isWeak = own.every(({ word }) => isCallWord(word))
  const apart = all.filter(({ of }) => of === 'elsewhere' || of === 'other')
  const near = [...own, ...call, ...(isWeak ? apart : [])]
  const pending = near.find(({ meaning }) => meaning === 'pending')
  if (pending) return { meaning: 'pending', status: allWords([pending, ...own]) }
  // Of what may be no payment, a customer or an address, only a known word counts.
  const counted = [
    ...near,
    ...apart.filter(({ of, meaning }) => of === 'elsewhere' || meaning !== 'unrecognised'),
  ]
  const unknown = counted.find(({ meaning }) => meaning === 'unrecognised')
  if (unknown) {
    const isAlone = counted.every(({ word }) => isCallWord(word) || isSame(word, unknown.word))
    return unclear(unknown.word, isAlone ? null : 'among-others')
  }
  const [first] = own
  if (first === undefined || new Set(counted.map(({ meaning }) => meaning)).size > 1)
    return unclear(allWords(counted), 'disagree')
  const against = first.meaning === 'paid' ? facts.hints.filter(isAgainst(words)) : []
  if (against.length > 0)
    return unclear([allWords(counted), ...against.map(({ text }) => text)].join(', '), 'disagree')
  const isConfirmed = first.meaning === 'failed' || !isWeak
  return isConfirmed || namesAmount(facts, asked)
    ? { meaning: first.meaning, status: first.word }
    : unclear(first.word, 'no-amount')
}

function unclear(status: string, doubt: Doubt | null): Said {
  return { meaning: 'unrecognised', status, doubt }
}

/** Does a hint speak against a payment that is said to be paid? */
function isAgainst(words: StatusWords): (hint: Hint) => boolean {
  return ({ word, isYes }) => {
    const meaning = meaningOf(word, words)
    return isYes ? meaning === 'failed' || meaning === 'pending' : meaning === 'paid'
  }
}

/** Each word once. */
function allWords(words: readonly { word: string }[]): string {
  return [...new Set(words.map(({ word }) => word))].join(', ')
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The word of a call that succeeded: `success`, or the number of an HTTP status or a result code. */
function saysDone(word: string): boolean {
  return isCallWord(word) || /^(?:2\d\d|0+)$/.test(word)
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
