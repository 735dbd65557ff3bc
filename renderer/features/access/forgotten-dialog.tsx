import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { type CallState, useCall } from '../../hooks/use-call'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import { SecretField } from '../../ui/secret-field'

interface ForgottenDialogProps {
  open: boolean
  onClose: () => void
  /** The list itself cannot be read: no owner can help either. */
  unreadable?: boolean
}

/** What helps who has forgotten a PIN: an owner, or where none can get in, the API secret. */
export function ForgottenDialog({ open, onClose, unreadable }: ForgottenDialogProps) {
  const { t } = useTranslation()
  const reset = useStaffReset()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(unreadable ? 'staff.trouble.startOver' : 'staff.lock.forgottenTitle')}
      text={
        <>
          {!unreadable && <p>{t('staff.lock.forgottenText')}</p>}
          <p>{t('staff.lock.forgottenOwner')}</p>
        </>
      }
      confirm={t('staff.startOver.confirm')}
      danger
      busy={reset.busy}
      onConfirm={reset.run}
    >
      <StaffResetFields {...reset} />
    </Dialog>
  )
}

interface StaffReset extends Pick<CallState<[], null>, 'busy' | 'failure'> {
  secret: string
  type: (secret: string) => void
  run: () => Promise<boolean>
}

/** The way out where no owner can get in: proof by what only the owner has. */
function useStaffReset(): StaffReset {
  const [secret, type] = useState('')
  const { run, busy, failure } = useCall(() => till.staff.startOver({ proof: secret }))
  return { secret, type, busy, failure, run: async () => (await run())?.ok ?? false }
}

/** Where the API secret is typed for it, and what was wrong with it. */
function StaffResetFields({ secret, type, failure }: StaffReset) {
  const { t } = useTranslation()
  return (
    <>
      <SecretField
        label={t('settings.connection.apiSecret')}
        hint={t('staff.startOver.noKeys')}
        value={secret}
        maxLength={500}
        onChange={event => type(event.target.value)}
      />
      {failure && <FailureNotice failure={failure} />}
    </>
  )
}
