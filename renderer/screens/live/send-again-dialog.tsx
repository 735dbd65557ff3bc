import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { till } from '../../bridge/till'
import { Dialog } from '../../parts/dialog'
import { FailureNotice } from '../../parts/failure-notice'
import { joinRail } from '../../state/sales-store'
import { useCall } from '../../state/use-call'
import { show } from '../../state/view-store'
import { AboutSale } from './about-sale'

interface SendAgainDialogProps {
  sale: Sale
  open: boolean
  onClose: () => void
}

/** Asks whether the customer sees no prompt, then sends a new request for the same payment (money rule 10). */
export function SendAgainDialog({ sale, open, onClose }: SendAgainDialogProps) {
  const { t } = useTranslation()
  // One id for all presses of this dialog: two of them are one sale (money rule 3).
  const draftId = useRef(crypto.randomUUID())
  const { run, busy, failure } = useCall(() =>
    till.sales.sendAgain({ saleId: sale.id, draftId: draftId.current }),
  )
  const sendAgain = async () => {
    const sent = await run()
    if (!sent?.ok) return
    joinRail(sent.value)
    onClose()
    show({ name: 'live', saleId: sent.value.id })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('live.sendAgain.title')}
      text={<AboutSale sale={sale} text={t('live.sendAgain.text')} />}
      confirm={t('live.sendAgain.confirm')}
      busy={busy}
      onConfirm={sendAgain}
    >
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
