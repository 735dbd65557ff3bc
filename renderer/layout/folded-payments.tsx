import { useTranslation } from 'react-i18next'
import { useUnseen } from '../stores/unseen-store'
import { Icon } from '../ui/icons/icon'
import styles from './rail.module.css'

/** The recent payments folded away, where the screen needs their space: results still show as a number. */
export function FoldedPayments({ onUnfold }: { onUnfold: () => void }) {
  const { t } = useTranslation()
  const results = useUnseen().length
  return (
    <aside className={styles.folded} aria-label={t('recent.title')}>
      <button type="button" aria-expanded={false} onClick={onUnfold}>
        <Icon name="arrowLeft" size="s" />
        {t('recent.unfold')}
      </button>
      <span role="status">{results > 0 && t('recent.results', { count: results })}</span>
    </aside>
  )
}
