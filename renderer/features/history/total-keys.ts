import type { TotalKind } from '../../../shared/payment/totals'

/** What each kind of total is called: the day's own words. */
export const totalKeys = {
  confirmed: 'status.paid',
  refund: 'status.refunded',
  cash: 'day.block.cash',
  seen: 'day.block.seen',
  notPaid: 'day.block.notPaid',
  otherwise: 'day.block.otherwise',
} as const satisfies Record<TotalKind, string>
