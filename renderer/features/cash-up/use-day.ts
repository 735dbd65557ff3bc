import type { RunningDay } from '../../../shared/day/report'
import { till } from '../../bridge/till'
import { type Answer, useAnswer } from '../../hooks/use-answer'
import { usePayments } from '../../stores/payments-store'

/** So long a burst of changes may go on before the day is read again, ms. */
const pause = 300

/** The running period, read again whenever a payment changes. */
export function useDay(): Answer<RunningDay> {
  const byId = usePayments(store => store.byId)
  return useAnswer(() => till.day.report(), null, { again: byId, pause })
}
