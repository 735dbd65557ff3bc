import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../shared/payment/payment'
import { amountText } from '../../sale-status/payment-text'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { QrCode, qrBox, useQrFit } from '../../ui/qr-code'
import styles from './live-payment.module.css'

/** The hosted checkout for the customer's own phone: its code to scan, its address to read. */
export function Checkout({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  if (payment.checkoutUrl === null)
    return (
      <div className={styles.noCode}>
        <p>{t('live.qr.none')}</p>
        <p>{t(`live.qr.${payment.checkoutFault ?? 'missing'}`)}</p>
      </div>
    )
  return <Code payment={payment} url={payment.checkoutUrl} />
}

/** A code of a long address is too fine for its place: it grows over the panel, and where even that is too small it says so. */
function Code({ payment, url }: { payment: Payment; url: string }) {
  const { t } = useTranslation()
  const place = useQrFit<HTMLDivElement>(url)
  const panel = useQrFit<HTMLDivElement>(url)
  const [folded, setFolded] = useState(false)
  const grows = place.code === null && panel.code
  return (
    <figure className={styles.checkout}>
      <div ref={place.box} className={qrBox}>
        {place.code && <QrCode code={place.code} label={t('live.qr.label')} />}
        {grows && folded && (
          <Button onClick={() => setFolded(false)}>{t('live.qr.enlarge')}</Button>
        )}
        {place.code === null && panel.code === null && (
          <p role="alert" className={styles.tooFine}>
            {t('live.qr.tooFine')}
          </p>
        )}
      </div>
      <figcaption className={styles.address}>{url}</figcaption>
      <div className={classNames(styles.grown)} hidden={!grows || folded}>
        <div ref={panel.box} className={styles.grownCode}>
          {grows && !folded && <QrCode code={grows} label={t('live.qr.label')} />}
        </div>
        <div className={styles.grownSide}>
          <strong>{amountText(payment.amount)}</strong>
          <Button onClick={() => setFolded(true)}>{t('app.close')}</Button>
        </div>
      </div>
    </figure>
  )
}
