import { useTranslation } from 'react-i18next'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute } from '../../i18n/clock-time'
import styles from './waiting-lines.module.css'

/** Until when the payment stays open, where a code takes the place of the steps. */
export function OpenUntil({ end }: { end: number }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const time = formatDayMinute(end, now, i18n.language)
  return <p className={styles.lines}>{t('live.openUntil', { time })}</p>
}
