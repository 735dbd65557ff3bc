import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownCustomer } from '../../../../shared/customer-book'
import { Button } from '../../../ui/button'
import { FailureNotice } from '../../../ui/failure-notice'
import { Field } from '../../../ui/field'
import { Loading } from '../../../ui/loading'
import { CustomerRow } from './customer-row'
import styles from './customers-tab.module.css'
import { EditDialog } from './edit-dialog'
import { ForgetDialog } from './forget-dialog'
import { useCustomers } from './use-customers'

type Asked = { what: 'edit' | 'forget'; customer: KnownCustomer }

/** The customer book of the connection in use: search, change, forget. */
export function CustomersTab() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const { customers, more, loading, failure, showMore, replace, remove } = useCustomers(text)
  const none = !loading && !failure && customers.length === 0
  const close = () => setAsked(null)
  return (
    <section className={styles.customers} aria-label={t('customers.title')}>
      <p>{t('customers.text')}</p>
      <Field
        type="search"
        label={t('customers.search')}
        value={text}
        maxLength={100}
        hint={t('customers.searchHint')}
        onChange={event => setText(event.target.value)}
      />
      {failure && <FailureNotice failure={failure} />}
      {none && (
        <p className={styles.none}>
          {text.trim() === '' ? t('customers.none') : t('customers.noneFound', { text })}
        </p>
      )}
      {customers.length > 0 && (
        <ul className={styles.list} aria-label={t('customers.title')}>
          {customers.map(customer => (
            <CustomerRow
              key={customer.msisdn}
              customer={customer}
              onAsk={what => setAsked({ what, customer })}
            />
          ))}
        </ul>
      )}
      {loading && customers.length === 0 && <Loading text={t('customers.loading')} />}
      {more && (
        <Button className={styles.more} busy={loading} onClick={showMore}>
          {t('customers.more')}
        </Button>
      )}
      {asked?.what === 'edit' && (
        <EditDialog customer={asked.customer} onClose={close} onChanged={replace} />
      )}
      {asked?.what === 'forget' && (
        <ForgetDialog customer={asked.customer} onClose={close} onForgotten={remove} />
      )}
    </section>
  )
}
