import type { Failure } from '../../../shared/ipc/answer'
import { FailureNotice } from '../../parts/failure-notice'
import { NumberHolder } from './number-holder'
import { useNumberHolder } from './use-number-holder'

/** Why the sale was not taken. Where another sale is in the way, it is one press away. */
export function ChargeFailure({ failure }: { failure: Failure }) {
  const holder = useNumberHolder()
  if (failure.code === 'phone-number-busy' && holder) return <NumberHolder sale={holder} />
  return <FailureNotice failure={failure} />
}
