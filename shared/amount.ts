import { groupDigits } from './money'
import { asciiDigits, visibleText } from './plain-text'

/** Twelve digits: far more than any payment, far less than where numbers lose their last digit. */
export const mostDigits = 12
const largest = 10 ** mostDigits - 1

export type AmountProblem =
  | 'amount-missing'
  | 'amount-not-whole'
  | 'amount-zero'
  | 'amount-too-large'
  | 'sum-incomplete'
  | 'sum-unreadable'

/** The value of an amount, or why the text is no amount. */
export type AmountReading = { value: number } | { problem: AmountProblem }

/**
 * Reads what a person typed as an amount, whole or not at all: nothing is dropped, so no text becomes another number.
 * It is a sum of products of whole numbers, with one of these currencies at one end or none. A number is digits, or
 * groups of three with one kind of mark between them, then perhaps `.0` or `.00`, then perhaps `/=`. What Charge takes
 * the search finds. No step on the way may be larger than an amount is.
 */
export function readAmount(typed: string, ...currencies: readonly string[]): AmountReading {
  const terms = termsOf(typed, currencies)
  if ('problem' in terms) return terms
  const total = addUp(terms.map(readProduct))
  return 'value' in total && total.value === 0 ? { problem: 'amount-zero' } : total
}

/** The same amount as a number pad writes it, `1,500+2×750`; null for other text. */
export function plainAmount(typed: string, ...currencies: readonly string[]): string | null {
  const terms = termsOf(typed, currencies)
  if ('problem' in terms || 'problem' in addUp(terms.map(readProduct))) return null
  return terms.map(each => each.map(digits => groupDigits(Number(digits))).join('×')).join('+')
}

/** True where the text is more than one number. */
export function isSum(text: string): boolean {
  return /[+×*−]|\d\s*[xX]/.test(text)
}

/** `TZS 15,000`, `15,000 Tsh.`: a word of two to four letters next to a digit or to `/=`. */
const wordBefore = /^([a-z]{2,4})\.? ?(?=\d)/i
const wordBehind = /(?<=[\d=-]) ?([a-z]{2,4})\.?$/i

function withoutCurrency(text: string, currencies: readonly string[]): string {
  for (const word of [wordBefore, wordBehind]) {
    const name = word.exec(text)?.[1] ?? ''
    if (isCurrencyName(name, currencies)) return text.replace(word, '')
  }
  return text
}

/** What people call a currency, beside its code. */
const spoken: Readonly<Record<string, readonly string[]>> = {
  TZS: ['TSH', 'TSHS', 'SH', 'SHS'],
  KES: ['KSH', 'KSHS', 'SH', 'SHS'],
  UGX: ['USH', 'USHS', 'SH', 'SHS'],
}

/** True for a word that names one of these currencies, in any case of letters. */
export function isCurrencyName(word: string, currencies: readonly string[]): boolean {
  const name = word.toUpperCase()
  return currencies.some(code => code === name || spoken[code]?.includes(name))
}

type Terms = readonly (readonly string[])[]

/** The digits of each factor of each term. */
function termsOf(typed: string, currencies: readonly string[]): Terms | { problem: AmountProblem } {
  const text = asciiDigits(visibleText(typed)).trim()
  if (text === '') return { problem: 'amount-missing' }
  const sum = withoutCurrency(text, currencies)
  // Two cells of a spreadsheet are two numbers: a tab and a line end are no marks.
  if (/[^\d ,.'’+×*xX/=-]/.test(sum)) return { problem: 'sum-unreadable' }
  const terms = sum.split('+').map(term => term.split(/[×*xX]/).map(digitsOf))
  const wrong = terms.flat().find(each => each.problem !== undefined)?.problem
  return wrong ? { problem: wrong } : terms.map(each => each.map(({ digits = '' }) => digits))
}

/** Digits, or groups of three with the same mark between all of them. */
const number = /^(\d+|\d{1,3}([ ,'’])\d{3}(?:\2\d{3})*)(?:\.0{1,2})?(?: ?\/[=-])?$/

function digitsOf(factor: string): { digits?: string; problem?: AmountProblem } {
  const text = factor.trim()
  if (text === '') return { problem: 'sum-incomplete' }
  const [, whole] = number.exec(text) ?? []
  if (whole !== undefined) return { digits: whole.replace(/\D/g, '') }
  return { problem: /[/=-]/.test(text) ? 'sum-unreadable' : 'amount-not-whole' }
}

function readProduct(factors: readonly string[]): AmountReading {
  const values = factors.map(digits => bounded(Number(digits)))
  return combine(values, 1, (product, factor) => product * factor)
}

function addUp(terms: readonly AmountReading[]): AmountReading {
  return combine(terms, 0, (sum, term) => sum + term)
}

/** The first problem there is, or all values taken together. */
function combine(
  readings: readonly AmountReading[],
  start: number,
  join: (so: number, far: number) => number,
): AmountReading {
  return readings.reduce<AmountReading>(
    (result, next) => {
      if ('problem' in result) return result
      return 'problem' in next ? next : bounded(join(result.value, next.value))
    },
    { value: start },
  )
}

/** Two numbers within the bound multiply to less than 10^24: no overflow hides that it is too large. */
function bounded(value: number): AmountReading {
  return value > largest ? { problem: 'amount-too-large' } : { value }
}
