import type { Sale } from '../../payment/sale'
import { call, nothing, oneSale } from '../call'

/** Results that nobody has acknowledged yet. */
export const resultsCalls = {
  /** The sales of the connection in use whose results wait to be seen, the oldest first. */
  unseen: call<readonly Sale[]>()('cashier', nothing),
  /** A person has seen how this sale ended. */
  acknowledge: call<null>()('cashier', oneSale),
} as const
