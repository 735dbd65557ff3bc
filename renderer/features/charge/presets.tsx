import { useTranslation } from 'react-i18next'
import { groupDigits } from '../../../shared/money'
import { useTill } from '../../stores/till-store'
import styles from './presets.module.css'

/** The shop's usual amounts, one press each. The focus stays where it was. */
export function Presets({ onPress }: { onPress: (amount: number) => void }) {
  const { t } = useTranslation()
  const presets = useTill(state => state.settings.charging.presets)
  if (presets.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a visible legend
    <div
      className={styles.presets}
      role="group"
      aria-label={t('charge.presets')}
      onPointerDown={event => event.preventDefault()}
    >
      {presets.map(amount => (
        <button
          key={amount}
          type="button"
          tabIndex={-1}
          className={styles.preset}
          onClick={() => onPress(amount)}
        >
          {groupDigits(amount)}
        </button>
      ))}
    </div>
  )
}
