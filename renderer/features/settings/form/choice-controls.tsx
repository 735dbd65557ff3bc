import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../../ui/segments'
import styles from '../settings.module.css'
import { type Control, type ControlProps, control, valueControl } from './control'

/** The words of each choice, in the order of the screen. */
type Words<Value extends string> = readonly (readonly [value: Value, label: ParseKeys])[]

/** The words of values that have a list of their own in the language files. */
export function words<const List extends string, const Value extends string>(
  list: `${List}.${Value}` extends ParseKeys ? List : never,
  values: readonly Value[],
): Words<Value> {
  return values.map(value => [value, `${list}.${value}` as ParseKeys])
}

/** One of a few, side by side; `narrow` where their words are long. */
export function choice<Value extends string>(
  words: Words<Value>,
  narrow?: 'narrow',
): Control<Value> {
  return valueControl<Value>(props => (
    <SideBySide words={words} className={narrow && styles.narrow} {...props} />
  ))
}

/** A number of which there are a few. */
export function numberChoice<Value extends number>(numbers: readonly Value[]): Control<Value> {
  return control<Value, string>({
    typed: String,
    read: typed => numbers.find(each => String(each) === typed) ?? null,
    show: props => <SideBySide words={numbers.map(each => [String(each), null])} {...props} />,
  })
}

/** Yes or no, in the words that fit the setting. */
export function yesOrNo(yes: ParseKeys, no: ParseKeys, narrow?: 'narrow'): Control<boolean> {
  const words: Words<'yes' | 'no'> = [
    ['yes', yes],
    ['no', no],
  ]
  return control<boolean, 'yes' | 'no'>({
    typed: value => (value ? 'yes' : 'no'),
    read: typed => typed === 'yes',
    show: props => <SideBySide words={words} className={narrow && styles.narrow} {...props} />,
  })
}

interface SideBySideProps<Value extends string> extends ControlProps<Value> {
  /** Null: the value is its own word. */
  words: readonly (readonly [value: Value, label: ParseKeys | null])[]
  className?: string | undefined
}

function SideBySide<Value extends string>(props: SideBySideProps<Value>) {
  const { words, className, label, titled, value, onChange } = props
  const { t } = useTranslation()
  const segments = (
    <Segments
      className={className}
      label={label}
      value={value}
      options={words.map(([each, key]) => ({
        value: each,
        label: key === null ? each : t(key, { value: each }),
      }))}
      onChange={onChange}
    />
  )
  if (titled) return segments
  // A group of radio buttons says its name itself.
  return (
    <div className={styles.labelled}>
      <span aria-hidden="true">{label}</span>
      {segments}
    </div>
  )
}
