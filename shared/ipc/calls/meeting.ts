import { z } from 'zod'
import { longestSearch } from '../../payment/sales-filter'
import type { FromShop, OtherTillsHistory, OtherTillsSale, ShopDay } from '../../shop-meeting'
import { call } from '../call'

const since = z.strictObject({ from: z.number().nonnegative() })

/** What the other tills of a shop have. */
export const meetingCalls = {
  /** Payments of the other tills, newest first, by the end of a phone number, an amount or a whole reference. */
  find: call<FromShop<readonly OtherTillsSale[]>>()(
    'cashier',
    z.strictObject({
      text: z.string().max(longestSearch),
      limit: z.int().min(1).max(100).default(12),
    }),
  ),
  /** Another till's payment and its events; null where the shop has no such payment. */
  history: call<FromShop<OtherTillsHistory | null>>()(
    'cashier',
    z.strictObject({ till: z.string().max(64), saleId: z.uuid() }),
  ),
  /** What the payments of all tills came to that were asked for since `from`. */
  day: call<FromShop<ShopDay>>()('owner', since),
  /** The same as a spreadsheet file. */
  exportDay: call<FromShop<{ file: string }>>()('owner', since),
} as const
