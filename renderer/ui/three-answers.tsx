import { useTranslation } from 'react-i18next'
import { TechnicalDetail } from './technical-detail'
import styles from './three-answers.module.css'

interface ThreeAnswersProps {
  what: string
  money: string
  next: string
  detail?: string
}

/** The three questions that every trouble must answer. */
export function ThreeAnswers({ what, money, next, detail }: ThreeAnswersProps) {
  const { t } = useTranslation()
  return (
    <>
      <dl className={styles.answers}>
        <dt>{t('blocked.whatHappened')}</dt>
        <dd>{what}</dd>
        <dt>{t('blocked.forMoney')}</dt>
        <dd>{money}</dd>
        <dt>{t('blocked.nextStep')}</dt>
        <dd className={styles.next}>{next}</dd>
      </dl>
      {detail && <TechnicalDetail text={detail} />}
    </>
  )
}
