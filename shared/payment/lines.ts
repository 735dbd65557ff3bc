import { groupDigits } from '../money'
import { isolated } from '../plain-text'

/** One thing that was sold. An amount that was typed has no name, nor has a discount, whose price is below 0. */
export interface SaleLine {
  name: string
  quantity: number
  /** Of one, in major units of the sale's currency. */
  price: number
}

/** What lines come to, in major units. */
export function sumOfLines(lines: readonly SaleLine[]): number {
  return lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
}

/** The lines, less their discount, come to the total, or nothing is itemised; and no more than that is asked for. */
export function isSaleOf(lines: readonly SaleLine[], value: number, total: number): boolean {
  return value <= total && (lines.length === 0 || sumOfLines(lines) === total)
}

/** The lines with one more of an item. An item with another price is another line. */
export function withOneMore(
  lines: readonly SaleLine[],
  { name, price }: Pick<SaleLine, 'name' | 'price'>,
): SaleLine[] {
  const isIt = (line: SaleLine) => line.name === name && line.price === price
  if (!lines.some(isIt)) return [...lines, { name, price, quantity: 1 }]
  return lines.map(line =>
    isIt(line) ? { ...line, quantity: Math.min(line.quantity + 1, 999) } : line,
  )
}

/** The lines with one less of the line at this place. */
export function withOneLess(lines: readonly SaleLine[], place: number): SaleLine[] {
  return lines
    .map((line, n) => (n === place ? { ...line, quantity: line.quantity - 1 } : line))
    .filter(({ quantity }) => quantity > 0)
}

/** What a line without a name is called: an amount that was typed, or a discount. */
export type LineWords = Record<'other' | 'discount', string>

/** `2 × Soda 1,500`, or `Soda` alone. */
export function lineLabel({ name, quantity, price }: SaleLine, words: LineWords): string {
  const what = price < 0 ? words.discount : name === '' ? words.other : isolated(name)
  return quantity === 1 ? what : `${quantity} × ${what} ${signed(price)}`
}

/** `3,000`, or `−500` of a discount. */
export function lineAmount({ quantity, price }: Pick<SaleLine, 'quantity' | 'price'>): string {
  return signed(quantity * price)
}

function signed(value: number): string {
  return value < 0 ? `−${groupDigits(-value)}` : groupDigits(value)
}

/** All lines in one text: `2 × Soda 1,500; Bread 2,000`. */
export function linesText(lines: readonly SaleLine[], words: LineWords): string {
  const amountOf = (line: SaleLine) => (line.quantity === 1 ? ` ${lineAmount(line)}` : '')
  return lines.map(line => lineLabel(line, words) + amountOf(line)).join('; ')
}
