import type { TotalKind } from '../../../shared/payment/totals'

/** What each kind of total is called: the day's own words. */
export const totalKeys = {
  confirmed: 'status.paid',
  refund: 'status.refunded',
  cash: 'resolvedAs.cash',
  seen: 'resolvedAs.seen',
  notPaid: 'resolvedAs.notPaid',
  otherwise: 'resolvedAs.otherwise',
} as const satisfies Record<TotalKind, string>
