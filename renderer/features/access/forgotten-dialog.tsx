import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import { OwnerProof } from '../../ui/owner-proof'

interface ForgottenDialogProps {
  open: boolean
  onClose: () => void
}

/** What helps who has forgotten a PIN: an owner, or where none can get in, what only the owner has. */
export function ForgottenDialog({ open, onClose }: ForgottenDialogProps) {
  const { t } = useTranslation()
  const [proof, type] = useState('')
  const { run, busy, failure } = useCall(() => till.staff.startOver({ proof }))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('staff.lock.forgottenTitle')}
      text={
        <>
          <p>{t('staff.lock.forgottenText')}</p>
          <p>{t('staff.lock.forgottenOwner')}</p>
        </>
      }
      confirm={t('staff.startOver.confirm')}
      danger
      busy={busy}
      onConfirm={run}
    >
      <OwnerProof value={proof} onChange={type} />
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
