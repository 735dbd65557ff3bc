import { useId } from 'react'
import { classNames } from './class-names'
import styles from './field.module.css'

interface SelectFieldProps<Value extends string> {
  label: string
  hint?: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A labelled choice of many, in the system's own list. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, value, options, onChange } = props
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.head} htmlFor={id}>
        {label}
      </label>
      <span className={classNames(styles.line, styles.arrow)}>
        <select
          className={styles.input}
          id={id}
          value={value}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={event => {
            const option = options.find(one => one.value === event.target.value)
            if (option) onChange(option.value)
          }}
        >
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
      {hint && (
        <span id={`${id}-hint`} className={styles.note}>
          {hint}
        </span>
      )}
    </div>
  )
}
