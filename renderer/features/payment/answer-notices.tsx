import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { isSaidPaid } from '../../../shared/payment/status'
import { Notice } from '../../ui/notice'
import styles from './live-notices.module.css'
import { MismatchNotice } from './mismatch-notice'
import { PaidTwiceNotice } from './paid-twice-notice'

/** What the service's answer said that speaks against the plain result, the gravest first. */
export function AnswerNotices({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  return (
    <>
      {sale.contradiction !== null && (
        <Notice tone="bad" icon="warn" title={t('live.contradiction.title')}>
          <p>
            {t('live.contradiction.text', {
              first: sale.rawStatus ?? '',
              status: sale.contradiction,
            })}
          </p>
        </Notice>
      )}
      {sale.mismatch && <MismatchNotice sale={sale} mismatch={sale.mismatch} />}
      {sale.paidTwice !== null && <PaidTwiceNotice other={sale.paidTwice} />}
      {sale.providerContradiction !== null && (
        <Notice
          tone="unknown"
          icon="warn"
          title={t('live.provider.title', { status: sale.providerContradiction })}
        >
          <p>{t(`live.provider.${isSaidPaid(sale) ? 'paid' : 'failed'}`)}</p>
        </Notice>
      )}
      {sale.repeatRefused && sale.lastFailure && (
        <Notice tone="unknown" icon="barred" title={t('live.repeatRefused.title')}>
          <p className={styles.quote}>{sale.lastFailure.detail}</p>
        </Notice>
      )}
      {sale.refusal && (
        <Notice tone="bad" icon="barred" title={t('live.refusal.title')}>
          <p className={styles.quote}>{sale.refusal.message}</p>
        </Notice>
      )}
    </>
  )
}
