import { useTranslation } from 'react-i18next'
import { Dialog } from '../../parts/dialog'
import { BeginAnewFields, useBeginAnew } from './begin-anew'

/** What helps who has forgotten a PIN: an owner, or where none can get in, the API secret. */
export function ForgottenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const anew = useBeginAnew()
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
      confirm={t('staff.anew.confirm')}
      danger
      busy={anew.busy}
      onConfirm={anew.run}
    >
      <BeginAnewFields {...anew} />
    </Dialog>
  )
}
