import type { Failure } from '../../../shared/ipc/result'
import { useSale } from '../../stores/sales-store'
import { FailureNotice } from '../../ui/failure-notice'
import { NumberHolder } from './number-holder'

/** Why the sale was not taken. Where another sale is in the way, it is one press away. */
export function ChargeFailure({ failure }: { failure: Failure }) {
  const holder = useSale(failure.busy?.saleId ?? '')
  if (failure.code === 'phone-number-busy' && holder) return <NumberHolder sale={holder} />
  return <FailureNotice failure={failure} />
}
