import { useTranslation } from 'react-i18next'
import { formatSeconds } from '../i18n/countdown'
import { useTill } from '../stores/till-store'
import { usePause } from '../stores/use-staff'
import { Field } from './field'

/** The fewest characters of a passphrase that opens the till. */
export const shortestPassphrase = 8

interface PassphraseFieldProps {
  label: string
  hint?: string | undefined
  value: string
  /** The button was pressed: an empty field is a mistake from now on. */
  pressed: boolean
  onChange: (text: string) => void
}

/** Where what opens the till is typed. */
export function PassphraseField({ label, hint, value, pressed, onChange }: PassphraseFieldProps) {
  const { t } = useTranslation()
  const pause = usePassphrasePause()
  const problem = () => {
    if (pause > 0) return t('locked.paused', { time: formatSeconds(pause) })
    return pressed && value === '' ? t('app.empty') : null
  }
  return (
    <Field
      label={label}
      hint={hint}
      type="password"
      autoComplete="current-password"
      value={value}
      maxLength={500}
      error={problem()}
      onChange={event => onChange(event.target.value)}
    />
  )
}

/** Whole seconds before the next passphrase or code may be tried, after too many wrong ones. */
export function usePassphrasePause(): number {
  return usePause({ pauseMs: useTill(state => state.protection.pauseMs) })
}
