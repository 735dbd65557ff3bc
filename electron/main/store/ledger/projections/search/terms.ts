import type { Sale } from '../../../../../../shared/payment/sale'
import type { SalesFilter } from '../../../../../../shared/payment/sales-filter'
import { formatMsisdn } from '../../../../../../shared/phone'

/** One thing that a person typed, in the forms in which a sale may hold it. */
export interface SearchTerm {
  /** Words as `nameKey` makes them, the last one perhaps unfinished; '' when it is no name. */
  name: string
  /** The beginning of a reference as `referenceKey` makes it. */
  reference: string
  /** Digits of a phone number or an amount; '' when it is neither. */
  digits: string
  /** The digits are the last ones of a phone number. */
  ending: boolean
}

/** More than four digits are no ending that a customer says, but a number that a person reads out. */
const longestEnding = 4

/** What numbers are typed with besides their digits. */
const number = /^[+\d,.()-]*\d[+\d,.()-]*$/

/** Small letters without accents: what is typed in a hurry finds what was recorded with care. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** A name as it is searched: each word after a space, and no marks. `Ng'ang'a Zoë` is ` nganga zoe`. */
export function nameKey({ customer }: Pick<Sale, 'customer'>): string {
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

/** What was typed, word by word. Digits in groups belong together: `0754 001 212`. */
export function searchTerms(text: string, phone: SalesFilter['phone']): SearchTerm[] {
  const digitTerm = (digits: string) => termOfDigits(digits, phone)
  const terms: SearchTerm[] = []
  let digits = ''
  for (const piece of text.split(/\s+/).filter(Boolean))
    if (number.test(piece)) digits += piece.replace(/\D/g, '')
    else {
      if (digits) terms.push(digitTerm(digits))
      digits = ''
      terms.push({
        name: wordsOf(piece),
        reference: referenceKey(piece),
        digits: '',
        ending: false,
      })
    }
  if (digits) terms.push(digitTerm(digits))
  return terms.filter(({ name, reference }) => name + reference !== '')
}

function termOfDigits(typed: string, phone: SalesFilter['phone']): SearchTerm {
  const digits = typed.replace(/^00(?=\d)/, '')
  const ending = phone === 'ending' && typed.length <= longestEnding
  return { name: '', reference: typed, digits: ending ? typed : digits, ending }
}

/** Digits as the amount that they may be, or null. */
export function amountOf(digits: string): number | null {
  const value = Number(digits)
  return /^[1-9]/.test(digits) && Number.isSafeInteger(value) ? value : null
}
