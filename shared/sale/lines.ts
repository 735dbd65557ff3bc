import { type SaleLine, sumOfLines } from '../payment/lines'

/** What the lines take off: a discount is a line with a negative price. */
export function discountOf(lines: readonly SaleLine[]): number {
  return 0 - sumOfLines(lines.filter(({ price }) => price < 0))
}

/**
 * Does the discount take more than a manager? `limit`: the highest percent, of what the other lines come to, that anybody
 * may give; null where the shop gives none. Lines without a discount need no approval.
 */
export function isDiscountAbove(lines: readonly SaleLine[], limit: number | null): boolean {
  const discount = discountOf(lines)
  return discount * 100 > (limit ?? 0) * (sumOfLines(lines) + discount)
}
