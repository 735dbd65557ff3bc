import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { QrCode } from '../../ui/qr-code'
import styles from './checkout.module.css'

/** The hosted checkout for the customer's own phone: its code to scan, its address to read. */
export function Checkout({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  if (sale.checkoutUrl === null)
    return (
      <div className={styles.none}>
        <p>{t('live.qr.none')}</p>
        <p>{t(`live.qr.${sale.checkoutFault ?? 'missing'}`)}</p>
      </div>
    )
  return (
    <figure className={styles.checkout}>
      <QrCode text={sale.checkoutUrl} label={t('live.qr.label')} />
      <figcaption className={styles.address}>{sale.checkoutUrl}</figcaption>
    </figure>
  )
}
