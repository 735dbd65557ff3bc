import type { Failure } from '../../../shared/ipc/answer'
import { readPhoneNumber } from '../../../shared/phone'
import { FailureNotice } from '../../parts/failure-notice'
import { useSales } from '../../state/sales-store'
import { useTill } from '../../state/till-store'
import { useNow } from '../../state/use-now'
import { holderOf } from '../../words/number-holder'
import { useChargeForm } from './charge-form'
import { NumberHolder } from './number-holder'

/** Why the sale was not taken. Where another sale is in the way, it is one press away. */
export function ChargeFailure({ failure }: { failure: Failure }) {
  const holder = useHolder()
  if (failure.code === 'phone-number-busy' && holder) return <NumberHolder sale={holder} />
  return <FailureNotice failure={failure} />
}

function useHolder() {
  const now = useNow()
  const country = useTill(state => state.settings.shop.country)
  const lifetime = useTill(state => state.settings.assumedLifetimeMs)
  const phone = useChargeForm(form => form.fields.phone)
  const byId = useSales(store => store.byId)
  const msisdn = readPhoneNumber(phone, country)?.msisdn
  return msisdn ? holderOf(Object.values(byId), { msisdn, now, lifetime }) : null
}
