import { useTranslation } from 'react-i18next'
import { useNow } from '../hooks/use-now'
import { formatMinute } from '../i18n/clock-time'
import { useTill } from '../stores/till-store'
import { GateLine } from './gate-line'
import { LightSign } from './light-sign'
import styles from './top-bar.module.css'
import { WhoIsHere } from './who-is-here'

/** Whose till this is, whether it reaches the world, and what time it is. */
export function TopBar() {
  const { t } = useTranslation()
  const shop = useTill(state => state.settings.shop)
  const lights = useTill(state => state.lights)
  const now = useNow()
  return (
    <div className={styles.top}>
      <b className={styles.shop}>{shop.name || t('top.shopUnnamed')}</b>
      <span>{shop.till}</span>
      <span className={styles.lights}>
        {/* First: what comes and goes at the lights' left does not move them. */}
        <GateLine />
        <LightSign name={t('top.internet')} light={lights.internet} />
        <LightSign name={t('top.service')} light={lights.service} />
      </span>
      <WhoIsHere />
      <time className={styles.clock}>{formatMinute(now)}</time>
    </div>
  )
}
