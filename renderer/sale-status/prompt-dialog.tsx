import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/ipc/result'
import type { Sale } from '../../shared/payment/sale'
import { SaleDialog } from './sale-dialog'

interface PromptDialogProps {
  /** The earlier request to that phone; null where this window does not know it. */
  sale: Sale | null
  open: boolean
  busy: boolean
  failure: Failure | null
  /** The customer sees no prompt. */
  onNoPrompt: () => void
  /** The earlier request was answered: the cashier wants to see it. */
  onShow: () => void
  onClose: () => void
}

/** Asks whether the customer still sees a prompt, before a new request goes to the same phone (money rule 10). */
export function PromptDialog({ sale, open, busy, failure, ...press }: PromptDialogProps) {
  const { t } = useTranslation()
  const answered = failure?.code === 'prompt-answered'
  return (
    <SaleDialog
      sale={sale}
      open={open}
      onClose={press.onClose}
      title={t('live.sendAgain.title')}
      text={t('live.sendAgain.text')}
      confirm={t(answered ? 'app.viewPayment' : 'live.sendAgain.confirm')}
      busy={busy}
      failure={failure}
      onConfirm={answered ? press.onShow : press.onNoPrompt}
    />
  )
}
