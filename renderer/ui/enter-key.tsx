import { useTranslation } from 'react-i18next'
import styles from './enter-key.module.css'

/** Says on a button that Enter presses it; silent to screen readers, which say the button's name. */
export function EnterKey() {
  const { t } = useTranslation()
  return (
    <span className={styles.key} aria-hidden="true">
      {t('charge.enter')}
    </span>
  )
}
