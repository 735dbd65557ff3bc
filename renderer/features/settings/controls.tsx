import type { ParseKeys } from 'i18next'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { readAmount } from '../../../shared/amount'
import { countries } from '../../../shared/countries'
import { groupDigits } from '../../../shared/money'
import {
  defaultRetention,
  fewestMonths,
  mostMonths,
  type RetentionSettings,
} from '../../../shared/settings/retention'
import { typedText } from '../../typing/typed-text'
import { Choice } from '../../ui/choice'
import { classNames } from '../../ui/class-names'
import { Field } from '../../ui/field'
import field from '../../ui/field.module.css'
import { Icon } from '../../ui/icons/icon'
import { Segments } from '../../ui/segments'
import { SelectField } from '../../ui/select-field'
import type { SettingsInForm } from './setting-path'
import styles from './settings.module.css'

export interface ControlProps<Typed> {
  label: string
  /** Its section has this label as its title. */
  titled: boolean
  hint?: string | undefined
  error: string | null
  value: Typed
  onChange: (typed: Typed) => void
}

/** How one setting is shown and changed. */
export interface Control<Value, Typed = unknown> {
  /** What the form holds for a saved value. */
  typed: (value: Value, settings: SettingsInForm) => Typed
  /** The value that the form holds; the schema judges it, so what cannot be read is NaN. */
  read: (typed: Typed, settings: SettingsInForm) => unknown
  show: (props: ControlProps<Typed>) => ReactNode
}

/** A control whose form holds something else than the setting's value, such as text for a number. */
export function control<Value, Typed>(parts: Control<Value, Typed>): Control<Value> {
  // Only what `typed` made and `show` changed comes back to `read`.
  return parts as unknown as Control<Value>
}

/** A control whose form holds the value itself. */
export function valueControl<Value>(
  show: (props: ControlProps<Value>) => ReactNode,
): Control<Value> {
  return control<Value, Value>({ typed: value => value, read: value => value, show })
}

/** The words of each choice, in the order of the screen. */
type Words<Value extends string> = readonly (readonly [value: Value, label: ParseKeys])[]

/** The words of values that have a list of their own in the language files. */
export function words<const List extends string, const Value extends string>(
  list: `${List}.${Value}` extends ParseKeys ? List : never,
  values: readonly Value[],
): Words<Value> {
  return values.map(value => [value, `${list}.${value}` as ParseKeys])
}

/** Side by side; `narrow` where the words are long, `below` one another where they have to be read. */
type Look = 'narrow' | 'below'

/** One of a few. */
export function choice<Value extends string>(words: Words<Value>, look?: Look): Control<Value> {
  return valueControl<Value>(props => <OneOf words={words} look={look} {...props} />)
}

/** A number of which there are a few. */
export function numberChoice<Value extends number>(numbers: readonly Value[]): Control<Value> {
  return control<Value, string>({
    typed: String,
    read: typed => numbers.find(each => String(each) === typed) ?? null,
    show: props => <OneOf words={numbers.map(each => [String(each), null])} {...props} />,
  })
}

/** Yes or no, in the words that fit the setting. Of two below one another the first is no. */
export function yesOrNo(yes: ParseKeys, no: ParseKeys, look?: Look): Control<boolean> {
  const both: Words<'yes' | 'no'> = [
    ['yes', yes],
    ['no', no],
  ]
  const words = look === 'below' ? both.toReversed() : both
  return control<boolean, 'yes' | 'no'>({
    typed: value => (value ? 'yes' : 'no'),
    read: typed => typed === 'yes',
    show: props => <OneOf words={words} look={look} {...props} />,
  })
}

interface OneOfProps<Value extends string> extends ControlProps<Value> {
  /** Null: the value is its own word. */
  words: readonly (readonly [value: Value, label: ParseKeys | null])[]
  look?: Look | undefined
}

function OneOf<Value extends string>(props: OneOfProps<Value>) {
  const { words, look, label, titled, value, onChange } = props
  const { t } = useTranslation()
  const options = words.map(([each, key]) => ({
    value: each,
    label: key === null ? each : t(key, { value: each }),
  }))
  const choice = { label, value, options, onChange }
  if (look === 'below') return <Choice {...choice} />
  const segments = <Segments className={look && styles.narrow} {...choice} />
  if (titled) return segments
  // A group of radio buttons says its name itself.
  return (
    <div className={styles.labelled}>
      <span aria-hidden="true">{label}</span>
      {segments}
    </div>
  )
}

interface TextControl<Value> {
  maxLength: number
  inputMode?: 'numeric'
  typed: (value: Value) => string
  read: (text: string, settings: SettingsInForm) => unknown
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
        onChange={event => onChange(asTyped(typedText(event)))}
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

/** An empty field is none. */
export const wholeNumberOrNone = (maxLength: number): Control<number | null> =>
  textControl({
    maxLength,
    inputMode: 'numeric',
    typed: value => (value === null ? '' : String(value)),
    read: typed => (typed.trim() === '' ? null : readWhole(typed)),
  })

export const amount: Control<number> = textControl({
  maxLength: 20,
  inputMode: 'numeric',
  typed: groupDigits,
  read: (typed, { shop }) => amountOf(typed, shop.currency),
})

/** NaN, which no schema takes, for what is not a whole number. */
function readWhole(typed: string): number {
  return /^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : Number.NaN
}

/** NaN for what is no amount. */
export function amountOf(typed: string, currency: string): number {
  const read = readAmount(typed, currency)
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
              className={field.input}
              aria-label={`${label}: ${t(`settings.timeouts.${unit}`)}`}
              aria-describedby={`${id}-note`}
              aria-invalid={error ? true : undefined}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              value={value[unit]}
              onChange={event => onChange({ ...value, [unit]: typedText(event) })}
            />
            {t(`settings.timeouts.${unit}`)}
          </label>
        ))}
      </span>
      <span id={`${id}-note`} className={classNames(field.note, error && field.error)}>
        {error && <Icon name="warn" size="s" />}
        {error ?? hint}
      </span>
    </fieldset>
  )
}

export const country = valueControl<string>(props => <CountryField {...props} />)

function CountryField({ label, hint, value, onChange }: ControlProps<string>) {
  const { i18n } = useTranslation()
  const names = new Intl.DisplayNames([i18n.language, 'en'], { type: 'region' })
  const options = [...new Set([...countries, value])]
    .map(code => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return (
    <SelectField
      label={label}
      hint={hint ?? ''}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}

interface MonthsText {
  forever: boolean
  months: string
}

export const monthsOrForever = control<RetentionSettings['months'], MonthsText>({
  typed: months => ({
    forever: months === null,
    months: String(months ?? defaultRetention.months),
  }),
  read: ({ forever, months }) => (forever ? null : readWhole(months)),
  show: props => <MonthsField {...props} />,
})

const limits = { fewest: fewestMonths, most: mostMonths }

function MonthsField({ label, error, value, onChange }: ControlProps<MonthsText>) {
  const { t } = useTranslation()
  return (
    <div className={styles.pair}>
      <SelectField
        label={label}
        value={value.forever ? 'forever' : 'months'}
        options={[
          { value: 'months', label: t('retention.monthsOption') },
          { value: 'forever', label: t('retention.forever') },
        ]}
        onChange={chosen => onChange({ ...value, forever: chosen === 'forever' })}
      />
      {!value.forever && (
        <Field
          label={t('retention.months')}
          hint={t('retention.hint', limits)}
          inputMode="numeric"
          maxLength={3}
          value={value.months}
          error={error === null ? null : t('retention.hint', limits)}
          onChange={event => onChange({ ...value, months: typedText(event) })}
        />
      )}
    </div>
  )
}
