import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../shared/payment/payment'
import { readPhoneNumber } from '../../../shared/phone'
import { spanText } from '../../i18n/countdown'
import { displayStatusOf } from '../../sale-status/display-status'
import { freedBy, newestWithPrompt } from '../../sale-status/number-holder'
import { OpenPayment } from '../../sale-status/payment-parts'
import { amountText } from '../../sale-status/payment-text'
import { usePrompt, usePromptFacts } from '../../sale-status/use-payment-facts'
import { useChargeForm } from '../../stores/charge-form'
import { usePayments } from '../../stores/payments-store'
import { useTill } from '../../stores/till-store'
import { Notice } from '../../ui/notice'

/** The payment that holds the customer's number (money rule 10): which one, for how long, the way to it. */
export function NumberHolder({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  return (
    <Notice tone="bad" icon="warn" title={t('errors.phone-number-busy')} alert>
      <p>
        {t('charge.holder.which', {
          amount: amountText(payment.amount),
          state: t(`status.${displayStatusOf(payment)}`),
        })}
      </p>
      <p>{t('errorMoney.secondPush')}</p>
      <p>
        <FreeIn payment={payment} />
      </p>
      <OpenPayment paymentId={payment.id} text={t('app.viewPayment')} />
    </Notice>
  )
}

/** When the number is free again. Outside the announcement: it changes every second. */
export function FreeIn({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const { left } = usePrompt(payment)
  if (left === null) return <span>{t(`charge.holder.${freedBy(payment)}`)}</span>
  const seconds = Math.ceil(Math.max(0, left) / 1000)
  return <span role="timer">{t('charge.holder.freeIn', { left: spanText(seconds, t) })}</span>
}

/** The payment that holds the number in the form, for all the window knows (money rule 10). Main decides. */
export function useNumberHolder(): Payment | null {
  const factsOf = usePromptFacts()
  const country = useTill(state => state.settings.shop.country)
  const channel = useChargeForm(form => form.channel)
  const phone = useChargeForm(form => form.fields.phone)
  const byId = usePayments(store => store.byId)
  const msisdn = useMemo(
    () => (channel === 'mobile' ? readPhoneNumber(phone, country)?.msisdn : undefined),
    [channel, phone, country],
  )
  return msisdn ? newestWithPrompt('live', Object.values(byId), msisdn, factsOf) : null
}
