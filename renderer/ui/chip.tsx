import { useTranslation } from 'react-i18next'
import styles from './chip.module.css'
import { Icon } from './icons/icon'

/** One of a list that a person made: a press takes it away. */
export function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={t('app.removeOf', { name })}
      onClick={onRemove}
    >
      {name}
      <Icon name="cross" size="s" />
    </button>
  )
}
