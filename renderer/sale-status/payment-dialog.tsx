import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure, Result } from '../../shared/ipc/result'
import type { Payment } from '../../shared/payment/payment'
import { useCall } from '../hooks/use-call'
import { typedText } from '../typing/typed-text'
import { Choice, type Option } from '../ui/choice'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
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

interface ReasonDialogProps<How extends string> {
  payment: Payment
  options: readonly Option<How>[]
  record: (answer: { paymentId: string; how: How; reason: string }) => Promise<Result<unknown>>
  onClose: () => void
}

/** Asks how a payment ended, and why; both go on the record. */
export function ReasonDialog<How extends string>(props: ReasonDialogProps<How>) {
  const { payment, options, record, onClose } = props
  const { t } = useTranslation()
  const [how, setHow] = useState<How | null>(null)
  const [reason, setReason] = useState('')
  const [pressed, setPressed] = useState(false)
  const { run, busy, failure } = useCall((chosen: How) =>
    record({ paymentId: payment.id, how: chosen, reason }),
  )
  const short = reason.trim().length < shortestReason
  const confirm = async () => {
    setPressed(true)
    if (how !== null && !short && (await run(how))?.ok) onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('live.resolveDialog.title')}
      text={<PaymentText payment={payment} text="" />}
      confirm={t('live.resolveDialog.confirm')}
      busy={busy}
      failure={failure}
      onConfirm={confirm}
    >
      <Choice
        label={t('live.resolveDialog.how')}
        value={how}
        options={options}
        error={pressed && how === null ? t('live.resolveDialog.unsaid') : null}
        onChange={setHow}
      />
      <Field
        label={t('app.reason')}
        value={reason}
        maxLength={300}
        error={pressed && short ? t('app.reasonShort') : null}
        onChange={event => setReason(typedText(event))}
      />
    </Dialog>
  )
}
