import { isCurrencyName, readAmount } from '../../../../../../shared/amount'
import { cardCurrency } from '../../../../../../shared/money'
import type { Payment } from '../../../../../../shared/payment/payment'
import type { PaymentsFilter } from '../../../../../../shared/payment/payments-filter'
import { formatMsisdn, phoneText, readPhoneNumber } from '../../../../../../shared/phone'
import { asciiDigits, visibleText } from '../../../../../../shared/plain-text'
import type { ShopSettings } from '../../../../../../shared/settings'

/** One thing that a person typed, in the forms in which a payment may hold it. */
export interface SearchTerm {
  /** Words as `nameKey` makes them, the last one perhaps unfinished; '' when it is no name. */
  name: string
  /** The beginning of a reference as `referenceKey` makes it; '' for other text. */
  reference: string
  /** Digits that a phone number may hold; none when it is no number. */
  phones: readonly string[]
  /** The digits are the last ones of a phone number. */
  ending: boolean
  amount: number | null
}

/** Where numbers are typed: how amounts and phone numbers are written there. */
export type SearchPlace = Pick<ShopSettings, 'country' | 'currency'>

/** More than four digits are no ending that a customer says, but a number that a person reads out. */
const longestEnding = 4

/** Small letters without accents: what is typed in a hurry finds what was recorded with care. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A name as it is searched: each word after a space, and no marks. `Ng'ang'a Zoë` is ` nganga zoe`. */
export function nameKey({ customer }: Pick<Payment, 'customer'>): string {
  return wordsOf(`${customer.firstName} ${customer.lastName}`)
}

function wordsOf(text: string): string {
  const words = fold(text)
    .replace(/[-_/.,]+/g, ' ')
    .replace(/[^\p{L}\p{N} ]/gu, '')
  return words
    .split(/ +/)
    .filter(Boolean)
    .map(word => ` ${word}`)
    .join('')
}

/** A reference as it is searched: letters and digits alone, for people leave out the rest. */
export function referenceKey(reference: string | null): string {
  return fold(reference ?? '').replace(/[^\p{L}\p{N}]/gu, '')
}

/** A phone number as it is searched: in its international and in its national form. */
export function phoneKey(msisdn: string): string {
  return msisdn === '' ? '' : `${msisdn} ${formatMsisdn(msisdn).replace(/\D/g, '')}`
}

/** What was typed, word by word. Numbers in groups belong together: `0754 001 212`, `TZS 15 000/=`. */
export function searchTerms(
  typed: string,
  phone: PaymentsFilter['phone'],
  place: SearchPlace,
): SearchTerm[] {
  const currencies = [place.currency, cardCurrency]
  // The cells of a spreadsheet are each for itself.
  return asciiDigits(visibleText(typed))
    .split(/[\t\n\r]+/)
    .flatMap(cell => numbersAndWords(cell, currencies))
    .map(text => numberTerm(text, phone, place.country, currencies) ?? wordTerm(text))
    .filter(({ name, reference, amount }) => name + reference !== '' || amount !== null)
}

/** Pieces of a number: digits with any marks, a lone operator, `tel:` in front. */
const numberPiece = /^(?:tel:)?[\d+,.'’()×*x/=-]*\d[\d+,.'’()×*x/=-]*$/i
const joiner = /^(?:[+×*x=-]|\/[=-])$/i

/** The text in runs of numbers and single words. A currency next to a number is part of it. */
function numbersAndWords(text: string, currencies: readonly string[]): string[] {
  const pieces = text.split(/\s+/).filter(Boolean)
  const isNumber = (piece: string | undefined) => piece !== undefined && numberPiece.test(piece)
  const joined: string[] = []
  let isOpen = false
  for (const [n, piece] of pieces.entries()) {
    const isCurrency = isCurrencyName(piece.replace(/\.$/, ''), currencies)
    const begins = isNumber(piece) || (isCurrency && isNumber(pieces[n + 1]))
    if (isOpen && (isNumber(piece) || isCurrency || joiner.test(piece)))
      joined.push(`${joined.pop()} ${piece}`)
    else joined.push(piece)
    isOpen = isOpen ? begins || joiner.test(piece) : begins
  }
  return joined
}

/** A run of numbers as the amount or the phone number that it is; null for what is neither. */
function numberTerm(
  text: string,
  phone: PaymentsFilter['phone'],
  country: string,
  currencies: readonly string[],
): SearchTerm | null {
  const read = readAmount(text, ...currencies)
  const amount = 'value' in read ? read.value : null
  const asPhone = phoneText(text)
  // A mark that no phone number has says that it is an amount; a reference may have an x in it.
  const isSum = amount !== null && /[^\d\s]/.test(text)
  if (isSum) return { ...noTerm, amount, reference: /\dx\d/i.test(text) ? referenceKey(text) : '' }
  if (asPhone === null) return null
  const digits = asPhone.replace(/\D/g, '')
  const ending = phone === 'ending' && digits.length <= longestEnding
  const whole = readPhoneNumber(asPhone, country)?.msisdn
  const part = ending ? digits : digits.replace(/^00(?=\d)/, '')
  return { ...noTerm, amount, reference: digits, ending, phones: whole ? [part, whole] : [part] }
}

function wordTerm(text: string): SearchTerm {
  return { ...noTerm, name: wordsOf(text), reference: referenceKey(text) }
}

const noTerm: SearchTerm = { name: '', reference: '', phones: [], ending: false, amount: null }
