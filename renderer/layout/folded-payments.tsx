import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icons/icon'
import { NewResultsStatus, useNewResults } from './new-results'
import styles from './rail.module.css'

/** The recent payments folded away, where the screen needs their space: results still show as a number. */
export function FoldedPayments({ onUnfold }: { onUnfold: () => void }) {
  const { t } = useTranslation()
  const results = useNewResults()
  return (
    <aside className={styles.folded} aria-label={t('recent.title')}>
      <button type="button" aria-expanded={false} onClick={onUnfold}>
        <Icon name="arrowLeft" size="s" />
        {t('recent.unfold')}
      </button>
      {results.length > 0 && <span>{t('recent.results', { count: results.length })}</span>}
      <NewResultsStatus results={results} />
    </aside>
  )
}
