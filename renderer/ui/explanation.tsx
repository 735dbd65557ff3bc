import { useTranslation } from 'react-i18next'
import styles from './explanation.module.css'

/** What happened, what it means for the money, and what to do next. */
export function Explanation({ what, money, next }: Record<'what' | 'money' | 'next', string>) {
  const { t } = useTranslation()
  return (
    <dl className={styles.explanation}>
      <dt>{t('blocked.whatHappened')}</dt>
      <dd>{what}</dd>
      <dt>{t('blocked.forMoney')}</dt>
      <dd>{money}</dd>
      <dt>{t('blocked.nextStep')}</dt>
      <dd className={styles.next}>{next}</dd>
    </dl>
  )
}

/** What the till or the service said to itself: folded away, for the person who is asked to help. */
export function TechnicalDetail({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <details className={styles.detail}>
      <summary>{t('app.technicalDetail')}</summary>
      {text}
    </details>
  )
}
