import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KnownCustomer } from '../../../shared/customer-book'
import { formatMsisdn } from '../../../shared/phone'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute } from '../../i18n/clock-time'
import { knownName } from '../../sale-status/sale-text'
import { Button } from '../../ui/button'
import { FailureNotice } from '../../ui/failure-notice'
import { Field } from '../../ui/field'
import layout from '../../ui/layout.module.css'
import { Loading } from '../../ui/loading'
import { Page } from '../../ui/page'
import styles from './customers.module.css'
import { EditDialog, ForgetDialog } from './edit-dialog'
import { useCustomers } from './use-customers'

type Asked = { what: 'edit' | 'forget'; customer: KnownCustomer }

/** The customer book of the connection in use: search, change, forget. */
export function CustomersScreen() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const { customers, more, loading, failure, showMore, replace, remove } = useCustomers(text)
  const none = !loading && !failure && customers.length === 0
  const close = () => setAsked(null)
  return (
    <Page title={t('customers.title')}>
      <p className={layout.muted}>{t('customers.text')}</p>
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
        <ul aria-label={t('customers.title')}>
          {customers.map(customer => (
            <CustomerRow
              key={customer.msisdn}
              customer={customer}
              onAsk={what => setAsked({ what, customer })}
            />
          ))}
        </ul>
      )}
      {loading && customers.length === 0 && <Loading text={t('app.reading')} />}
      {more && (
        <Button className={styles.more} busy={loading} onClick={showMore}>
          {t('app.more')}
        </Button>
      )}
      {asked?.what === 'edit' && (
        <EditDialog customer={asked.customer} onClose={close} onChanged={replace} />
      )}
      {asked?.what === 'forget' && (
        <ForgetDialog customer={asked.customer} onClose={close} onForgotten={remove} />
      )}
    </Page>
  )
}

interface CustomerRowProps {
  customer: KnownCustomer
  onAsk: (what: 'edit' | 'forget') => void
}

/** One customer, with what can be done about them. */
function CustomerRow({ customer, onAsk }: CustomerRowProps) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const name = knownName(customer, t)
  const phone = formatMsisdn(customer.msisdn)
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <b>{name}</b>
        <small>
          {phone} ·{' '}
          {t('customers.last', {
            time: formatDayMinute(customer.lastSaleAt, now, i18n.language),
          })}
        </small>
      </span>
      <Button aria-label={t('customers.editLabel', { name, phone })} onClick={() => onAsk('edit')}>
        {t('customers.edit')}
      </Button>
      <Button
        aria-label={t('customers.forgetLabel', { name, phone })}
        onClick={() => onAsk('forget')}
      >
        {t('customers.forget')}
      </Button>
    </li>
  )
}
