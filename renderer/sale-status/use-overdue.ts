import { isOverdue, type OverdueFacts, untilOverdue } from '../../shared/payment/overdue'
import type { Sale } from '../../shared/payment/sale'
import { useServiceTime, useSinceSaid } from '../hooks/use-service-time'
import { useTill } from '../stores/till-store'

/** Should the service have said by now how a sale ended? Second by second, as main judges it. */
export function useOverdue(sale: Sale): boolean {
  return isOverdue(sale, useOverdueFacts(sale))
}

/** How long until it should have, ms at the longest, while the till runs on. */
export function useUntilOverdue(sale: Sale): number {
  return untilOverdue(sale, useOverdueFacts(sale))
}

/** What main said, and what has passed since. */
function useOverdueFacts({ id }: Sale): OverdueFacts {
  const serviceNow = useServiceTime()
  const account = useTill(state => state.account)
  const seen = useTill(state => state.seenOpen[id])
  const since = useSinceSaid()
  const assumedLifetime = useTill(state => state.settings.assumedLifetimeMs)
  return { serviceNow, account, assumedLifetime, seen: seen === undefined ? 0 : seen + since }
}
