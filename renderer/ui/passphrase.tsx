import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { formatSeconds } from '../i18n/countdown'
import { useTill } from '../stores/till-store'
import { usePause } from '../stores/use-staff'
import { Dialog } from './dialog'
import { Field } from './field'

/** The fewest characters of a passphrase that opens the till. */
export const shortestPassphrase = 8

interface PassphraseDialogProps {
  open: boolean
  onClose: () => void
  /** The passphrase is there: what needed it can be tried again. */
  onCreated: () => void
}

/** Has a passphrase chosen before the first keys are kept on a computer without a keychain. */
export function PassphraseDialog({ open, onClose, onCreated }: PassphraseDialogProps) {
  const { t } = useTranslation()
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [pressed, setPressed] = useState(false)
  const { run, busy, failure } = useCall(() => till.key.createPassphrase({ passphrase }))
  const short = passphrase.length < shortestPassphrase
  const different = passphrase !== again
  const create = async () => {
    setPressed(true)
    if (short || different) return
    if ((await run())?.ok) onCreated()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('passphrase.title')}
      text={
        <>
          <p>{t('passphrase.why')}</p>
          <p>{t('passphrase.each')}</p>
          <p>
            <b>{t('passphrase.lost')}</b>
          </p>
        </>
      }
      confirm={t('passphrase.save')}
      busy={busy}
      failure={failure}
      onConfirm={create}
    >
      <Field
        label={t('passphrase.new')}
        type="password"
        autoComplete="new-password"
        value={passphrase}
        maxLength={500}
        hint={t('passphrase.hint', { count: shortestPassphrase })}
        error={pressed && short ? t('passphrase.hint', { count: shortestPassphrase }) : null}
        onChange={event => setPassphrase(event.target.value)}
      />
      <Field
        label={t('passphrase.again')}
        type="password"
        autoComplete="new-password"
        value={again}
        maxLength={500}
        error={pressed && !short && different ? t('app.different') : null}
        onChange={event => setAgain(event.target.value)}
      />
    </Dialog>
  )
}

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
