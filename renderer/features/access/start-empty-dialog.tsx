import { useTranslation } from 'react-i18next'
import type { OpenSaleInExport } from '../../../shared/ipc/till-state'
import { till } from '../../bridge/till'
import { OpenSalesFound } from '../../sale-status/sale-parts'
import { CallDialog } from '../../ui/call-dialog'

interface StartEmptyDialogProps {
  /** What is open now; null where nothing opens the ledgers. */
  found: readonly OpenSaleInExport[] | null
  onClose: () => void
}

/** The last way: all that the till has is renamed, and it starts empty. Says which payments are open before. */
export function StartEmptyDialog({ found, onClose }: StartEmptyDialogProps) {
  const { t } = useTranslation()
  return (
    <CallDialog
      onClose={onClose}
      title={t('closed.ways.startEmpty')}
      text={<p>{t('closed.startEmpty.text')}</p>}
      confirm={t('closed.startEmpty.confirm')}
      danger
      call={() => till.key.startEmpty()}
    >
      <OpenPayments found={found} />
    </CallDialog>
  )
}

function OpenPayments({ found }: Pick<StartEmptyDialogProps, 'found'>) {
  const { t } = useTranslation()
  if (found === null) return <p>{t('closed.startEmpty.unknown')}</p>
  if (found.length === 0) return <p>{t('staff.lock.watched', { count: 0 })}</p>
  return (
    <>
      <p>{t('blocked.rescue.openSales')}</p>
      <OpenSalesFound sales={found} />
    </>
  )
}
