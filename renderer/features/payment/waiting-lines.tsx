import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { statusOf } from '../../../shared/payment/status'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute } from '../../i18n/clock-time'
import { spanText } from '../../i18n/span-text'
import styles from './live-payment.module.css'
import type { LiveMoment } from './use-moment'

/** How long a sale has waited, and what it has left. Not read out: it changes every second. */
export function WaitingLines({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  const { t } = useTranslation()
  const left = leftText(sale, moment, t)
  // A try that comes too late, or never, is not announced.
  const seconds = moment.alone === null ? 0 : Math.ceil((moment.nextTry ?? 0) / 1000)
  return (
    <div className={styles.lines}>
      {left && <p className={styles.left}>{left}</p>}
      <p>
        {t('live.wait.waited', { age: spanText(moment.windows.waited / 1000, t) })}
        {seconds > 0 && ` · ${t('live.wait.nextTry', { left: spanText(seconds, t) })}`}
      </p>
    </div>
  )
}

function leftText(sale: Sale, moment: LiveMoment, t: TFunction): string | null {
  const alone = statusOf(sale) === 'askCustomer' ? null : moment.alone
  const span = alone ?? moment.windows.possible
  if (span === null) return null
  const left = spanText(Math.ceil(span / 1000), t)
  if (moment.why === 'keys-rejected') return t('live.wait.noKeys')
  if (moment.tooLate) {
    const asks = Math.ceil((moment.windows.alone ?? 0) / 1000)
    return t('live.wait.tooLate', { left: spanText(asks, t) })
  }
  if (alone !== null) return t('live.wait.alone', { left })
  return t(sale.maybeSent ? 'live.wait.retryable' : 'live.wait.sendable', { left })
}

/** Until when the payment stays open, where a code takes the place of the steps. */
export function OpenUntil({ end }: { end: number }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const time = formatDayMinute(end, now, i18n.language)
  return <p className={styles.lines}>{t('live.openUntil', { time })}</p>
}
