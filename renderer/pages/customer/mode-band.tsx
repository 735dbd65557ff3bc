import { useTranslation } from 'react-i18next'
import type { CustomerView } from '../../../shared/customer-view'
import styles from './mode-band.module.css'

/** Says on every scene that no real money moves. */
export function ModeBand({ mode }: { mode: NonNullable<CustomerView['mode']> }) {
  const { t } = useTranslation()
  return (
    <header className={styles.band} data-mode={mode}>
      <span>{t(`customerScreen.mode.${mode}`)}</span>
    </header>
  )
}
