import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { AboutSale } from '../../sale-status/about-sale'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'

interface StopDialogProps {
  sale: Sale
  open: boolean
  onClose: () => void
}

/** Asks before the till stops trying a sale that may have arrived. */
export function StopDialog({ sale, open, onClose }: StopDialogProps) {
  const { t } = useTranslation()
  const { run, busy, failure } = useCall(() => till.sales.stop({ saleId: sale.id }))
  const stop = async () => {
    if ((await run())?.ok) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('live.stopDialog.title')}
      text={<AboutSale sale={sale} text={t('live.stopDialog.text')} />}
      confirm={t('live.stopDialog.confirm')}
      danger
      busy={busy}
      onConfirm={stop}
    >
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
