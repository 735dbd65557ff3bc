import { type Countdown, formatSeconds } from '../../i18n/countdown'
import styles from './countdown-ring.module.css'

const radius = 45
const round = 2 * Math.PI * radius

/** What is left of a time: a ring that empties, and the minutes in it. */
export function CountdownRing({ countdown, label }: { countdown: Countdown; label: string }) {
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
