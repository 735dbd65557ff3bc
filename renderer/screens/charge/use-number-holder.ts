import type { Sale } from '../../../shared/payment/sale'
import { readPhoneNumber } from '../../../shared/phone'
import { useSales } from '../../state/sales-store'
import { useTill } from '../../state/till-store'
import { usePromptFacts } from '../../state/use-prompt'
import { newestWithPrompt } from '../../words/number-holder'
import { useChargeForm } from './charge-form'

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
