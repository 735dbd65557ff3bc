import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenSaleInExport } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { useTill } from '../../stores/till-store'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import { OwnerProof } from '../../ui/owner-proof'
import { StartEmptyDialog } from './start-empty-dialog'

interface ForgottenDialogProps {
  onClose: () => void
}

/** What helps who has forgotten a PIN: an owner, or where none can get in, what only the owner has. */
export function ForgottenDialog({ onClose }: ForgottenDialogProps) {
  const hasProof = useTill(state => state.protection.hasProof)
  return hasProof ? <RemoveAllDialog onClose={onClose} /> : <NoProofDialog onClose={onClose} />
}

function RemoveAllDialog({ onClose }: ForgottenDialogProps) {
  const { t } = useTranslation()
  const [proof, type] = useState('')
  const { run, busy, failure } = useCall(() => till.staff.startOver({ proof }))
  return (
    <Dialog
      open
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

/** Nothing can prove an owner here: the people go only with all else that the till has. */
function NoProofDialog({ onClose }: ForgottenDialogProps) {
  const { t } = useTranslation()
  const [found, setFound] = useState<{ open: readonly OpenSaleInExport[] | null } | null>(null)
  const { run, busy, failure } = useCall(() => till.key.openPayments())
  const look = async () => {
    const answer = await run()
    if (answer?.ok) setFound({ open: answer.value })
  }
  if (found) return <StartEmptyDialog found={found.open} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('staff.lock.forgottenTitle')}
      text={
        <>
          <p>{t('staff.lock.forgottenText')}</p>
          <p>{t('staff.lock.forgottenEmpty')}</p>
        </>
      }
      confirm={t('closed.ways.startEmpty')}
      danger
      busy={busy}
      onConfirm={look}
    >
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
