import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { useTill } from '../../state/till-store'
import { useUntil } from '../../state/use-ages'
import { formatSeconds } from '../../words/countdown'
import { type Windows, windowsOf } from '../../words/waiting'
import { useLimits } from './use-limits'
import type { LiveMoment } from './use-moment'
import styles from './waiting-lines.module.css'

/** How long a sale has waited, and what it has left. Not read out: it changes every second. */
export function WaitingLines({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  const { t } = useTranslation()
  const limits = useLimits(sale.channel)
  const gate = useTill(state => state.gate)
  const nextTry = useUntil(gate.until)
  const windows = windowsOf(moment.ages, limits)
  const left = moment.elsewhere ? null : leftText(sale, windows, t)
  const goesAlone = windows.alone !== null && !moment.elsewhere
  const seconds = Math.ceil((nextTry ?? 0) / 1000)
  return (
    <div className={styles.lines}>
      {left && <p className={styles.left}>{left}</p>}
      <p>
        {t('live.wait.waited', { age: formatSeconds(windows.waited / 1000) })}
        {goesAlone &&
          seconds > 0 &&
          ` · ${t('live.wait.nextTry', { left: formatSeconds(seconds) })}`}
      </p>
    </div>
  )
}

function leftText({ phase }: Sale, { alone, possible }: Windows, t: TFunction): string | null {
  const span = alone ?? possible
  if (span === null) return null
  const left = formatSeconds(Math.ceil(span / 1000))
  if (phase === 'unknown')
    return alone === null
      ? t('live.wait.retryable', { left })
      : t('live.wait.retriedAlone', { left })
  return phase === 'held' || alone === null
    ? t('live.wait.sendable', { left: formatSeconds(Math.ceil((possible ?? 0) / 1000)) })
    : t('live.wait.alone', { left })
}
