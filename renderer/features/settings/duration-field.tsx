import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icons/icon'
import styles from './duration-field.module.css'
import type { DurationText } from './selling/patience-fields'

interface DurationFieldProps {
  label: string
  hint: string
  value: DurationText
  error: string | null
  onChange: (value: DurationText) => void
}

const units = ['minutes', 'seconds'] as const

/** A time in minutes and seconds, with what it is for or what is wrong with it. */
export function DurationField({ label, hint, value, error, onChange }: DurationFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      <span className={styles.line}>
        {units.map(unit => (
          <label key={unit} className={styles.unit}>
            <input
              className={styles.input}
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
      <span id={`${id}-note`} className={error ? styles.error : styles.note}>
        {error && <Icon name="warn" size="s" />}
        {error ?? hint}
      </span>
    </fieldset>
  )
}
