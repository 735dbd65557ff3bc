import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../shared/payment/payment'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute } from '../../i18n/clock-time'
import { paidByText } from '../../sale-status/listed-sale'
import { amountText, isPart, methodIcons, partText } from '../../sale-status/payment-text'
import { PaymentTag } from '../../sale-status/state-tag'
import { useSale } from '../../sale-status/use-payment-facts'
import { usePaymentsOfSale } from '../../sale-status/use-payments-of-sale'
import { show } from '../../stores/view-store'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import live from './live-payment.module.css'
import styles from './sale-payments.module.css'

/** `Part of TZS 3,000: Cash TZS 1,000 + Mobile money TZS 2,000`, as far as it is paid. */
export function PartLine({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const { paidBy } = useSale(payment)
  if (!isPart(payment)) return null
  const texts = [partText(payment, t), paidByText(paidBy, payment.amount.currency, t)]
  return <p className={live.who}>{texts.filter(Boolean).join(': ')}</p>
}

/** The other payments of its sale: a press opens one. */
export function OtherPayments({ payment }: { payment: Payment }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const others = usePaymentsOfSale(payment).filter(({ id }) => id !== payment.id)
  if (others.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('live.otherPayments')}>
      {others.map(other => (
        <li key={other.id}>
          <button
            type="button"
            className={styles.payment}
            onClick={() => show({ name: 'live', paymentId: other.id })}
          >
            <Icon name={methodIcons[other.channel]} size="s" />
            <b>{amountText(other.amount)}</b>
            <span className={styles.state}>
              <PaymentTag payment={other} />
            </span>
            <span className={classNames(layout.muted, styles.when)}>
              {formatDayMinute(other.recordedAt, now, i18n.language)}
              <Icon name="arrowRight" size="s" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
