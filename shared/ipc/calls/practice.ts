import { call, oneSale } from '../call'

/** What only Practice mode can do. */
export const practiceCalls = {
  /** Opens a practice sale's checkout page in this computer's browser. Practice mode only. */
  openCheckout: call<null>()('cashier', oneSale),
} as const
