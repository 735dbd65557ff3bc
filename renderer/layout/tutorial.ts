import type { ConnectionKind } from '../../shared/connection'
import { isOpen } from '../../shared/payment/actions'
import { type StatusFacts, statusOf } from '../../shared/payment/status'

/** How far somebody has come with the first practice sale. */
export type TutorialStep = 'ask' | 'watch' | 'again' | 'done'

/**
 * Read off what the till shows, so that a restart in the middle makes no difference. A payment that
 * came to nothing is part of the tutorial too: it is said, and made again. Null for a till with its service.
 */
export function tutorialStep(
  active: ConnectionKind,
  sales: readonly StatusFacts[],
): TutorialStep | null {
  if (active !== 'practice') return null
  if (sales.some(sale => statusOf(sale) === 'paid')) return 'done'
  if (sales.length === 0) return 'ask'
  return sales.some(isOpen) ? 'watch' : 'again'
}
