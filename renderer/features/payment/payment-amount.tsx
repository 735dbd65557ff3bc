import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../shared/payment/payment'
import { customerLine } from '../../sale-status/payment-text'
import { Money } from '../../ui/money'
import styles from './live-payment.module.css'

/** The amount and the customer: in the band of a paid payment, above the advice of any other. */
export function PaymentAmount({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  return (
    <div className={styles.money}>
      <h1 tabIndex={-1}>
        <Money amount={payment.amount} />
      </h1>
      <p className={styles.who}>{customerLine(payment, t)}</p>
      {payment.note && <p>{payment.note}</p>}
    </div>
  )
}
