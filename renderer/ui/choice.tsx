import { useId } from 'react'
import styles from './choice.module.css'
import { Icon } from './icons/icon'
import { useRadioChoice } from './segments'

export interface Option<Value extends string> {
  value: Value
  label: string
  /** What choosing it means. */
  text?: string
}

interface ChoiceProps<Value extends string> {
  label: string
  /** Null while nothing is chosen: a choice about money is not made for anyone. */
  value: Value | null
  options: readonly Option<Value>[]
  error?: string | null
  onChange: (value: Value) => void
}

/** A choice that has to be read before it is made: each option with what it means, one below the other. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, error, onChange } = props
  const id = useId()
  const radio = useRadioChoice(options, value, onChange)
  return (
    <div
      {...radio.group}
      role="radiogroup"
      className={styles.choice}
      aria-label={label}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      {options.map(option => (
        <button
          key={option.value}
          {...radio.item(option.value)}
          className={styles.option}
          aria-labelledby={`${id}-${option.value}`}
          aria-describedby={option.text ? `${id}-${option.value}-text` : undefined}
        >
          <span className={styles.dot} aria-hidden="true">
            {option.value === value && <span className={styles.chosen} />}
          </span>
          <span className={styles.words}>
            <b id={`${id}-${option.value}`}>{option.label}</b>
            {option.text && <span id={`${id}-${option.value}-text`}>{option.text}</span>}
          </span>
        </button>
      ))}
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          <Icon name="warn" size="s" />
          {error}
        </span>
      )}
    </div>
  )
}
