import type { Exchange } from '../../electron/main/service/exchange'
import type { Outcome } from '../../shared/payment/status-words'
import {
  failedWords,
  type Meaning,
  paidWords as strongWords,
  weakWords,
} from '../support/answer-grammar/payment-answer'
import type { PaymentFacts } from './body-grammar'
import { type JsonEntry, jsonEntries, successEntries } from './json-entries'

/*
 * What the till may make of an answer. Of a sound one, exactly what its writer meant by it: it was drawn before it
 * was written. Of a damaged one only a bound is known, and it shares no rule of structure with a reader.
 */

/** What has become of a payment without a result by a sound status answer that means this. */
export interface Verdict {
  outcomes: readonly (Outcome | null)[]
  /** Is it raised as another amount or currency? Null where both are right. */
  isMismatch: boolean | null
}

const verdicts: Record<Meaning, Verdict> = {
  paid: { outcomes: ['paid'], isMismatch: false },
  failed: { outcomes: ['failed'], isMismatch: false },
  pending: { outcomes: [null], isMismatch: false },
  'unknown word': { outcomes: ['unrecognised'], isMismatch: false },
  // Where one of the words is "pending", the payment may be asked about on.
  'two things': { outcomes: ['unrecognised', null], isMismatch: false },
  'an objection': { outcomes: ['unrecognised'], isMismatch: false },
  'in progress by a field': { outcomes: [null], isMismatch: false },
  'success without an amount': { outcomes: ['unrecognised'], isMismatch: false },
  'other money': { outcomes: ['unrecognised'], isMismatch: true },
  'unreadable amount': { outcomes: ['unrecognised'], isMismatch: null },
}

/** A payment's end by a sound answer; `words` are those that it holds. */
export function verdictOf(meaning: Meaning, words: readonly string[]): Verdict {
  const verdict = verdicts[meaning]
  const isAskedOn = words.some(word => plain(word) === 'pending')
  return meaning === 'two things' && !isAskedOn
    ? { ...verdict, outcomes: ['unrecognised'] }
    : verdict
}

const paidWords: readonly string[] = [...strongWords, ...weakWords]
/** The words of a call that did what it was asked; they speak of no payment. */
const callWords = ['ok']

const statusNames = ['status', 'payment_status', 'transaction_status', 'state']
const referenceNames = ['reference', 'reference_id', 'referenceId']
/** Whatever is in other objects is not about this payment. */
const usualObjects = ['data', 'payment', 'transaction']

const plain = (word: string) => word.trim().toLowerCase()

const isFailedWord = (word: string) => failedWords.some(failed => failed === word)

/** The most that whatever bytes may be taken for: a payment may be paid by these (money rules 5 and 12). */
export function mayBePaid(exchange: Exchange, { amount, reference }: PaymentFacts): boolean {
  const entries = successEntries(exchange)
  if (!entries) return false
  const isSaid = entries.some(({ text }) => text !== null && paidWords.includes(plain(text)))
  const isOurs = namesNoOther(entries, reference)
  return isSaid && isOurs && !entries.some(speaksAgainst) && !namesOtherMoney(entries, amount)
}

/** A payment may have failed by these: the word has to be there at least. */
export function mayBeFailed(exchange: Exchange): boolean {
  const entries = successEntries(exchange) ?? []
  return entries.some(({ text }) => text !== null && isFailedWord(plain(text)))
}

/**
 * A word under a status's name that is not green: pending or failed, whatever the case of the name; and where a
 * payment's status usually stands, any plain word that is unknown.
 */
function speaksAgainst({ key, above, text }: JsonEntry): boolean {
  if (text === null || !statusNames.includes((key ?? '').toLowerCase())) return false
  const word = plain(text)
  if (word === 'pending' || isFailedWord(word)) return true
  const isUsualPlace = statusNames.includes(key ?? '') && isUsual(above)
  const isKnown = [...paidWords, ...callWords].includes(word)
  return isUsualPlace && !isKnown && /^[a-z][a-z _-]{0,60}$/.test(word)
}

function namesOtherMoney(entries: readonly JsonEntry[], asked: PaymentFacts['amount']): boolean {
  return entries.some(entry => isOtherAmount(entry, asked) || isOtherCurrency(entry, asked))
}

const isUsual = (above: readonly string[]) => above.every(key => usualObjects.includes(key))

function isOtherAmount(
  { key, above, text, number }: JsonEntry,
  asked: PaymentFacts['amount'],
): boolean {
  const isAmount =
    (key === 'amount' && isUsual(above)) ||
    (key === 'value' && above.at(-1) === 'amount' && isUsual(above.slice(0, -1)))
  if (!isAmount) return false
  if (number !== null) return Number(number) !== asked.value
  return text !== null && /\d/.test(text) && !isSpellingOf(asked, text)
}

/** The shillings are written alike. */
const spellings: Readonly<Record<string, string>> = {
  TZS: 'tzs|tsh|tshs|shs?|/',
  KES: 'kes|ksh|kshs|shs?|/',
}

/** Every spelling of an amount about which no person would doubt, white space apart. */
function isSpellingOf({ currency, value }: PaymentFacts['amount'], text: string): boolean {
  const digits = String(value)
  const grouped = value.toLocaleString('en-US')
  const compact = text.replace(/[\s\u00a0]/g, '').toLowerCase()
  const names = spellings[currency] ?? currency.toLowerCase()
  const amount = `(?:${digits}|${grouped})(?:\\.0+)?`
  return new RegExp(`^(?:(?:${names})\\.?)?${amount}(?:(?:${names})[.=-]*)?$`).test(compact)
}

function isOtherCurrency({ key, above, text }: JsonEntry, asked: PaymentFacts['amount']): boolean {
  const around = above.at(-1) === 'amount' ? above.slice(0, -1) : above
  if (key !== 'currency' || text === null || !isUsual(around)) return false
  const name = plain(text)
  const isOurs =
    name === asked.currency.toLowerCase() ||
    (asked.currency in spellings && /^shs?\.?$/.test(name)) ||
    (asked.currency === 'TZS' && /^tshs?\.?$/.test(name)) ||
    (asked.currency === 'KES' && /^kshs?\.?$/.test(name))
  return /^[a-z]{3}$/.test(name) && !isOurs
}

/** Another payment's reference, and not ours: it is that one's answer. Next to a status, ours counts anywhere. */
function namesNoOther(entries: readonly JsonEntry[], reference: string): boolean {
  const named = entries.filter(({ key }) => key !== null && referenceNames.includes(key))
  const usual = named.filter(({ above }) => isUsual(above))
  const isRead = ({ text, number }: JsonEntry) =>
    text === null ? number !== null && /^\d+$/.test(number) : /^[\w-][\w .-]{0,200}$/.test(text)
  const isOurs = ({ text, number, above }: JsonEntry) =>
    isKept(text ?? number ?? '', reference) && (isUsual(above) || entries.some(isStatusIn(above)))
  return !usual.some(isRead) || named.some(isOurs)
}

const isStatusIn =
  (place: readonly string[]) =>
  ({ key, above }: JsonEntry) =>
    key !== null && statusNames.includes(key) && above.join() === place.join()

/** What is kept of a text may lose blanks and hidden characters at its ends, and nothing else. */
function isKept(said: string, kept: string): boolean {
  const ends = /^[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]*$/u
  const at = said.indexOf(kept)
  return at >= 0 && ends.test(said.slice(0, at)) && ends.test(said.slice(at + kept.length))
}

/** Is this text in the answer, as a string or as a number, however that is written? */
export function isSaid(exchange: Exchange, kept: string): boolean {
  return (jsonEntries(exchange) ?? []).some(
    ({ text, number }) =>
      (text !== null && isKept(text, kept)) ||
      number === kept ||
      (number !== null && String(Number(number)) === kept),
  )
}

/** What no screen shows; a till puts a mark in its place. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu

/** Does a word that is kept come from the answer? Two that disagree may be kept together. */
export function isWordSaid(exchange: Exchange, kept: string): boolean {
  const shown = (word: string) => plain(word.replace(hidden, '').replace(/\s/g, ''))
  // A status that is no word: a number, a yes or a no.
  if (/^(?:true|false|-?\d[\d.e+]*)$/i.test(kept)) return true
  const word = shown(kept).replace(/…$/, '')
  const entries = successEntries(exchange) ?? []
  return entries.some(({ text, number }) => {
    const said = shown(text ?? number ?? '')
    // A long one may be cut, and one of hidden characters alone leaves nothing.
    return said === '' ? text !== null && word === '' : word.includes(said) || said.startsWith(word)
  })
}

/** The service's words about what it did not do. */
export function hasErrorWords(exchange: Exchange): boolean {
  return (jsonEntries(exchange) ?? []).some(
    ({ key, text, number }) =>
      (text !== null || number !== null) &&
      ['errorcode', 'message'].includes((key ?? '').toLowerCase().replace(/[^a-z]/g, '')),
  )
}

/** The service's own error body (§7): whole JSON that says "error". */
export function speaksOfError(exchange: Exchange): boolean {
  return (jsonEntries(exchange) ?? []).some(
    ({ key, text }) => key === 'status' && text !== null && plain(text) === 'error',
  )
}
