import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAmount } from '../../shared/amount'
import type { Payment } from '../../shared/payment/payment'
import { mayBeTakenBack } from '../../shared/payment/payment-money'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { usePayments } from '../stores/payments-store'
import { typedText } from '../typing/typed-text'
import { Choice } from '../ui/choice'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { type Ending, endingsOf } from './endings'
import { PaymentText, shortestReason } from './payment-dialog'

interface ResolveDialogProps {
  payment: Payment
  onClose: () => void
}

/** What each is called. */
const endingNames = {
  'paid-in-cash': 'resolvedAs.cash',
  'seen-in-dashboard': 'resolvedAs.seen',
  'not-paid': 'resolvedAs.notPaid',
  'shop-bears-it': 'live.resolveDialog.shopBearsIt',
  'money-is-there': 'live.resolveDialog.moneyIsThere',
  'taken-back': 'live.takenBack',
  other: 'resolvedAs.otherwise',
} as const satisfies Record<Ending, string>

/** What follows from each. */
const endingTexts = {
  'paid-in-cash': 'live.saysSo',
  'seen-in-dashboard': 'live.resolveDialog.seen',
  'not-paid': 'live.saysSo',
  'shop-bears-it': 'live.resolveDialog.shopBearsItText',
  'money-is-there': 'live.resolveDialog.moneyIsThereText',
  'taken-back': 'live.resolveDialog.takenBackText',
  other: 'live.resolveDialog.otherwise',
} as const satisfies Record<Ending, string>

/** The amount that the service named instead of the one that was asked for; null where it named none. */
function answeredAmount({ mismatch }: Payment): string | null {
  return mismatch?.field === 'amount' ? mismatch.answered : null
}

/**
 * Asks how a payment ended that the service left open, and why; both go on the record. Whether cash was taken is asked
 * apart: such a payment must not be paid here as well (money rule 9).
 */
export function ResolveDialog({ payment, onClose }: ResolveDialogProps) {
  const { t } = useTranslation()
  const form = useEnding(payment)
  const { run, busy, failure } = useCall(till.payments.decide)
  const { how, problems, currency } = form
  const confirm = async () => {
    const call = form.check()
    if (call && (await run(call))?.ok) onClose()
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
        options={form.endings.map(value => ({
          value,
          label: t(endingNames[value]),
          text: t(endingTexts[value]),
        }))}
        error={problems.how ? t('live.resolveDialog.unsaid') : null}
        onChange={form.setHow}
      />
      {form.asksAmount && (
        <Field
          label={t('live.resolveDialog.amount', { currency })}
          inputMode="numeric"
          value={form.typed}
          maxLength={20}
          error={problems.amount ? t('live.resolveDialog.amountBad') : null}
          onChange={event => form.setTyped(typedText(event))}
        />
      )}
      <Field
        label={t('app.reason')}
        value={form.reason}
        maxLength={300}
        error={problems.reason ? t('app.reasonShort') : null}
        onChange={event => form.setReason(typedText(event))}
      />
    </Dialog>
  )
}

/** What was chosen and typed. */
function useEnding(payment: Payment) {
  // A read may bring money while the reason is typed: then the person looks again.
  const [status] = useState(payment.rawStatus ?? '')
  const [endings] = useState(() =>
    endingsOf(payment, usePayments.getState().sales[payment.sale]?.rest),
  )
  // One id for all presses of this dialog: a second one is the first (money rule 3).
  const [draftId] = useState(() => crypto.randomUUID())
  // The only possible answer is chosen from the start.
  const [how, setHow] = useState<Ending | null>(endings.length === 1 ? (endings[0] ?? null) : null)
  const [typed, setTyped] = useState(() => answeredAmount(payment) ?? '')
  const [reason, setReason] = useState('')
  const [pressed, setPressed] = useState(false)
  const { id: paymentId, amount } = payment
  const asksAmount = how === 'seen-in-dashboard' && answeredAmount(payment) !== null
  const read = readAmount(typed, amount.currency)
  const seen = 'value' in read ? read.value : null
  const isBad = asksAmount && seen === null
  const isShort = reason.trim().length < shortestReason
  return {
    ...{ endings, how, typed, reason, asksAmount, currency: amount.currency },
    ...{ setHow, setTyped, setReason },
    problems: {
      how: pressed && how === null,
      amount: pressed && isBad,
      reason: pressed && isShort,
    },
    /** What is to be recorded; null, and the problems are shown, where something is missing. */
    check() {
      setPressed(true)
      if (how === null || isBad || isShort) return null
      if (how === 'taken-back') {
        const value = mayBeTakenBack(payment)
        const giving = { draftId, value, way: 'service', why: how, reason } as const
        return { action: 'give-back', paymentId, ...giving } as const
      }
      return {
        ...({ action: 'resolve', paymentId, status, reason } as const),
        how: how === 'money-is-there' ? ('other' as const) : how,
        ...(asksAmount && seen !== null && { value: seen }),
      }
    },
  }
}
