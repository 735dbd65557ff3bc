import { useTranslation } from 'react-i18next'
import { useTill } from '../../stores/till-store'
import type { PadKey } from '../../typing/amount-typing'
import { classNames } from '../../ui/class-names'
import { Icon } from '../../ui/icons/icon'
import pad from '../../ui/key-pad.module.css'
import styles from './pad.module.css'

/** As on a keyboard's number pad, with what changes the amount at the end of each row. */
const keys: readonly PadKey[] = [
  ...(['7', '8', '9', 'back', '4', '5', '6', '×'] as const),
  ...(['1', '2', '3', '+', '0', '00', '000', 'clear'] as const),
]

/** There is no room for one more: two zeros are two presses of one. */
const keysWithDiscount = keys.map(key => (key === '00' ? '−' : key))

const words = {
  back: 'charge.clear',
  '×': 'charge.times',
  '+': 'charge.plus',
  '−': 'items.discount',
  clear: 'charge.clearAll',
} as const

function isEdit(key: PadKey): key is keyof typeof words {
  return key in words
}

/**
 * The keys for fingers and mice, for the amount or, while it has the focus, the phone number. A keyboard
 * types into the field itself, so the pad is no tab stop, and pressing it leaves the focus where it was.
 */
export function Numpad({ onPress }: { onPress: (key: PadKey) => void }) {
  const { t } = useTranslation()
  const discounts = useTill(state => state.settings.charging.discountLimit !== null)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border, a padding and a minimum width of its own
    <div
      className={styles.pad}
      role="group"
      aria-label={t('charge.numpad')}
      onPointerDown={event => event.preventDefault()}
    >
      {(discounts ? keysWithDiscount : keys).map(key => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={classNames(pad.key, styles.key)}
          data-edit={isEdit(key) || undefined}
          aria-label={isEdit(key) ? t(words[key]) : undefined}
          onClick={() => onPress(key)}
        >
          {key === 'back' ? <Icon name="backspace" size="m" /> : key === 'clear' ? 'C' : key}
        </button>
      ))}
    </div>
  )
}
