import { useTranslation } from 'react-i18next'
import { useNow } from '../../hooks/use-now'
import { formatMinute } from '../../i18n/clock-time'
import { useTill } from '../../stores/till-store'
import { LanguageChoice } from '../../ui/language-choice'
import { ModeBanner } from '../../ui/mode-banner'
import styles from './access.module.css'

/** The head of a locked till: its shop, its connection, and the choice of language. */
export function LockHead() {
  const { t } = useTranslation()
  const shop = useTill(state => state.settings.shop)
  const now = useNow()
  return (
    <header>
      <ModeBanner />
      <div className={styles.head}>
        <b className={styles.shop}>{shop.name || t('app.name')}</b>
        <span>{shop.till}</span>
        <span className={styles.language}>
          <LanguageChoice />
        </span>
        <time className={styles.clock}>{formatMinute(now)}</time>
      </div>
    </header>
  )
}
