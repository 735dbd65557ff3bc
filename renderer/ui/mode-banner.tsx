import { useTranslation } from 'react-i18next'
import { useMode } from '../stores/till-store'
import { Icon } from './icons/icon'
import styles from './mode-banner.module.css'

const icons = { practice: 'practice', sandbox: 'plug', plainHttp: 'warn' } as const

/** Says on every screen that this is not the real till, or that it sends its keys without encryption. */
export function ModeBanner() {
  const { t } = useTranslation()
  const mode = useMode()
  if (mode === null) return null
  return (
    <div className={styles.banner} data-kind={mode}>
      <Icon name={icons[mode]} size="s" />
      <span>{t(`mode.${mode}`)}</span>
    </div>
  )
}
