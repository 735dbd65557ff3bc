import { useTranslation } from 'react-i18next'
import type { ChargingSettings } from '../../../../shared/charging'
import { cardCurrency, groupDigits } from '../../../../shared/money'
import { Field } from '../../../ui/field'
import { type ControlProps, control, valueControl } from '../form/control'
import { amountOf } from '../form/text-controls'
import styles from '../settings.module.css'
import { NetworkList } from './network-list'

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
        .map(([code, typed]) => [code, amountOf(typed)]),
    ),
  show: props => <ReadBackFields {...props} />,
})

export const networks = valueControl<ChargingSettings['networks']>(({ value, onChange }) => (
  <NetworkList networks={value} onChange={onChange} />
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
          error={isWrong(typed) ? error : null}
          onChange={event => onChange({ ...value, [currency]: event.target.value })}
        />
      ))}
    </div>
  )
}

function isFilled(typed: string): boolean {
  return typed.trim() !== ''
}

function isWrong(typed: string): boolean {
  return isFilled(typed) && Number.isNaN(amountOf(typed))
}

function amountText(value: number | undefined): string {
  return value === undefined ? '' : groupDigits(value)
}
