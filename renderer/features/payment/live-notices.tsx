import { useTranslation } from 'react-i18next'
import { isUnclear } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { statusOf } from '../../../shared/payment/status'
import { formatMinute, formatSecond } from '../../i18n/clock-time'
import { displayStatusOf } from '../../sale-status/display-status'
import { useEarlierPress } from '../../sale-status/earlier-press'
import { asksForItsEnd } from '../../sale-status/wait-end'
import { Notice } from '../../ui/notice'
import { ElsewhereNotice } from './elsewhere-notice'
import styles from './live-notices.module.css'
import { RefundNotice } from './refund-notice'
import { UnknownWord } from './unknown-word'
import type { LiveMoment } from './use-moment'
import { WaitEndNotice } from './wait-end-notice'

/** What else is unusual about a sale. Each notice says what happened and what it means. */
export function LiveNotices({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  const { t } = useTranslation()
  const earlier = useEarlierPress(store => store.saleId === sale.id)
  return (
    <>
      {earlier && (
        <Notice tone="unknown" icon="warn" title={t('live.earlier.title')}>
          <p>{t('live.earlier.text')}</p>
        </Notice>
      )}
      {asksForItsEnd(sale, moment) && <WaitEndNotice sale={sale} />}
      {moment.elsewhere && <ElsewhereNotice sale={sale} />}
      {isUnclear(sale) && <UnknownWord sale={sale} />}
      {/* Where nothing graver is said of it, the band says it. */}
      {sale.late && displayStatusOf(sale) === 'manager' && sale.contradiction === null && (
        <Notice tone="unknown" icon="clock" title={t('live.late.title')}>
          <p>{t('live.late.text')}</p>
        </Notice>
      )}
      {sale.refund && <RefundNotice refund={sale.refund} />}
      {sale.resolution && (displayStatusOf(sale) !== 'paidInCash' || sale.resolution.reason) && (
        <Notice
          tone="waiting"
          icon="check"
          title={t('live.resolution.title', { time: formatMinute(sale.resolution.at) })}
        >
          {sale.resolution.how === 'paid-in-cash' && displayStatusOf(sale) !== 'paidInCash' && (
            <p>{t('live.resolution.cash')}</p>
          )}
          {sale.resolution.reason && <p>{sale.resolution.reason}</p>}
        </Notice>
      )}
      <LastFailure sale={sale} />
    </>
  )
}

/** Only where neither the band nor the end of the history says it already. */
function LastFailure({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  if (statusOf(sale) !== 'stopped' || !sale.lastFailure) return null
  const { at, reason } = sale.lastFailure
  return (
    <p className={styles.failure}>
      {t('live.lastFailure', { time: formatSecond(at), reason: t(`reason.${reason}`) })}
    </p>
  )
}
