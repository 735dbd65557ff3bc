import { useTranslation } from 'react-i18next'
import { type ChargeFields, setField, useChargeForm } from './charge-form'
import { useTill } from './till-store'
import { show } from './view-store'

/** Puts a pretend customer into the form on Charge: the one of this number, who does what it says. */
export function takePretendCustomer(phone: string): void {
  show({ name: 'charge' })
  // After Charge has put the shop's defaults in place.
  queueMicrotask(() => setField('phone', phone))
}

/** What fills in the whole form for the first practice sale. */
export function useFillPretendCustomer(): () => void {
  const { t } = useTranslation()
  const phone = useTill(
    state => state.practice.scenarios.find(({ id }) => id === 'approves')?.phone ?? '',
  )
  return () =>
    fillPretendCustomer(phone, {
      amount: '1,500',
      firstName: t('tutorial.customer.firstName'),
      lastName: t('tutorial.customer.lastName'),
    })
}

/** The customer who pays, and each of these fields that is empty. What a person has typed stays. */
export function fillPretendCustomer(
  phone: string,
  texts: Pick<ChargeFields, 'amount' | 'firstName' | 'lastName'>,
): void {
  takePretendCustomer(phone)
  queueMicrotask(() => {
    const { fields } = useChargeForm.getState()
    useChargeForm.setState({ channel: 'mobile' })
    for (const name of ['amount', 'firstName', 'lastName'] as const)
      if (fields[name] === '') setField(name, texts[name])
    // Enter is to send it now, not to fill it in once more.
    document.querySelector<HTMLElement>('input[name="amount"]')?.focus()
  })
}
