import { useTranslation } from 'react-i18next'
import { LanguageChoice } from '../screens/settings/language-choice'
import { useTill } from '../state/till-store'
import { useNow } from '../state/use-now'
import { formatMinute } from '../words/clock-time'
import styles from './lock-head.module.css'
import { ModeBanner } from './mode-banner'

/** The head of a till that nobody has got into yet: whose it is, which side, and in which language. */
export function LockHead() {
  const { t } = useTranslation()
  const shop = useTill(state => state.settings.shop)
  const now = useNow()
  return (
    <header>
      <ModeBanner />
      <div className={styles.head}>
        <b className={styles.shop}>{shop.name || t('top.shopUnnamed')}</b>
        <span>{shop.till}</span>
        <span className={styles.language}>
          <LanguageChoice />
        </span>
        <time className={styles.clock}>{formatMinute(now)}</time>
      </div>
    </header>
  )
}
