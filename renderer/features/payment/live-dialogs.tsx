import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../../shared/payment/payment'
import { statusOf } from '../../../shared/payment/status'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { PaymentText, PromptDialog } from '../../sale-status/payment-dialog'
import { amountText, customerLine } from '../../sale-status/payment-text'
import { joinRecent } from '../../stores/payments-store'
import { show } from '../../stores/view-store'
import { typedText } from '../../typing/typed-text'
import { CallDialog } from '../../ui/call-dialog'
import { Field } from '../../ui/field'

interface LiveDialogProps {
  payment: Payment
  onClose: () => void
}

/** Asks once before a payment is recorded as paid in cash; a note is welcome and not required. */
export function CashDialog({ payment, onClose }: LiveDialogProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const watched = statusOf(payment) === 'waitingForCustomer'
  return (
    <CallDialog
      onClose={onClose}
      title={t('live.cashDialog.title', { amount: amountText(payment.amount) })}
      text={
        <>
          <p>{customerLine(payment, t)}</p>
          <p>
            {watched && t('live.cashDialog.watched')} {t('live.saysSo')}
          </p>
        </>
      }
      confirm={t('live.cashDialog.confirm')}
      call={() => till.payments.act({ action: 'take-cash', paymentId: payment.id, note })}
    >
      <Field
        label={t('field.note')}
        aside={t('app.optional')}
        value={note}
        maxLength={300}
        onChange={event => setNote(typedText(event))}
      />
    </CallDialog>
  )
}

/** Sends a new request for the payment on the screen, once the customer sees no prompt of this one. */
export function SendAgainDialog({
  payment,
  draftId,
  onClose,
}: LiveDialogProps & { draftId: string }) {
  const { run, busy, failure } = useCall(
    () => till.payments.act({ action: 'send-again', paymentId: payment.id, draftId }),
    ({ payment }) => {
      joinRecent(payment)
      onClose()
      show({ name: 'live', paymentId: payment.id })
    },
  )
  return (
    <PromptDialog
      payment={payment}
      busy={busy}
      failure={failure}
      onNoPrompt={run}
      onShow={onClose}
      onClose={onClose}
    />
  )
}

/** Asks before the till stops trying a payment that may have arrived. */
export function StopDialog({ payment, onClose }: LiveDialogProps) {
  const { t } = useTranslation()
  return (
    <CallDialog
      onClose={onClose}
      title={t('live.stopDialog.title')}
      text={<PaymentText payment={payment} text={t('live.stopDialog.text')} />}
      confirm={t('live.stopDialog.confirm')}
      danger
      call={() => till.payments.act({ action: 'stop', paymentId: payment.id })}
    />
  )
}
