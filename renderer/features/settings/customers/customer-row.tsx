import { useTranslation } from 'react-i18next'
import type { KnownCustomer } from '../../../../shared/customer-book'
import { formatMsisdn } from '../../../../shared/phone'
import { useNow } from '../../../hooks/use-now'
import { formatDayMinute } from '../../../i18n/clock-time'
import { knownName } from '../../../sale-status/sale-text'
import { Button } from '../../../ui/button'
import styles from './customers-tab.module.css'

interface CustomerRowProps {
  customer: KnownCustomer
  onAsk: (what: 'edit' | 'forget') => void
}

/** One customer, with what can be done about them. */
export function CustomerRow({ customer, onAsk }: CustomerRowProps) {
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
