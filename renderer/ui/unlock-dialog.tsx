import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { Dialog } from './dialog'
import { FailureNotice } from './failure-notice'
import { PassphraseField } from './passphrase-field'
import { usePassphrasePause } from './use-passphrase-pause'

interface UnlockDialogProps {
  open: boolean
  onClose: () => void
  /** The keys can be sealed now: what needed it can be tried again. */
  onUnlocked: () => void
}

/** Asks for the till's passphrase where it is needed while the till is at something else. */
export function UnlockDialog({ open, onClose, onUnlocked }: UnlockDialogProps) {
  const { t } = useTranslation()
  const [passphrase, setPassphrase] = useState('')
  const [pressed, setPressed] = useState(false)
  const { run, busy, failure } = useCall(() => till.vault.unlock({ passphrase }))
  const pause = usePassphrasePause()
  const unlock = async () => {
    setPressed(true)
    if (passphrase !== '' && pause === 0 && (await run())?.ok) onUnlocked()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('locked.title')}
      text={<p>{t('locked.forKeys')}</p>}
      confirm={t('locked.unlock')}
      busy={busy}
      onConfirm={unlock}
    >
      <PassphraseField value={passphrase} pressed={pressed} onChange={setPassphrase} />
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
