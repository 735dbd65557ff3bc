import { useTranslation } from 'react-i18next'
import { Icon } from '../icons/icon'
import { useToDos } from '../state/use-to-dos'
import { show } from '../state/view-store'
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
