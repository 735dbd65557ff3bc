import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import { isTriedAgain } from '../../../shared/payment/status'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute, formatSecond } from '../../i18n/clock-time'
import { spanText } from '../../i18n/countdown'
import { briefLines, type HistoryLine } from '../../sale-status/history-lines'
import { HistoryText } from '../../sale-status/history-text'
import type { PaymentScreen } from '../../sale-status/screen-content'
import { Button } from '../../ui/button'
import styles from './timeline.module.css'

interface TimelineProps {
  payment: Payment
  events: readonly PaymentEvent[]
  shown: Pick<PaymentScreen, 'name' | 'step' | 'toCome'>
  /** When it ends, by this computer's clock, where no countdown shows it. */
  end: number | null
}

/**
 * The history so far in a few lines, what is happening now, and what is still to come. Of a paid one the
 * beginning and the result alone, until a press.
 */
export function Timeline({ payment, events, shown, end }: TimelineProps) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const [unfolded, setUnfolded] = useState(false)
  // A retry under way is what happens now: as a line of its own it would come and go.
  const past = isTriedAgain(payment) ? events.slice(0, lastAttempt(events)) : events
  const { lines, earlier } = briefLines(past, 5)
  const { step, toCome } = shown
  const ends = lines.filter(({ key }) => key === 'recorded' || key === 'paid')
  if (shown.name === 'paid' && !unfolded && ends.length < lines.length)
    return (
      <div className={styles.folded}>
        <ol className={styles.timeline} aria-label={t('history.title')}>
          <PastLines lines={ends} />
        </ol>
        <Button variant="quiet" icon="list" onClick={() => setUnfolded(true)}>
          {t('live.allSteps', { number: lines.length + earlier })}
        </Button>
      </div>
    )
  return (
    <ol className={styles.timeline} aria-label={t('history.title')}>
      {earlier > 0 && (
        <li className={styles.earlier}>{t('history.earlier', { count: earlier })}</li>
      )}
      <PastLines lines={lines} />
      {step === 'manager' && <li className={styles.now}>{t('status.manager')}</li>}
      {step !== null && step !== 'manager' && (
        <li className={styles.now}>
          <span>{t(step === 'paidInCash' ? 'history.step.stillOpen' : `status.${step}`)}</span>
          <time>{spanText((now - (lines.at(-1)?.at ?? payment.recordedAt)) / 1000, t)}</time>
        </li>
      )}
      {toCome && (
        <li className={styles.toCome}>
          <span>{t(`history.step.${toCome}`)}</span>
          {end !== null && (
            <time>
              {t('history.step.until', { time: formatDayMinute(end, now, i18n.language) })}
            </time>
          )}
        </li>
      )}
    </ol>
  )
}

function PastLines({ lines }: { lines: readonly HistoryLine[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and holds no state
    <li key={index}>
      <HistoryText line={line} />
      <time>{formatSecond(line.at)}</time>
    </li>
  ))
}

/** Where the last attempt began; the end of the history while that is not read yet. */
function lastAttempt(events: readonly PaymentEvent[]): number {
  return events.at(-1)?.type === 'attempt-started' ? events.length - 1 : events.length
}
