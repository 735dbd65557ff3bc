import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/ipc/result'
import type { Payment } from '../../shared/payment/payment'
import { Dialog } from '../ui/dialog'
import { amountText, customerLine, isPart, partText } from './payment-text'

interface PaymentTextProps {
  /** Null where this window does not know the payment. */
  payment: Payment | null
  text: string
}

/** What a dialog about a payment says. It names the payment, because it covers the one on the screen. */
export function PaymentText({ payment, text }: PaymentTextProps) {
  const { t } = useTranslation()
  return (
    <>
      {payment && (
        <p>
          <b>{amountText(payment.amount)}</b> · {customerLine(payment, t)}
          {isPart(payment) && ` · ${partText(payment, t)}`}
        </p>
      )}
      {text && <p>{text}</p>}
    </>
  )
}

interface PromptDialogProps {
  /** The earlier request to that phone; null where this window does not know it. */
  payment: Payment | null
  busy: boolean
  failure: Failure | null
  /** The customer sees no prompt. */
  onNoPrompt: () => void
  /** The earlier request was answered: the cashier wants to see it. */
  onShow: () => void
  onClose: () => void
}

/** Asks whether the customer still sees a prompt, before a new request goes to the same phone (money rule 10). */
export function PromptDialog({ payment, busy, failure, ...press }: PromptDialogProps) {
  const { t } = useTranslation()
  const answered = failure?.code === 'prompt-answered'
  return (
    <Dialog
      onClose={press.onClose}
      title={t('live.sendAgain.title')}
      text={<PaymentText payment={payment} text={t('live.sendAgain.text')} />}
      confirm={t(answered ? 'app.viewPayment' : 'live.sendAgain.confirm')}
      busy={busy}
      failure={failure}
      onConfirm={answered ? press.onShow : press.onNoPrompt}
    />
  )
}

/** A reason that says something. Main asks for as much. */
export const shortestReason = 3
