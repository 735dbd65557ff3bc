import { groupDigits } from '../money'
import { isolated } from '../plain-text'

/** One thing that was sold. An amount that was typed has no name. */
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

/** The lines come to the total, or nothing is itemised; and no more than that is asked for. */
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

/** `2 × Soda 1,500`, or `Soda` alone; `other` is the word for an amount that was typed. */
export function lineLabel({ name, quantity, price }: SaleLine, other: string): string {
  const what = name === '' ? other : isolated(name)
  return quantity === 1 ? what : `${quantity} × ${what} ${groupDigits(price)}`
}

/** `3,000`. */
export function lineAmount({ quantity, price }: Pick<SaleLine, 'quantity' | 'price'>): string {
  return groupDigits(quantity * price)
}

/** All lines in one text: `2 × Soda 1,500; Bread 2,000`. */
export function linesText(lines: readonly SaleLine[], other: string): string {
  const amountOf = (line: SaleLine) => (line.quantity === 1 ? ` ${lineAmount(line)}` : '')
  return lines.map(line => lineLabel(line, other) + amountOf(line)).join('; ')
}
