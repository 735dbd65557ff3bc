import { useTranslation } from 'react-i18next'
import { isolated } from '../../../../shared/plain-text'
import { formatFull } from '../../../i18n/clock-time'
import styles from './support.module.css'

interface RecoveryCodePaperProps {
  recoveryCode: string
  shop: string
  till: string
  madeAt: number
}

/** The recovery code as it goes to the safe. */
export function RecoveryCodePaper({ recoveryCode, shop, till, madeAt }: RecoveryCodePaperProps) {
  const { t, i18n } = useTranslation()
  return (
    <article className={styles.paper}>
      <h1>{t('recoveryCode.title')}</h1>
      <p>
        {[shop, till, formatFull(madeAt, i18n.language)].filter(Boolean).map(isolated).join(' · ')}
      </p>
      <div className={styles.code}>
        {recoveryCode.split('-').map(group => (
          <span key={group}>{group}</span>
        ))}
      </div>
      <p>{t('recoveryCode.what')}</p>
      <p>
        <strong>{t('recoveryCode.safe')}</strong>
      </p>
    </article>
  )
}
