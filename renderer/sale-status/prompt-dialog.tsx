import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/ipc/result'
import type { Sale } from '../../shared/payment/sale'
import { Dialog } from '../ui/dialog'
import { FailureNotice } from '../ui/failure-notice'
import { AboutSale } from './about-sale'

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
  const text = t('live.sendAgain.text')
  return (
    <Dialog
      open={open}
      onClose={press.onClose}
      title={t('live.sendAgain.title')}
      text={sale ? <AboutSale sale={sale} text={text} /> : <p>{text}</p>}
      confirm={t(answered ? 'live.sendAgain.show' : 'live.sendAgain.confirm')}
      busy={busy}
      onConfirm={answered ? press.onShow : press.onNoPrompt}
    >
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
