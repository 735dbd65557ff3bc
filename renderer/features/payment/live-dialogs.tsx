import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resolvedBlocks, type SettledBlock } from '../../../shared/day/blocks'
import { resolutionHowSchema } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import { statusOf } from '../../../shared/payment/status'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { PromptDialog, ReasonDialog, SaleText } from '../../sale-status/sale-dialog'
import { amountText, customerLine } from '../../sale-status/sale-text'
import { joinRecent } from '../../stores/sales-store'
import { show } from '../../stores/view-store'
import { typedText } from '../../typing/typed-text'
import { CallDialog } from '../../ui/call-dialog'
import { Field } from '../../ui/field'

interface LiveDialogProps {
  sale: Payment
  onClose: () => void
}

/** Asks once before a sale is recorded as paid in cash; a note is welcome and not required. */
export function CashDialog({ sale, onClose }: LiveDialogProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const watched = statusOf(sale) === 'waitingForCustomer'
  return (
    <CallDialog
      onClose={onClose}
      title={t('live.cashDialog.title', { amount: amountText(sale.amount) })}
      text={
        <>
          <p>{customerLine(sale, t)}</p>
          <p>
            {watched && t('live.cashDialog.watched')} {t('live.saysSo')}
          </p>
        </>
      }
      confirm={t('live.cashDialog.confirm')}
      call={() => till.sales.act({ action: 'take-cash', paymentId: sale.id, note })}
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
export function SendAgainDialog({ sale, draftId, onClose }: LiveDialogProps & { draftId: string }) {
  const { run, busy, failure } = useCall(
    () => till.sales.act({ action: 'send-again', paymentId: sale.id, draftId }),
    ({ payment }) => {
      joinRecent(payment)
      onClose()
      show({ name: 'live', paymentId: payment.id })
    },
  )
  return (
    <PromptDialog
      sale={sale}
      busy={busy}
      failure={failure}
      onNoPrompt={run}
      onShow={onClose}
      onClose={onClose}
    />
  )
}

/** Asks before the till stops trying a sale that may have arrived. */
export function StopDialog({ sale, onClose }: LiveDialogProps) {
  const { t } = useTranslation()
  return (
    <CallDialog
      onClose={onClose}
      title={t('live.stopDialog.title')}
      text={<SaleText sale={sale} text={t('live.stopDialog.text')} />}
      confirm={t('live.stopDialog.confirm')}
      danger
      call={() => till.sales.act({ action: 'stop', paymentId: sale.id })}
    />
  )
}

/** What follows from each. */
const resolutionTexts = {
  cash: 'live.saysSo',
  seen: 'live.resolveDialog.seen',
  notPaid: 'live.saysSo',
  otherwise: 'live.resolveDialog.otherwise',
} as const satisfies Record<SettledBlock, string>

/**
 * Asks how a sale ended that the service left open, and why. Whether cash was taken is asked apart: such a
 * sale must not be paid here as well (money rule 9).
 */
export function ResolveDialog({ sale, onClose }: LiveDialogProps) {
  const { t } = useTranslation()
  // A read may bring money while the reason is typed: then the person looks again.
  const [status] = useState(sale.rawStatus ?? '')
  return (
    <ReasonDialog
      name="resolveDialog"
      sale={sale}
      options={resolutionHowSchema.options.map(value => ({
        value,
        label: t(`resolvedAs.${resolvedBlocks[value]}`),
        text: t(resolutionTexts[resolvedBlocks[value]]),
      }))}
      record={answer => till.sales.decide({ action: 'resolve', ...answer, status })}
      onClose={onClose}
    />
  )
}
