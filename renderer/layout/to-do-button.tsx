import { useTranslation } from 'react-i18next'
import { useToDos } from '../sale-status/use-needs-attention'
import { show } from '../stores/view-store'
import { Icon } from '../ui/icons/icon'
import styles from './to-do-button.module.css'

/** How many sales wait for a person, always in sight; a press lists them with what each is about. */
export function ToDoButton() {
  const { t } = useTranslation()
  const { length } = useToDos()
  if (length === 0) return null
  return (
    <button
      type="button"
      className={styles.toDo}
      onClick={() => show({ name: 'payments', list: 'toDo' })}
    >
      <Icon name="alert" size="s" />
      {t('toDo.count', { number: length })}
      <Icon name="arrowRight" size="s" />
    </button>
  )
}
