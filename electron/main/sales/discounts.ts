import { isDeepStrictEqual } from 'node:util'
import type { ParsedOf } from '../../../shared/ipc/contract'
import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { Draft } from '../../../shared/payment/draft'
import { sumOfLines } from '../../../shared/payment/lines'
import { discountOf, isDiscountAbove } from '../../../shared/sale/lines'

/** A discount of one draft, in major units, and what is left to pay. */
type Discount = ParsedOf<'payments', 'discount'>

/** Which discounts a new sale may have: those within the owner's limit, and the last one that a manager approved. */
export class Discounts {
  #approved: Discount | null = null

  /** `limit`: the highest percent without a manager; null where the shop gives no discounts. */
  constructor(private readonly limit: () => number | null) {}

  /** A manager approves it, for this draft and this sum alone. */
  approve(discount: Discount): Result<null> {
    this.#approved = discount
    return success(null)
  }

  /** Why a sale may not begin with these lines, or null. */
  refusal({ draftId, lines }: Pick<Draft, 'draftId' | 'lines'>): Failure | null {
    const limit = this.limit()
    const asked: Discount = { draftId, discount: discountOf(lines), total: sumOfLines(lines) }
    if (!isDiscountAbove(lines, limit)) return null
    if (limit !== null && isDeepStrictEqual(asked, this.#approved)) return null
    return failure('action-not-possible', 'No manager has approved this discount')
  }
}
