import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { isPaidInCash, needsResolving } from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import { statusOf } from '../../../shared/payment/status'
import { formatSecond } from '../../i18n/clock-time'
import { type Countdown, formatSeconds } from '../../i18n/countdown'
import { type DisplayStatus, exceptionNameOf } from '../../sale-status/display-status'
import { statusText } from '../../sale-status/payment-text'
import { StateIcon } from '../../sale-status/state-tag'
import { useLimits } from '../../sale-status/use-payment-facts'
import { isWaiting } from '../../sale-status/waiting'
import { PaymentAmount } from './payment-amount'
import styles from './state-band.module.css'
import type { LiveMoment, LiveProps } from './use-moment'

/**
 * The state: icon, word and colour, and what it means for the money. A screen reader hears the word
 * and the sentence when they change; the countdown is outside, so it is not read every second.
 */
export function StateBand({ payment, moment, shown }: LiveProps) {
  const { t } = useTranslation()
  const status = shown.name
  const countdown = useBandCountdown(payment, moment, status)
  const chips = chipsOf(payment, t)
  const isPaid = status === 'paid'
  return (
    <header className={styles.band} data-paid={isPaid || undefined}>
      <StateIcon status={status} solid />
      <output className={styles.state} aria-label={t('live.state')}>
        <span className={styles.word}>
          {statusText(status, payment, t)}
          {chips.map(chip => (
            <Fragment key={chip}>
              {' '}
              <span className={styles.chip}>{chip}</span>
            </Fragment>
          ))}
        </span>{' '}
        <span className={styles.meaning}>
          {t(`live.meaning.${shown.meaning}`, {
            reason: reasonText(payment, moment, t),
            time: formatSecond(payment.settledAt ?? payment.recordedAt),
            handedOver: formatSecond(payment.handedOverAt ?? payment.recordedAt),
          }).trim()}
        </span>
      </output>
      {isPaid && <PaymentAmount payment={payment} />}
      {countdown && countdown.secondsLeft > 0 && (
        <CountdownRing
          countdown={countdown}
          label={isWaiting(payment) ? t('settings.timeouts.alone') : t('live.timeLeft')}
        />
      )}
    </header>
  )
}

/** What is next to the word: how the money came otherwise than it should. */
function chipsOf(payment: Payment, t: TFunction): string[] {
  const chip = exceptionNameOf(payment)
  const open = needsResolving(payment)
  return [
    ...(open && isPaidInCash(payment) && !payment.late ? [t('status.paidInCash')] : []),
    ...(chip ? [t(`status.${chip}`)] : []),
  ]
}

/** Why it has not gone out, as calls go now; of one that may have arrived, what its attempt met. */
function reasonText(payment: Payment, { why }: LiveMoment, t: TFunction): string {
  if (statusOf(payment) === 'waitingToSend') return t(`live.why.${why}`)
  return payment.lastFailure ? t(`reason.${payment.lastFailure.reason}`) : ''
}

/** What the ring counts: the customer's time, or how long the till still sends without asking. */
function useBandCountdown(
  payment: Payment,
  moment: LiveMoment,
  status: DisplayStatus,
): Countdown | null {
  const limits = useLimits(payment.channel)
  // There is no wait for what was paid in cash, nor for an answer that this till cannot ask for.
  if (!isWaiting(payment)) return status === 'waitingForCustomer' ? moment.countdown : null
  const { alone } = moment
  if (alone === null) return null
  return { secondsLeft: Math.ceil(alone / 1000), share: alone / limits.aloneMs }
}

const radius = 45
const round = 2 * Math.PI * radius

/** What is left of a time: a ring that empties, and the minutes in it. */
function CountdownRing({ countdown, label }: { countdown: Countdown; label: string }) {
  const time = formatSeconds(countdown.secondsLeft)
  return (
    <div className={styles.ring} role="timer" aria-label={label}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={styles.track} cx="50" cy="50" r={radius} />
        <circle
          className={styles.left}
          cx="50"
          cy="50"
          r={radius}
          strokeDasharray={round}
          strokeDashoffset={round * (1 - countdown.share)}
        />
      </svg>
      <span className={styles.time} data-signs={time.length}>
        {time}
      </span>
    </div>
  )
}
