import { useTranslation } from 'react-i18next'
import { useUntil } from '../hooks/use-ages'
import { useNow } from '../hooks/use-now'
import { formatMinute } from '../i18n/clock-time'
import { spanText } from '../i18n/span-text'
import { useOutlook } from '../sale-status/use-outlook'
import { useTill } from '../stores/till-store'
import { LightSign } from './light-sign'
import styles from './header.module.css'
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

/** When the next call goes to the service, while none may go now. A screen reader is not told each second. */
function GateLine() {
  const { t } = useTranslation()
  const { gate, lights } = useOutlook()
  const left = useUntil(gate.until)
  if (left === null || gate.state === 'open') return null
  const time = spanText(Math.ceil(left / 1000), t)
  // The light beside it may have said who asks: then only how long is left to say.
  const asked = gate.state === 'asked-to-wait' && lights.service !== 'busy'
  return (
    <span className={styles.gate} role="timer">
      {t(asked ? 'top.gate.asked' : 'top.gate.next', { time })}
    </span>
  )
}
