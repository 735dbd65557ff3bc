import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { useTill } from '../../state/till-store'
import { useNow } from '../../state/use-now'
import { formatDayMinute } from '../../words/clock-time'
import { endToName } from '../../words/wait-end'
import type { LiveMoment } from './use-moment'
import styles from './waiting-lines.module.css'

/** Until when the payment stays open, by this computer's clock, where no countdown shows it. */
export function OpenUntil({ sale, moment }: { sale: Sale; moment: LiveMoment }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const offset = useTill(state => state.serviceClockOffset)
  const end = endToName(sale, moment)
  if (end === null) return null
  const time = formatDayMinute(end - offset, now, i18n.language)
  return <p className={styles.lines}>{t('live.openUntil', { time })}</p>
}
