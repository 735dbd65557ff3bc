import { useId } from 'react'
import { classNames } from './class-names'
import styles from './field.module.css'

type Options<Value> = readonly { value: Value; label: string }[]

interface SelectFieldProps<Value extends string> {
  label: string
  hint?: string
  value: Value
  options: Options<Value>
  /** More of them under a heading. */
  apart?: { label: string; options: Options<Value> }
  /** Just the list with this look, where what it is set to says enough: its name is for screen readers. */
  bare?: string | undefined
  onChange: (value: Value) => void
}

/** A labelled choice of many, in the system's own list. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, hint, value, options, apart, bare, onChange } = props
  const id = useId()
  const every = [...options, ...(apart?.options ?? [])]
  const toOption = (option: Options<Value>[number]) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  )
  const list = (
    <span className={classNames(styles.line, styles.arrow, bare)}>
      <select
        className={styles.input}
        id={id}
        value={value}
        aria-label={bare && label}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={event => {
          // biome-ignore lint/plugin: a choice is not typed, and has no hidden characters
          const option = every.find(one => one.value === event.target.value)
          if (option) onChange(option.value)
        }}
      >
        {options.map(toOption)}
        {apart && <optgroup label={apart.label}>{apart.options.map(toOption)}</optgroup>}
      </select>
    </span>
  )
  if (bare) return list
  return (
    <div className={styles.field}>
      <label className={styles.head} htmlFor={id}>
        {label}
      </label>
      {list}
      {hint && (
        <span id={`${id}-hint`} className={styles.note}>
          {hint}
        </span>
      )}
    </div>
  )
}
