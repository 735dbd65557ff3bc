import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { statusOf } from '../../../shared/payment/status'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { amountText, customerLine } from '../../sale-status/sale-text'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import { Field } from '../../ui/field'

interface CashDialogProps {
  sale: Sale
  open: boolean
  onClose: () => void
}

/** Asks once before a sale is recorded as paid in cash; a note is welcome and not required. */
export function CashDialog({ sale, open, onClose }: CashDialogProps) {
  const { t } = useTranslation()
  const [note, setNote] = useState('')
  const { run, busy, failure } = useCall(() => till.cash.take({ saleId: sale.id, note }))
  const take = async () => {
    if ((await run())?.ok) onClose()
  }
  const watched = statusOf(sale) === 'waitingForCustomer' ? 'watched' : 'ended'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('live.cashDialog.title', { amount: amountText(sale.amount) })}
      text={
        <>
          <p>{customerLine(sale, t)}</p>
          <p>{t(`live.cashDialog.${watched}`)}</p>
        </>
      }
      confirm={t('live.cashDialog.confirm')}
      busy={busy}
      onConfirm={take}
    >
      <Field
        label={t('live.cashDialog.note')}
        aside={t('app.optional')}
        value={note}
        maxLength={300}
        onChange={event => setNote(event.target.value)}
      />
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
