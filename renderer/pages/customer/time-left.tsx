import { useTranslation } from 'react-i18next'
import { formatSeconds } from '../../i18n/countdown'
import styles from './time-left.module.css'

/** How long the customer still has. */
export function TimeLeft({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation()
  if (seconds === null) return null
  // Not read aloud each second: a timer is silent unless asked.
  return (
    <p className={styles.left} role="timer">
      {t('customerScreen.left', { time: formatSeconds(seconds) })}
    </p>
  )
}
