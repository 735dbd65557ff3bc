import { groupDigits } from '../../shared/money'
import { type SaleLine, sumOfLines } from '../../shared/payment/lines'
import { type AmountReading, mostDigits, plainDigits, readSum } from './amount-sum'

/** What an amount field holds: its text, and where the caret is. */
interface AmountText {
  text: string
  caret: number
}

/**
 * What the last edit did: typed keys of a number pad, took something away before or behind the caret,
 * or anything else, such as a paste.
 */
export type AmountEdit = 'keys' | 'deletion' | 'deletion-forward' | 'other'

export type PadKey = '+' | '×' | 'back' | 'clear' | `${number}`

/**
 * The field after an edit. Digits are grouped as they come. What might be a decimal mark is never
 * dropped, because `1500.50` must not silently become 150,050: it stays, and the field shows an error.
 */
export function typeAmount(previous: string, typed: AmountText, edit: AmountEdit): AmountText {
  const text = withoutDecoration(typed.text)
  // Our own commas shift while digits come and go; a comma that someone typed or pasted may be a mark.
  const ours = /^[\d,+×]*$/.test(text) && edit !== 'other' && isGrouped(previous)
  const plain = ours ? text.replaceAll(',', '') : plainText(text)
  if (plain === null || new RegExp(`\\d{${mostDigits + 1}}`).test(plain))
    return { text, caret: Math.min(typed.caret, text.length) }
  const grouped = group(plain)
  const behind = withoutDecoration(typed.text.slice(typed.caret))
  return { text: grouped, caret: caretBefore(grouped, countKeys(behind), edit) }
}

/** The field after a key of the number pad on the screen, which types at its end. */
export function pressKey(text: string, key: PadKey): string {
  if (key === 'clear') return ''
  if (key === 'back') return typedAtEnd(text, text.slice(0, -1), 'deletion')
  if (key === '+' || key === '×') return text === '' ? '' : typedAtEnd(text, text + key, 'keys')
  const next = typedAtEnd(text, text + key, 'keys')
  return digitsAtEnd(next).length > mostDigits ? text : next
}

/** The whole number that the field holds, or why it holds none. */
export function readAmount(text: string): AmountReading {
  return readSum(withoutDecoration(text))
}

/** What items and the amount that is typed with them come to; with items, nothing needs to be typed. */
export function readTotal(text: string, lines: readonly SaleLine[]): AmountReading {
  if (lines.length === 0) return readAmount(text)
  const sum = sumOfLines(lines)
  const typed = text.trim() === '' ? { value: 0 } : readAmount(text)
  if ('problem' in typed) return typed
  const value = sum + typed.value
  return value >= 10 ** mostDigits ? { problem: 'amount-too-large' } : { value }
}

/**
 * `TZS 15 000/=` is how people write it; only the number counts. A lone slash is left: it may be meant
 * to divide. `*` and `x` multiply, an `X` of `XAF` does not; of two operators in a row the last is meant.
 */
function withoutDecoration(text: string): string {
  return text
    .replace(/\/[=-](?=\s*([+×*xX]|$))/g, '')
    .replace(/(?<=[\d+×*]\s*)[xX](?![A-Za-z])|\*/g, '×')
    .replace(/[A-Za-z\s'’=]/g, '')
    .replace(/[+×]+(?=[+×])/g, '')
}

/** The same without commas, or null where one of its numbers is none. */
function plainText(text: string): string | null {
  const parts = text.split(/([+×])/).map(part => (/[+×]/.test(part) ? part : plainDigits(part)))
  return parts.includes(null) ? null : parts.join('')
}

function isGrouped(text: string): boolean {
  return group(text.replaceAll(',', '')) === text
}

function group(plain: string): string {
  return plain.replace(/\d+/g, digits => groupDigits(Number(digits)))
}

function typedAtEnd(previous: string, text: string, edit: AmountEdit): string {
  return typeAmount(previous, { text, caret: text.length }, edit).text
}

function digitsAtEnd(text: string): string {
  return /[\d,]*$/.exec(text)?.[0].replaceAll(',', '') ?? ''
}

function countKeys(text: string): number {
  return text.replace(/[^\d+×]/g, '').length
}

/** The place with so many keys behind it; next to a comma, on the side that the edit goes to. */
function caretBefore(text: string, keys: number, edit: AmountEdit): number {
  let seen = 0
  let at = text.length
  while (at > 0 && seen < keys) {
    at -= 1
    if (text.charAt(at) !== ',') seen += 1
  }
  return text.charAt(at - 1) === ',' && edit !== 'deletion-forward' ? at - 1 : at
}

/** Of the first digit's place: half of it, itself and the next notes above. */
const steps = [0.5, 1, 2, 5, 10, 20, 50]

/** What a customer probably gives for an amount: just that, and the next two sums that few notes make. */
export function likelyNotes(amount: number): number[] {
  const place = 10 ** (String(amount).length - 1)
  const rounded = steps
    .map(step => Math.max(1, step * place))
    .map(note => Math.ceil(amount / note) * note)
  return [...new Set([amount, ...rounded])].sort((one, other) => one - other).slice(0, 3)
}
