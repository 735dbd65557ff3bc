import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog'
import { BeginAnewFields, useBeginAnew } from './start-over'

interface ForgottenDialogProps {
  open: boolean
  onClose: () => void
  /** The list itself cannot be read: no owner can help either. */
  nobodyLeft?: boolean
}

/** What helps who has forgotten a PIN: an owner, or where none can get in, the API secret. */
export function ForgottenDialog({ open, onClose, nobodyLeft }: ForgottenDialogProps) {
  const { t } = useTranslation()
  const anew = useBeginAnew()
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
      <BeginAnewFields {...anew} />
    </Dialog>
  )
}
