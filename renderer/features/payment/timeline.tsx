import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpen, needsResolving } from '../../../shared/payment/actions'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import { isTriedAgain, type SaleStatus, statusOf } from '../../../shared/payment/status'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute, formatSecond } from '../../i18n/clock-time'
import { spanText } from '../../i18n/span-text'
import { displayStatusOf } from '../../sale-status/display-status'
import type { HistoryLine } from '../../sale-status/history-line'
import { briefLines } from '../../sale-status/history-lines'
import { HistoryText } from '../../sale-status/history-text'
import { Button } from '../../ui/button'
import styles from './timeline.module.css'

/** What happens now; of what is over, nothing does. */
const steps = {
  waitingToSend: 'toSend',
  askCustomer: 'askCustomer',
  sending: 'sending',
  unknown: 'unknown',
  waitingForCustomer: 'customer',
  paid: null,
  failed: null,
  manager: null,
  expired: null,
  refused: null,
  withdrawn: null,
  stopped: null,
} as const satisfies Record<SaleStatus, string | null>

interface TimelineProps {
  sale: Sale
  events: readonly PaymentEvent[]
  /** It went with another account's keys: the till hears no more of it. */
  elsewhere: boolean
  /** When it ends, by this computer's clock, where no countdown shows it. */
  end: number | null
  /** Shows its beginning and the result alone, until a press. */
  folds: boolean
}

/** The history so far in a few lines, what is happening now, and what is still to come. */
export function Timeline({ sale, events, elsewhere, end, folds }: TimelineProps) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const [unfolded, setUnfolded] = useState(false)
  // A retry under way is what happens now: as a line of its own it would come and go.
  const past = isTriedAgain(sale) ? events.slice(0, lastAttempt(events)) : events
  const { lines, earlier } = briefLines(past, 5)
  const toCome = stepToCome(sale)
  const ends = lines.filter(({ key }) => key === 'recorded' || key === 'paid')
  if (folds && !unfolded && ends.length < lines.length)
    return (
      <div className={styles.folded}>
        <ol className={styles.timeline} aria-label={t('live.history')}>
          <PastLines lines={ends} />
        </ol>
        <Button variant="quiet" icon="list" onClick={() => setUnfolded(true)}>
          {t('live.allSteps', { number: lines.length + earlier })}
        </Button>
      </div>
    )
  return (
    <ol className={styles.timeline} aria-label={t('live.history')}>
      {earlier > 0 && (
        <li className={styles.earlier}>{t('history.earlier', { count: earlier })}</li>
      )}
      <PastLines lines={lines} />
      {isOpen(sale) &&
        (elsewhere || sale.repeatRefused ? (
          <li className={styles.now}>{t('history.step.manager')}</li>
        ) : (
          <NowLine sale={sale} since={lines.at(-1)?.at ?? sale.recordedAt} />
        ))}
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
    // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end
    <li key={index}>
      <HistoryText line={line} />
      <time>{formatSecond(line.at)}</time>
    </li>
  ))
}

function NowLine({ sale, since }: { sale: Sale; since: number }) {
  const { t } = useTranslation()
  const now = useNow()
  const inCash = displayStatusOf(sale) === 'paidInCash'
  const step = inCash ? 'stillOpen' : steps[statusOf(sale)]
  return (
    <li className={styles.now}>
      {step && <span>{t(`history.step.${step}`)}</span>}
      <time>{spanText((now - since) / 1000, t)}</time>
    </li>
  )
}

/** Where the last attempt began; the end of the history while that is not read yet. */
function lastAttempt(events: readonly PaymentEvent[]): number {
  return events.at(-1)?.type === 'attempt-started' ? events.length - 1 : events.length
}

function stepToCome(sale: Sale): 'result' | 'goods' | 'resolve' | null {
  const owed = sale.handedOverAt === null && sale.refund === null
  if (displayStatusOf(sale) === 'paid' && owed) return 'goods'
  if (needsResolving(sale)) return 'resolve'
  return isOpen(sale) ? 'result' : null
}
