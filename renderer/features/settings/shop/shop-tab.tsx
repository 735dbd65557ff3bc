import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customerFields, customerFieldsInForm } from '../../../../shared/payment/customer-fields'
import type { ShopSettings } from '../../../../shared/settings'
import { till } from '../../../bridge/till'
import { useCall } from '../../../hooks/use-call'
import { isEmail } from '../../../stores/charge-problems'
import { useTill } from '../../../stores/till-store'
import { Field } from '../../../ui/field'
import { Group } from '../group'
import { SaveBar } from '../save-bar'
import { CountryField } from './country-field'
import styles from './shop-tab.module.css'

type Customer = ShopSettings['customer']

/** The shop's name and till, its money and country, and what a new sale begins with. */
export function ShopTab() {
  const { t } = useTranslation()
  const saved = useTill(state => state.settings.shop)
  const [shop, setShop] = useState<ShopSettings>(saved)
  const [pressed, setPressed] = useState(false)
  const { run, busy, failure } = useCall((next: ShopSettings) => till.settings.saveShop(next))
  const [done, setDone] = useState(false)

  const set = (change: Partial<ShopSettings>) => {
    setDone(false)
    setShop(typed => ({ ...typed, ...change }))
  }
  const setCustomer = (name: keyof Customer, text: string) =>
    set({ customer: { ...shop.customer, [name]: text } })
  const currencyBad = !/^[A-Z]{3}$/.test(shop.currency)
  const email = shop.customer.email.trim()
  const emailBad = email !== '' && !isEmail(email)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if (currencyBad || emailBad) return
    const answer = await run({ ...shop, customer: { ...shop.customer, email } })
    setDone(answer?.ok ?? false)
  }
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      <Group title={t('settings.shop.shop')}>
        <div className={styles.fields}>
          <Field
            label={t('settings.shop.name')}
            value={shop.name}
            maxLength={120}
            onChange={event => set({ name: event.target.value })}
          />
          <Field
            label={t('settings.shop.till')}
            value={shop.till}
            maxLength={120}
            onChange={event => set({ till: event.target.value })}
          />
          <Field
            label={t('settings.shop.currency')}
            value={shop.currency}
            maxLength={3}
            hint={t('settings.shop.currencyHint')}
            error={pressed && currencyBad ? t('settings.shop.problems.currency') : null}
            onChange={event => set({ currency: event.target.value.toUpperCase() })}
          />
          <CountryField value={shop.country} onChange={country => set({ country })} />
        </div>
      </Group>
      <Group title={t('settings.shop.customer')} text={t('settings.shop.customerHint')}>
        <div className={styles.fields}>
          {customerFieldsInForm.map(name => (
            <Field
              key={name}
              label={t(`charge.${name}`)}
              value={shop.customer[name]}
              maxLength={customerFields[name].maxLength}
              error={
                name === 'email' && pressed && emailBad ? t('settings.shop.problems.email') : null
              }
              onChange={event => setCustomer(name, event.target.value)}
            />
          ))}
        </div>
      </Group>
      <SaveBar busy={busy} done={done} failure={failure} />
    </form>
  )
}
