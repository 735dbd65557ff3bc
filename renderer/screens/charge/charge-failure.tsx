import type { Failure } from '../../../shared/ipc/answer'
import { readPhoneNumber } from '../../../shared/phone'
import { FailureNotice } from '../../parts/failure-notice'
import { useTill } from '../../state/till-store'
import { useChargeForm } from './charge-form'
import { NumberHolder } from './number-holder'

/** Why the sale was not taken. Where another sale is in the way, it is one press away. */
export function ChargeFailure({ failure }: { failure: Failure }) {
  const country = useTill(state => state.settings.shop.country)
  const phone = useChargeForm(form => form.fields.phone)
  const msisdn = readPhoneNumber(phone, country)?.msisdn
  return (
    <FailureNotice failure={failure}>
      {failure.code === 'phone-number-busy' && msisdn && <NumberHolder msisdn={msisdn} />}
    </FailureNotice>
  )
}
