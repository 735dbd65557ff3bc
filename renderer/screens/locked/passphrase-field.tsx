import { useTranslation } from 'react-i18next'
import { Field } from '../../parts/field'

interface PassphraseFieldProps {
  value: string
  /** The button was pressed: an empty field is a mistake from now on. */
  pressed: boolean
  onChange: (text: string) => void
}

/** Where the till's own passphrase is typed. */
export function PassphraseField({ value, pressed, onChange }: PassphraseFieldProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('locked.passphrase')}
      type="password"
      autoComplete="current-password"
      value={value}
      maxLength={500}
      error={pressed && value === '' ? t('locked.empty') : null}
      onChange={event => onChange(event.target.value)}
    />
  )
}
