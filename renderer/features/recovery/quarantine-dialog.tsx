import { useTranslation } from 'react-i18next'
import type { LedgerExport } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import { OpenInExport } from './open-in-export'

interface QuarantineDialogProps {
  open: boolean
  found: LedgerExport
  onClose: () => void
}

/** Asks before the old ledger is set aside, and names what was still open in it. */
export function QuarantineDialog({ open, found, onClose }: QuarantineDialogProps) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.ledger.quarantine())
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('blocked.rescue.title')}
      text={t('blocked.rescue.text')}
      confirm={t('blocked.rescue.confirm')}
      danger
      busy={busy}
      onConfirm={run}
    >
      <OpenInExport found={found} />
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
