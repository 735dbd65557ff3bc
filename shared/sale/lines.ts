import { type SaleLine, sumOfLines } from '../payment/lines'

/** What the lines take off: a discount is a line with a negative price. */
export function discountOf(lines: readonly SaleLine[]): number {
  return 0 - sumOfLines(lines.filter(({ price }) => price < 0))
}

/** The lines of a sale come to its total, and something is left to pay. */
export function areLinesOf(lines: readonly SaleLine[], total: number): boolean {
  return total >= 1 && sumOfLines(lines) === total
}
