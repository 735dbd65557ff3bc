import { useTranslation } from 'react-i18next'
import type { PadKey } from '../../typing/amount-typing'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/icons/icon'
import pad from '../../ui/key-pad.module.css'
import styles from './amount.module.css'

type Word = 'clear' | 'plus' | 'times' | 'clearAll'

/** A row as on a keyboard's number pad, with what changes the amount at its end. */
const keys: readonly { key: PadKey; word?: Word }[] = [
  { key: '7' },
  { key: '8' },
  { key: '9' },
  { key: 'back', word: 'clear' },
  { key: '4' },
  { key: '5' },
  { key: '6' },
  { key: '×', word: 'times' },
  { key: '1' },
  { key: '2' },
  { key: '3' },
  { key: '+', word: 'plus' },
  { key: '0' },
  { key: '00' },
  { key: '000' },
  { key: 'clear', word: 'clearAll' },
]

/**
 * The keys for fingers and mice, for the amount or, while it has the focus, the phone number. A keyboard
 * types into the field itself, so the pad is no tab stop, and pressing it leaves the focus where it was.
 */
export function Numpad({ onPress }: { onPress: (key: PadKey) => void }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend
    <div
      className={styles.pad}
      role="group"
      aria-label={t('charge.numpad')}
      onPointerDown={event => event.preventDefault()}
    >
      {keys.map(({ key, word }) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={classNames(pad.key, styles.key)}
          data-edit={word ? true : undefined}
          aria-label={word && t(`charge.${word}`)}
          onClick={() => onPress(key)}
        >
          <Face padKey={key} />
        </button>
      ))}
    </div>
  )
}

function Face({ padKey }: { padKey: PadKey }) {
  if (padKey === 'back') return <Icon name="backspace" size="m" />
  return padKey === 'clear' ? 'C' : padKey
}
