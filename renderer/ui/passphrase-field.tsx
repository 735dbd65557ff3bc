import { useTranslation } from 'react-i18next'
import { formatSeconds } from '../i18n/countdown'
import { Field } from './field'
import { usePassphrasePause } from './use-passphrase-pause'

interface PassphraseFieldProps {
  value: string
  /** The button was pressed: an empty field is a mistake from now on. */
  pressed: boolean
  onChange: (text: string) => void
}

/** Where the till's own passphrase is typed. */
export function PassphraseField({ value, pressed, onChange }: PassphraseFieldProps) {
  const { t } = useTranslation()
  const pause = usePassphrasePause()
  const problem = () => {
    if (pause > 0) return t('locked.paused', { time: formatSeconds(pause) })
    return pressed && value === '' ? t('locked.empty') : null
  }
  return (
    <Field
      label={t('locked.passphrase')}
      type="password"
      autoComplete="current-password"
      value={value}
      maxLength={500}
      error={problem()}
      onChange={event => onChange(event.target.value)}
    />
  )
}
