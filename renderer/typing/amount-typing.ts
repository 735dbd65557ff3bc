import { type AmountReading, mostDigits, plainAmount, readAmount } from '../../shared/amount'
import { groupDigits } from '../../shared/money'
import { type SaleLine, sumOfLines } from '../../shared/payment/lines'

/** What an amount field holds: its text, and where the caret is. */
interface AmountText {
  text: string
  caret: number
}

/**
 * What the last edit did: typed keys of a number pad, took something away before or behind the caret, put a text in
 * whole, or typed anything else.
 */
export type AmountEdit = 'keys' | 'deletion' | 'deletion-forward' | 'paste' | 'other'

export type PadKey = '+' | '×' | '−' | 'back' | 'clear' | `${number}`

/**
 * The field after an edit. Digits are grouped as they come, and a pasted amount is written as the pad writes it. Anything
 * else stays as it was typed: nothing is dropped, because `1500 50` must not become 150,050. The field shows an error.
 * `discounts`: whether a minus sign takes a discount off.
 */
export function typeAmount(
  previous: string,
  typed: AmountText,
  edit: AmountEdit,
  currency = '',
  discounts = false,
): AmountText {
  const text = discounts ? typed.text.replaceAll('-', '−') : typed.text
  const ours = edit === 'other' ? null : keyedText(previous, text)
  const grouped = edit === 'paste' ? plainAmount(typed.text, currency) : ours && group(ours)
  if (grouped === null) return typed
  return { text: grouped, caret: caretBefore(grouped, countKeys(typed), edit) }
}

/** The field after a key of the number pad on the screen, which types at its end. */
export function pressKey(text: string, key: PadKey): string {
  if (key === 'clear') return ''
  if (key === 'back') return typedAtEnd(text, text.slice(0, -1), 'deletion')
  if (key === '+' || key === '×') return text === '' ? '' : typedAtEnd(text, text + key, 'keys')
  if (key === '−') return typedAtEnd(text, text + key, 'keys')
  const next = typedAtEnd(text, text + key, 'keys')
  return digitsAtEnd(next).length > mostDigits ? text : next
}

/** What items and the amount that is typed with them come to; with items, nothing needs to be typed. */
export function readTotal(text: string, lines: readonly SaleLine[], currency = ''): AmountReading {
  const [typed, discount] = readTyped(text, lines.length > 0, currency)
  if ('problem' in typed) return typed
  if ('problem' in discount) return discount
  const value = sumOfLines(lines) + typed.value - discount.value
  if (value < 1) return { problem: 'amount-zero' }
  return value >= 10 ** mostDigits ? { problem: 'amount-too-large' } : { value }
}

/** What is typed with a minus sign before it, `10,500−500`: a discount. 0 where that is nothing, or unreadable. */
export function typedDiscount(text: string, currency = ''): number {
  const [, discount] = readTyped(text, true, currency)
  return 'value' in discount ? discount.value : 0
}

/** What is typed, and what of it is a discount: each is an amount as any other. */
function readTyped(
  text: string,
  isOptional: boolean,
  currency: string,
): [typed: AmountReading, discount: AmountReading] {
  const [before = '', ...terms] = text.split('−')
  const more = terms.map(term => term.split('+'))
  const added = [before, ...more.flatMap(([, ...rest]) => rest)].filter(
    (part, n) => n > 0 || part.trim() !== '',
  )
  const read = (parts: readonly string[], orNone: boolean): AmountReading => {
    if (parts.some(part => part.trim() === '')) return { problem: 'sum-incomplete' }
    return orNone && parts.length === 0 ? { value: 0 } : readAmount(parts.join('+'), currency)
  }
  const taken = more.map(([off = '']) => off)
  return [read(added, isOptional), read(taken, true)]
}

/**
 * The text without commas where all of it is keys of a number pad, or null. The commas are ours as long as they were
 * where we put them. `*` and `x` multiply; of two operators in a row the last is meant.
 */
function keyedText(previous: string, text: string): string | null {
  if (!isGrouped(previous)) return null
  const keys = text.replace(/(?<=[\d+×*−])[xX]|\*/g, '×').replace(/[+×−]+(?=[+×−])/g, '')
  const plain = keys.replaceAll(',', '')
  return /^[\d+×−]*$/.test(plain) && !tooLong.test(plain) ? plain : null
}

const tooLong = new RegExp(`\\d{${mostDigits + 1}}`)

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

/** How many keys are behind the caret. */
function countKeys({ text, caret }: AmountText): number {
  return text.slice(caret).replace(/[^\d+×*xX−-]/g, '').length
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

/** The note that makes most sums, where it is not 10,000. */
const largeNotes: Readonly<Record<string, number>> = {
  ...{ KES: 1_000, NGN: 1_000, MZN: 1_000 },
  ...{ GHS: 100, ZAR: 100, ZMW: 100, BWP: 100, NAD: 100, ETB: 100, EGP: 100, MAD: 100 },
}

/**
 * What a customer probably gives for an amount: just that, and the next sums that the large note and
 * half of it make: for 2,500 also 5,000 and 10,000.
 */
export function likelyNotes(amount: number, currency: string): number[] {
  const note = largeNotes[currency] ?? 10_000
  const whole = Math.ceil(amount / note) * note
  const half = Math.ceil(amount / (note / 2)) * (note / 2)
  const sums = [amount, half, whole, whole + note, whole + 2 * note]
  return [...new Set(sums)].slice(0, 3)
}
