import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../shared/payment/payment'
import { readPhoneNumber } from '../../../shared/phone'
import { spanText } from '../../i18n/countdown'
import { displayStatusOf } from '../../sale-status/display-status'
import { freedBy, newestWithPrompt } from '../../sale-status/number-holder'
import { OpenSale } from '../../sale-status/sale-parts'
import { amountText } from '../../sale-status/sale-text'
import { usePrompt, usePromptFacts } from '../../sale-status/use-sale-facts'
import { useChargeForm } from '../../stores/charge-form'
import { useSales } from '../../stores/sales-store'
import { useTill } from '../../stores/till-store'
import { Notice } from '../../ui/notice'

/** The sale that holds the customer's number (money rule 10): which one, for how long, the way to it. */
export function NumberHolder({ sale }: { sale: Payment }) {
  const { t } = useTranslation()
  return (
    <Notice tone="bad" icon="warn" title={t('errors.phone-number-busy')} alert>
      <p>
        {t('charge.holder.which', {
          amount: amountText(sale.amount),
          state: t(`status.${displayStatusOf(sale)}`),
        })}
      </p>
      <p>{t('errorMoney.secondPush')}</p>
      <FreeIn sale={sale} />
      <OpenSale paymentId={sale.id} text={t('app.viewPayment')} />
    </Notice>
  )
}

/** Outside the announcement: it changes every second. */
function FreeIn({ sale }: { sale: Payment }) {
  const { t } = useTranslation()
  const { left } = usePrompt(sale)
  if (left === null) return <p>{t(`charge.holder.${freedBy(sale)}`)}</p>
  const seconds = Math.ceil(Math.max(0, left) / 1000)
  return <p role="timer">{t('charge.holder.freeIn', { left: spanText(seconds, t) })}</p>
}

/** The sale that holds the number in the form, for all the window knows (money rule 10). Main decides. */
export function useNumberHolder(): Payment | null {
  const factsOf = usePromptFacts()
  const country = useTill(state => state.settings.shop.country)
  const channel = useChargeForm(form => form.channel)
  const phone = useChargeForm(form => form.fields.phone)
  const byId = useSales(store => store.byId)
  const msisdn = useMemo(
    () => (channel === 'mobile' ? readPhoneNumber(phone, country)?.msisdn : undefined),
    [channel, phone, country],
  )
  return msisdn ? newestWithPrompt('live', Object.values(byId), msisdn, factsOf) : null
}
