import type { ConnectionKind } from '../../shared/connection'
import { isOpen } from '../../shared/payment/actions'
import { faceOf } from '../../shared/payment/face'
import type { Sale } from '../../shared/payment/sale'

/** How far somebody has come with the first practice sale. */
export type LessonStep = 'offer' | 'ask' | 'watch' | 'again' | 'done'

type LessonSale = Pick<Sale, 'phase' | 'outcome' | 'mismatch'>

/**
 * Read off what the till shows, so that a restart in the middle makes no difference. A payment that
 * came to nothing is part of the lesson too: it is said, and made again. Null for a till that has asked for
 * money with its service: the customer is there, and nobody needs an offer.
 */
export function lessonStep(
  active: ConnectionKind,
  sales: readonly LessonSale[],
): LessonStep | null {
  if (active !== 'practice') return sales.length > 0 ? null : 'offer'
  if (sales.some(sale => faceOf(sale) === 'paid')) return 'done'
  if (sales.length === 0) return 'ask'
  return sales.some(isOpen) ? 'watch' : 'again'
}
