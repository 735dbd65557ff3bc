import { useTranslation } from 'react-i18next'
import { Icon } from '../../icons/icon'
import styles from './numpad.module.css'

const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '000', '0']

/**
 * The amount's keys for fingers and mice. A keyboard types into the field itself, so the pad is no
 * tab stop, and pressing it leaves the focus where it was.
 */
export function Numpad({ onPress }: { onPress: (key: string) => void }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend
    <div
      className={styles.pad}
      role="group"
      aria-label={t('charge.numpad')}
      onPointerDown={event => event.preventDefault()}
    >
      {keys.map(key => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={styles.key}
          onClick={() => onPress(key)}
        >
          {key}
        </button>
      ))}
      <button
        type="button"
        tabIndex={-1}
        className={styles.key}
        aria-label={t('charge.clear')}
        onClick={() => onPress('back')}
      >
        <Icon name="backspace" size="m" />
      </button>
    </div>
  )
}
