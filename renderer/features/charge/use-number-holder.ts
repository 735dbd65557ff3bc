import type { Sale } from '../../../shared/payment/sale'
import { readPhoneNumber } from '../../../shared/phone'
import { newestWithPrompt } from '../../sale-status/number-holder'
import { usePromptFacts } from '../../sale-status/use-prompt'
import { useChargeForm } from '../../stores/charge-form'
import { useSales } from '../../stores/sales-store'
import { useTill } from '../../stores/till-store'

/** The sale that holds the number in the form, for all the window knows (money rule 10). Main decides. */
export function useNumberHolder(): Sale | null {
  const factsOf = usePromptFacts()
  const country = useTill(state => state.settings.shop.country)
  const channel = useChargeForm(form => form.channel)
  const phone = useChargeForm(form => form.fields.phone)
  const byId = useSales(store => store.byId)
  const msisdn = channel === 'mobile' ? readPhoneNumber(phone, country)?.msisdn : undefined
  return msisdn ? newestWithPrompt('live', Object.values(byId), msisdn, factsOf) : null
}
