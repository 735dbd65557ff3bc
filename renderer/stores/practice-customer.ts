import { useTranslation } from 'react-i18next'
import { setField, useChargeForm } from './charge-form'
import { useTill } from './till-store'
import { show } from './view-store'

/** Puts a pretend customer into the form on Charge: the one of this number, who does what it says. */
export function takePretendCustomer(phone: string): void {
  show({ name: 'charge' })
  // After Charge has put the shop's defaults in place.
  queueMicrotask(() => setField('phone', phone))
}

/**
 * Fills in the whole form for the first practice sale: the customer who pays, and each field that is
 * empty. What a person has typed stays.
 */
export function useFillPretendCustomer(): () => void {
  const { t } = useTranslation()
  const phone = useTill(
    state => state.practice.scenarios.find(({ id }) => id === 'approves')?.phone ?? '',
  )
  return () => {
    takePretendCustomer(phone)
    queueMicrotask(() => {
      const { fields } = useChargeForm.getState()
      useChargeForm.setState({ channel: 'mobile' })
      if (fields.amount === '') setField('amount', '1,500')
      if (fields.firstName === '') setField('firstName', t('tutorial.customer.firstName'))
      if (fields.lastName === '') setField('lastName', t('tutorial.customer.lastName'))
      // Enter is to send it now, not to fill it in once more.
      document.querySelector<HTMLElement>('input[name="amount"]')?.focus()
    })
  }
}
