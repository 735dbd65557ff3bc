import type { ConnectionKind } from '../../shared/connection'
import type { TillState } from '../../shared/ipc/till-state'
import { isOpen } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { type StatusFacts, statusOf } from '../../shared/payment/status'

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
 * What of it is done, read off the till itself: a person ticks nothing. `payments` are those that the window
 * knows: a receipt that came out proves the computer's own printer, and a paid payment is a test as well.
 */
export function setUpDone(
  state: Pick<TillState, 'settings' | 'connections' | 'staff' | 'protection' | 'backup'>,
  payments: readonly Payment[],
): Record<SetUpEntry, boolean> {
  const { settings, connections, staff, protection, backup } = state
  const { shop, receipts, tutorial } = settings
  const { firstName, lastName } = shop.customer
  return {
    shopName: shop.name !== '',
    keys: Object.values(connections).some(({ hasKeys }) => hasKeys),
    recoveryCode: protection.recoveryMadeAt !== null,
    walkIn: firstName !== '' && lastName !== '',
    printer: receipts.printer !== '' || receipts.automatic || payments.some(hasReceipt),
    people: staff.state !== 'none',
    backup: backup.folder !== null,
    testSale: tutorial.made || payments.some(payment => statusOf(payment) === 'paid'),
  }
}

function hasReceipt({ receiptCopies, receiptFailure }: Payment): boolean {
  return receiptCopies > 0 && receiptFailure === null
}

/** How far the first practice sale has come. */
export type TutorialStep = 'ask' | 'watch' | 'again' | 'done'

/**
 * Read off what the till shows, so that a restart in the middle makes no difference. A payment that
 * came to nothing is part of the tutorial too: it is said, and made again. Null for a till with its service.
 */
export function tutorialStep(
  active: ConnectionKind,
  payments: readonly StatusFacts[],
): TutorialStep | null {
  if (active !== 'practice') return null
  const asked = payments.filter(payment => statusOf(payment) !== 'cash')
  if (asked.some(payment => statusOf(payment) === 'paid')) return 'done'
  if (asked.length === 0) return 'ask'
  return asked.some(isOpen) ? 'watch' : 'again'
}
