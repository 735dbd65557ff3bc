import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icons/icon'
import styles from './service.module.css'

/** What few shops ever need, folded away: custom certificates, status words. */
export function Advanced({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <details className={styles.advanced}>
      <summary>
        <Icon name="arrowRight" size="s" />
        <span>{t('settings.connection.advanced')}</span>
        <small>{t('settings.connection.advancedText')}</small>
      </summary>
      <div className={styles.sections}>{children}</div>
    </details>
  )
}
