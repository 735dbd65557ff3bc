import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { Notice } from '../../parts/notice'
import { formatMinute, formatSecond } from '../../words/clock-time'
import { asksForItsEnd } from '../../words/wait-end'
import { useEarlierPress } from './earlier-press'
import { ElsewhereNotice } from './elsewhere-notice'
import styles from './live-notices.module.css'
import { MismatchNotice } from './mismatch-notice'
import { PaidTwiceNotice } from './paid-twice-notice'
import { UnknownWord } from './unknown-word'
import type { LiveMoment } from './use-moment'
import { WaitEndNotice } from './wait-end-notice'

/** What is out of the ordinary about a sale: each says what happened and what it means. */
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
      {moment.elsewhere && <ElsewhereNotice sale={sale} />}
      {asksForItsEnd(sale, moment) && <WaitEndNotice sale={sale} />}
      {sale.paidTwice !== null && <PaidTwiceNotice other={sale.paidTwice} />}
      {sale.late && sale.resolution === null && (
        <Notice tone="unknown" icon="clock" title={t('live.late.title')}>
          <p>{t('live.late.text')}</p>
        </Notice>
      )}
      {sale.contradiction !== null && (
        <Notice tone="bad" icon="warn" title={t('live.contradiction.title')}>
          <p>{t('live.contradiction.text', { status: sale.contradiction })}</p>
        </Notice>
      )}
      {sale.mismatch && <MismatchNotice sale={sale} mismatch={sale.mismatch} />}
      {sale.outcome === 'unrecognised' && sale.mismatch === null && <UnknownWord sale={sale} />}
      {sale.refusal && (
        <Notice tone="bad" icon="barred" title={t('live.refusal.title')}>
          <p className={styles.quote}>{sale.refusal.message}</p>
        </Notice>
      )}
      {sale.resolution && (
        <Notice
          tone="waiting"
          icon="check"
          title={t('live.resolution.title', { time: formatMinute(sale.resolution.at) })}
        >
          {sale.resolution.how === 'paid-in-cash' && <p>{t('live.resolution.cash')}</p>}
          {sale.resolution.reason && <p>{sale.resolution.reason}</p>}
        </Notice>
      )}
      <LastFailure sale={sale} />
    </>
  )
}

/** Only where the band's sentence does not say it already. */
function LastFailure({ sale }: { sale: Sale }) {
  const { t } = useTranslation()
  const shown = sale.phase === 'held' || sale.phase === 'sending' || sale.phase === 'abandoned'
  if (!shown || !sale.lastFailure) return null
  const { at, reason } = sale.lastFailure
  return (
    <p className={styles.failure}>
      {t('live.lastFailure', { time: formatSecond(at), reason: t(`reason.${reason}`) })}
    </p>
  )
}
