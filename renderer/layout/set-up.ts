import type { TillState } from '../../shared/ipc/till-state'
import type { Sale } from '../../shared/payment/sale'
import { statusOf } from '../../shared/payment/status'

/** What there is to do before a till is ready, in its order. */
export const setUpEntries = [
  'shopName',
  'keys',
  'recoveryCode',
  'walkIn',
  'printer',
  'people',
  'backup',
  'testSale',
] as const

export type SetUpEntry = (typeof setUpEntries)[number]

/**
 * What of it is done, read off the till itself: nobody ticks anything. `sales` are those that the window
 * knows: a receipt that came out proves the computer's own printer, and a paid sale is a test as well.
 */
export function setUpDone(
  {
    settings,
    connections,
    staff,
    protection,
    backup,
  }: Pick<TillState, 'settings' | 'connections' | 'staff' | 'protection' | 'backup'>,
  sales: readonly Sale[],
): Record<SetUpEntry, boolean> {
  const { shop, receipts, tutorial } = settings
  const { firstName, lastName } = shop.customer
  return {
    shopName: shop.name !== '',
    keys: Object.values(connections).some(({ keyEndings }) => keyEndings !== null),
    recoveryCode: protection.recoveryMadeAt !== null,
    walkIn: firstName !== '' && lastName !== '',
    printer: receipts.printer !== '' || receipts.automatic || sales.some(hasReceipt),
    people: staff.state !== 'none',
    backup: backup.folder !== null,
    testSale: tutorial.made || sales.some(sale => statusOf(sale) === 'paid'),
  }
}

function hasReceipt({ receiptCopies, receiptFailure }: Sale): boolean {
  return receiptCopies > 0 && receiptFailure === null
}
