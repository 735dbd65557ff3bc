import { useComposedRefs } from 'radix-ui/internal'
import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { secretText } from '../typing/typed-text'
import { classNames } from './class-names'
import { emptiedWhenGone } from './emptied-when-gone'
import { Icon } from './icons/icon'
import pad from './key-pad.module.css'
import styles from './pin-field.module.css'

const keyClass = classNames(pad.key, styles.key)
const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0']
const longest = 12

interface PinFieldProps {
  label: string
  value: string
  /** What is wrong, or how long to wait; said at once by a screen reader. */
  problem: string | null
  disabled?: boolean
  /** The pad is next to the field, where there is little height. */
  inline?: boolean
  onChange: (pin: string) => void
  field?: Ref<HTMLInputElement>
}

/** A PIN, typed on a keyboard or pressed on a pad. Its digits are never shown. */
export function PinField(props: PinFieldProps) {
  const { inline = false, label, value, problem, disabled = false, onChange, field } = props
  const { t } = useTranslation()
  const id = useId()
  const input = useComposedRefs(field, emptiedWhenGone)
  const type = (text: string) => onChange(text.replace(/\D/g, '').slice(0, longest))
  return (
    <div
      className={classNames(styles.pin, inline && styles.inline)}
      data-waits={disabled || undefined}
    >
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        ref={input}
        id={id}
        className={styles.input}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={longest}
        value={value}
        readOnly={disabled}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-problem`}
        onChange={event => type(secretText(event))}
      />
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border, a padding and a minimum width of its own */}
      <div
        className={styles.pad}
        role="group"
        aria-label={t('charge.numpad')}
        // Pressing the pad leaves the focus in the field: Enter signs in.
        onPointerDown={event => event.preventDefault()}
      >
        {keys.map(key => (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            className={keyClass}
            aria-disabled={disabled}
            onClick={() => !disabled && type(value + key)}
          >
            {key}
          </button>
        ))}
        <button
          type="button"
          tabIndex={-1}
          className={keyClass}
          aria-label={t('staff.lock.erase')}
          onClick={() => onChange(value.slice(0, -1))}
        >
          <Icon name="backspace" size="m" />
        </button>
      </div>
    </div>
  )
}
