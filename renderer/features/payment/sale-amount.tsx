import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../shared/payment/payment'
import { customerLine } from '../../sale-status/sale-text'
import { Money } from '../../ui/money'
import styles from './live-payment.module.css'

/** The amount and the customer: in the band of a paid sale, above the advice of any other. */
export function SaleAmount({ sale }: { sale: Payment }) {
  const { t } = useTranslation()
  return (
    <div className={styles.money}>
      <h1 tabIndex={-1}>
        <Money amount={sale.amount} />
      </h1>
      <p className={styles.who}>{customerLine(sale, t)}</p>
      {sale.note && <p>{sale.note}</p>}
    </div>
  )
}
