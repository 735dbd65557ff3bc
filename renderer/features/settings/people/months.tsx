import { useTranslation } from 'react-i18next'
import {
  defaultRetention,
  fewestMonths,
  mostMonths,
  type RetentionSettings,
} from '../../../../shared/settings/retention'
import { Field } from '../../../ui/field'
import { SelectField } from '../../../ui/select-field'
import { type ControlProps, control, readWhole } from '../controls'
import styles from '../settings.module.css'

interface MonthsText {
  forever: boolean
  months: string
}

/** A number of months, or for ever. */
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
          onChange={event => onChange({ ...value, months: event.target.value })}
        />
      )}
    </div>
  )
}
