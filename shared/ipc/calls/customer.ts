import { z } from 'zod'
import type { CustomerView } from '../../customer-view'
import { call, nothing } from '../call'

/** The customer's window, and what the till's window tells of it. */
export const customerCalls = {
  /** What the customer is shown now. The one call that the customer's window may make. */
  view: call<CustomerView>()('anyone', nothing),
  /** The sale that the cashier has on the screen with the customer before it; null for none. */
  showSale: call<null>()('cashier', z.strictObject({ saleId: z.uuid().nullable() })),
  /** Shows a test picture for a few seconds, to see which display it is. */
  showTest: call<null>()('owner', nothing),
} as const
