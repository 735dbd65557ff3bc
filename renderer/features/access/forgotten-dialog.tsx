import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog'
import { StartOverFields, useStartOver } from './start-over'

interface ForgottenDialogProps {
  open: boolean
  onClose: () => void
  /** The list itself cannot be read: no owner can help either. */
  nobodyLeft?: boolean
}

/** What helps who has forgotten a PIN: an owner, or where none can get in, the API secret. */
export function ForgottenDialog({ open, onClose, nobodyLeft }: ForgottenDialogProps) {
  const { t } = useTranslation()
  const anew = useStartOver()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(nobodyLeft ? 'staff.trouble.anew' : 'staff.lock.forgottenTitle')}
      text={
        <>
          {!nobodyLeft && <p>{t('staff.lock.forgottenText')}</p>}
          <p>{t('staff.lock.forgottenOwner')}</p>
        </>
      }
      confirm={t('staff.anew.confirm')}
      danger
      busy={anew.busy}
      onConfirm={anew.run}
    >
      <StartOverFields {...anew} />
    </Dialog>
  )
}
