import { useTranslation } from 'react-i18next'
import styles from './technical-detail.module.css'

/** What the till or the service said to itself: folded away, for whoever is asked to help. */
export function TechnicalDetail({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <details className={styles.detail}>
      <summary>{t('app.technicalDetail')}</summary>
      {text}
    </details>
  )
}
