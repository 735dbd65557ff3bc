import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { groupDigits } from '../../../../shared/money'
import { readAmount } from '../../../typing/amount-typing'
import { Field } from '../../../ui/field'
import { Icon } from '../../../ui/icons/icon'
import styles from '../settings.module.css'
import { type Control, type ControlProps, control } from './control'

interface TextControl<Value> {
  maxLength: number
  inputMode?: 'numeric'
  typed: (value: Value) => string
  read: (text: string) => unknown
  /** What becomes of the text while it is typed. */
  asTyped?: (text: string) => string
}

function textControl<Value>(parts: TextControl<Value>): Control<Value> {
  const { typed, read, maxLength, inputMode, asTyped = (text: string) => text } = parts
  return control<Value, string>({
    typed,
    read,
    show: ({ label, hint, error, value, onChange }) => (
      <Field
        label={label}
        hint={hint}
        error={error}
        maxLength={maxLength}
        inputMode={inputMode}
        value={value}
        onChange={event => onChange(asTyped(event.target.value))}
      />
    ),
  })
}

export const text = (maxLength: number): Control<string> =>
  textControl({ maxLength, typed: value => value, read: typed => typed.trim() })

/** Three capital letters, however they are typed. */
export const currencyCode: Control<string> = textControl({
  maxLength: 3,
  typed: value => value,
  read: typed => typed,
  asTyped: typed => typed.toUpperCase(),
})

export const wholeNumber = (maxLength: number): Control<number> =>
  textControl({ maxLength, inputMode: 'numeric', typed: String, read: readWhole })

export const amount: Control<number> = textControl({
  maxLength: 20,
  inputMode: 'numeric',
  typed: groupDigits,
  read: amountOf,
})

/** NaN, which no schema takes, for what is not a whole number. */
export function readWhole(typed: string): number {
  return /^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : Number.NaN
}

/** NaN for what is no amount. */
export function amountOf(typed: string): number {
  const read = readAmount(typed)
  return 'value' in read ? read.value : Number.NaN
}

interface DurationText {
  minutes: string
  seconds: string
}

const units = ['minutes', 'seconds'] as const

/** A time in ms, typed in minutes and seconds. An empty field is none of that unit. */
export const duration: Control<number> = control<number, DurationText>({
  typed(ms) {
    const seconds = Math.round(ms / 1000)
    return { minutes: String(Math.floor(seconds / 60)), seconds: String(seconds % 60) }
  },
  read: ({ minutes, seconds }) =>
    (readWhole(minutes || '0') * 60 + readWhole(seconds || '0')) * 1000,
  show: props => <DurationField {...props} />,
})

function DurationField({ label, hint, error, value, onChange }: ControlProps<DurationText>) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className={styles.duration}>
      <legend className={styles.label}>{label}</legend>
      <span className={styles.line}>
        {units.map(unit => (
          <label key={unit} className={styles.unit}>
            <input
              aria-label={`${label}: ${t(`settings.timeouts.${unit}`)}`}
              aria-describedby={`${id}-note`}
              aria-invalid={error ? true : undefined}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              value={value[unit]}
              onChange={event => onChange({ ...value, [unit]: event.target.value })}
            />
            {t(`settings.timeouts.${unit}`)}
          </label>
        ))}
      </span>
      <span id={`${id}-note`} className={styles.note} data-error={error !== null}>
        {error && <Icon name="warn" size="s" />}
        {error ?? hint}
      </span>
    </fieldset>
  )
}
