import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { StateIcon } from '../../parts/state-icon'
import { formatSecond } from '../../words/clock-time'
import type { Countdown } from '../../words/countdown'
import { faceOf } from '../../words/face'
import { type Moment, meaningOfSale } from '../../words/meaning'
import { CountdownRing } from './countdown-ring'
import styles from './state-band.module.css'

interface StateBandProps {
  sale: Sale
  moment: Moment
  countdown: Countdown | null
}

/**
 * The state: icon, word and colour, and what it means for the money. A screen reader hears the word
 * and the sentence when they change; the countdown stands outside, so it is not read every second.
 */
export function StateBand({ sale, moment, countdown }: StateBandProps) {
  const { t } = useTranslation()
  const face = faceOf(sale)
  const lateWord = face === 'paid' && sale.late
  return (
    <header className={styles.band}>
      <StateIcon face={face} solid />
      <output className={styles.state} aria-label={t('live.state')}>
        <span className={styles.word}>
          {t(`face.${face}`)}
          {lateWord && ' '}
          {lateWord && <span className={styles.late}>{t('live.paidLateWord')}</span>}
        </span>{' '}
        <span className={styles.meaning}>
          {t(`live.meaning.${meaningOfSale(sale, moment)}`, {
            reason: sale.lastFailure ? t(`reason.${sale.lastFailure.reason}`) : '',
            time: formatSecond(sale.settledAt ?? sale.recordedAt),
            handedOver: formatSecond(sale.handedOverAt ?? sale.recordedAt),
          })}
        </span>
      </output>
      {countdown && countdown.secondsLeft > 0 && <CountdownRing countdown={countdown} />}
    </header>
  )
}
