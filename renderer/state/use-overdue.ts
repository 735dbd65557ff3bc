import { isOverdue } from '../../shared/payment/overdue'
import type { Sale } from '../../shared/payment/sale'
import { useTill } from './till-store'
import { useAges } from './use-ages'
import { useNow } from './use-now'

/** Should the service have said by now how a sale ended? Second by second, as main judges it. */
export function useOverdue(sale: Sale): boolean {
  const now = useNow()
  const ages = useAges(sale)
  const offset = useTill(state => state.serviceClockOffset)
  const known = useTill(state => state.serviceTimeKnown)
  const account = useTill(state => state.account)
  return isOverdue(sale, ages, { serviceNow: known ? now + offset : null, account })
}
