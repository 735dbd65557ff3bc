import { groupDigits } from '../../../shared/money'

/** Twelve digits: far more than any sale, far less than where numbers lose their last digit. */
const maxDigits = 12

/** What an amount field holds: its text, and where the caret stands. */
export interface AmountText {
  text: string
  caret: number
}

/** What the last edit did: typed digits, took something away, or anything else, such as a paste. */
export type AmountEdit = 'digits' | 'deletion' | 'other'

/**
 * The field after an edit. Digits are grouped as they come. What might be a decimal mark is never
 * dropped, because `1500.50` must not silently become 150,050: it stays, and is told to be wrong.
 */
export function typeAmount(previous: string, typed: AmountText, edit: AmountEdit): AmountText {
  const text = withoutDecoration(typed.text)
  // Our own commas shift while digits come and go; a comma that someone typed or pasted may be a mark.
  const ours = /^[\d,]*$/.test(text) && edit !== 'other' && isGrouped(previous)
  const digits = ours ? text.replaceAll(',', '') : plainDigits(text)
  if (digits === null || digits.length > maxDigits)
    return { text, caret: Math.min(typed.caret, text.length) }
  const grouped = group(digits)
  return { text: grouped, caret: caretAfter(grouped, digitsBefore(typed)) }
}

/** The field after a key of the number pad: `000`, a digit, or the last digit taken away. */
export function pressKey(text: string, key: string): string {
  const digits = text.replace(/\D/g, '')
  const next = key === 'back' ? digits.slice(0, -1) : digits + key
  return next.length > maxDigits ? text : group(next)
}

/** What is wrong with an amount as it stands in the field. */
export type AmountProblem =
  | 'amount-missing'
  | 'amount-not-whole'
  | 'amount-zero'
  | 'amount-too-large'

/** The whole number that the field holds, or why it holds none. */
export function readAmount(text: string): { value: number } | { problem: AmountProblem } {
  const shown = withoutDecoration(text)
  if (shown === '') return { problem: 'amount-missing' }
  const digits = plainDigits(shown)
  if (digits === null) return { problem: 'amount-not-whole' }
  if (digits.length > maxDigits) return { problem: 'amount-too-large' }
  const value = Number(digits)
  return value > 0 ? { value } : { problem: 'amount-zero' }
}

/** `TZS 15 000/=` is how people write it; only the number counts. */
function withoutDecoration(text: string): string {
  return text.replace(/[A-Za-z\s'’/=]/g, '')
}

/** The digits of a whole number, grouped rightly or not at all, or null. `15,000.00` is whole. */
function plainDigits(text: string): string | null {
  const whole = text.replace(/\.0{1,2}$/, '')
  if (!/^(\d*|\d{1,3}(,\d{3})+)$/.test(whole)) return null
  return whole.replaceAll(',', '')
}

function isGrouped(text: string): boolean {
  return group(text.replace(/\D/g, '')) === text
}

function group(digits: string): string {
  const trimmed = digits.replace(/^0+(?=\d)/, '')
  return trimmed === '' ? '' : groupDigits(Number(trimmed))
}

function digitsBefore({ text, caret }: AmountText): number {
  return text.slice(0, caret).replace(/\D/g, '').length
}

function caretAfter(text: string, digits: number): number {
  let seen = 0
  let at = 0
  while (at < text.length && seen < digits) {
    if (/\d/.test(text.charAt(at))) seen += 1
    at += 1
  }
  return at
}
