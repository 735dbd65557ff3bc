import { useTranslation } from 'react-i18next'
import { useNeedsAttention } from '../sale-status/use-needs-attention'
import { show } from '../stores/view-store'
import { Icon } from '../ui/icons/icon'
import styles from './rail.module.css'

/** How many sales wait for a person, always in sight; a press lists them with what each is about. */
export function NeedsAttentionButton() {
  const { t } = useTranslation()
  const { length } = useNeedsAttention()
  if (length === 0) return null
  return (
    <button
      type="button"
      className={styles.attention}
      onClick={() => show({ name: 'payments', list: 'toDo' })}
    >
      <Icon name="alert" size="s" />
      {t('attention.count', { number: length })}
      <Icon name="arrowRight" size="s" />
    </button>
  )
}
