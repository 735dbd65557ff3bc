import { useRef } from 'react'
import type { Sale } from '../../../shared/payment/sale'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { PromptDialog } from '../../sale-status/prompt-dialog'
import { joinRecent } from '../../stores/sales-store'
import { show } from '../../stores/view-store'

interface SendAgainDialogProps {
  sale: Sale
  open: boolean
  onClose: () => void
}

/** Sends a new request for the payment on the screen, once the customer sees no prompt of this one. */
export function SendAgainDialog({ sale, open, onClose }: SendAgainDialogProps) {
  // One id for all presses of this dialog: two of them are one sale (money rule 3).
  const draftId = useRef(crypto.randomUUID())
  const { run, busy, failure, forget } = useCall(() =>
    till.sales.sendAgain({ saleId: sale.id, draftId: draftId.current }),
  )
  const close = () => {
    forget()
    onClose()
  }
  const sendAgain = async () => {
    const sent = await run()
    if (!sent?.ok) return
    joinRecent(sent.value)
    onClose()
    show({ name: 'live', saleId: sent.value.id })
  }
  return (
    <PromptDialog
      sale={sale}
      open={open}
      busy={busy}
      failure={failure}
      onNoPrompt={sendAgain}
      onShow={close}
      onClose={close}
    />
  )
}
