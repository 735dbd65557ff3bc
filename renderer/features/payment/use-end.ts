import type { Sale } from '../../../shared/payment/sale'
import { endToName } from '../../sale-status/wait-end'
import { useTill } from '../../stores/till-store'
import type { LiveMoment } from './use-moment'

/** When the payment ends, by this computer's clock, where no countdown shows it; else null. */
export function useEnd(sale: Sale, moment: LiveMoment): number | null {
  const offset = useTill(state => state.serviceClockOffset)
  const end = endToName(sale, moment)
  return end === null ? null : end - offset
}
