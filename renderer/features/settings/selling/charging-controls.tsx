import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChargingSettings, NetworkHint } from '../../../../shared/charging'
import { cardCurrency, groupDigits } from '../../../../shared/money'
import { phonePrefixes } from '../../../../shared/phone'
import { networkHintSchema } from '../../../../shared/settings/charging'
import { useTill } from '../../../stores/till-store'
import { isEnter } from '../../../typing/is-enter'
import { typedText } from '../../../typing/typed-text'
import { Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { Field } from '../../../ui/field'
import layout from '../../../ui/layout.module.css'
import tones from '../../../ui/tones.module.css'
import { amountOf, type ControlProps, control, valueControl } from '../controls'
import styles from '../settings.module.css'

/** An amount for each currency that the till takes. An empty field is none. */
export const readBackFrom = control<
  ChargingSettings['readBackFrom'],
  Readonly<Record<string, string>>
>({
  typed(amounts, { shop }) {
    const currencies = new Set([shop.currency, cardCurrency, ...Object.keys(amounts)])
    return Object.fromEntries([...currencies].map(code => [code, amountText(amounts[code])]))
  },
  read: texts =>
    Object.fromEntries(
      Object.entries(texts)
        .filter(([, typed]) => isFilled(typed))
        .map(([code, typed]) => [code, amountOf(typed, code)]),
    ),
  show: props => <ReadBackFields {...props} />,
})

export const networks = valueControl<ChargingSettings['networks']>(props => (
  <NetworkList {...props} />
))

function ReadBackFields(props: ControlProps<Readonly<Record<string, string>>>) {
  const { hint, error, value, onChange } = props
  const { t } = useTranslation()
  return (
    <div className={styles.threeInLine}>
      {Object.entries(value).map(([currency, typed]) => (
        <Field
          key={currency}
          label={t('charging.readBackFrom', { currency })}
          hint={hint}
          inputMode="numeric"
          maxLength={20}
          value={typed}
          error={isWrong(typed, currency) ? error : null}
          onChange={event => onChange({ ...value, [currency]: typedText(event) })}
        />
      ))}
    </div>
  )
}

function isFilled(typed: string): boolean {
  return typed.trim() !== ''
}

function isWrong(typed: string, currency: string): boolean {
  return isFilled(typed) && Number.isNaN(amountOf(typed, currency))
}

function amountText(value: number | undefined): string {
  return value === undefined ? '' : groupDigits(value)
}

const empty = { prefix: '', name: '' }

/** The networks that the owner knows by the first digits of a number. The till knows none by itself. */
function NetworkList({ value: networks, onChange }: ControlProps<ChargingSettings['networks']>) {
  const { t } = useTranslation()
  const country = useTill(state => state.settings.shop.country)
  const [typed, setTyped] = useState(empty)
  const [wrong, setWrong] = useState(false)
  const add = () => {
    const read = readNetwork(typed, networks, country)
    setWrong(read === null)
    if (!read) return
    onChange([...networks, read])
    setTyped(empty)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEnter(event)) return
    event.preventDefault()
    add()
  }
  return (
    <>
      {networks.length > 0 && (
        <ul className={classNames(layout.wrap3, tones.brand)}>
          {networks.map(({ prefix, name }) => (
            <li key={prefix}>
              <Chip
                name={`+${prefix} ${name}`}
                onRemove={() => onChange(networks.filter(other => other.prefix !== prefix))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.twoInLine}>
        <Field
          label={t('charging.prefix')}
          hint={t('charging.prefixHint')}
          inputMode="tel"
          maxLength={14}
          value={typed.prefix}
          error={wrong ? t('charging.networkWrong') : null}
          onChange={event => setTyped({ ...typed, prefix: typedText(event) })}
          onKeyDown={onKeyDown}
        />
        <Field
          label={t('charging.network')}
          maxLength={30}
          value={typed.name}
          onChange={event => setTyped({ ...typed, name: typedText(event) })}
          onKeyDown={onKeyDown}
          trailing={<Button onClick={add}>{t('app.add')}</Button>}
        />
      </div>
    </>
  )
}

/** A network with its prefix in international form, or null for what is neither or is there already. */
export function readNetwork(
  typed: { prefix: string; name: string },
  known: readonly NetworkHint[],
  country: string,
): NetworkHint | null {
  // The form with a zero or a plus says which digits are the country's.
  const [prefix] = /^\s*[0+]/.test(typed.prefix) ? phonePrefixes(typed.prefix, country) : []
  const read = networkHintSchema.safeParse({ prefix, name: typed.name })
  return read.success && !known.some(other => other.prefix === prefix) ? read.data : null
}
