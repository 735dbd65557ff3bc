import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RefundHow } from '../../shared/payment/event'
import type { Sale } from '../../shared/payment/sale'
import { till } from '../bridge/till'
import { useCall } from '../hooks/use-call'
import { Choice } from '../ui/choice'
import { Dialog } from '../ui/dialog'
import { FailureNotice } from '../ui/failure-notice'
import { Field } from '../ui/field'
import { AboutSale } from './about-sale'

interface RefundDialogProps {
  sale: Sale
  open: boolean
  onClose: () => void
}

/** Asks how the money went back and why. The till moves no money: it writes down what a person did. */
export function RefundDialog({ sale, open, onClose }: RefundDialogProps) {
  const { t } = useTranslation()
  const [how, setHow] = useState<RefundHow | null>(null)
  const [reason, setReason] = useState('')
  const [pressed, setPressed] = useState(false)
  const { run, busy, failure } = useCall((chosen: RefundHow) =>
    till.sales.recordRefund({ saleId: sale.id, how: chosen, reason }),
  )
  const short = reason.trim().length < 3
  const record = async () => {
    setPressed(true)
    if (how !== null && !short && (await run(how))?.ok) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('live.refundDialog.title')}
      text={<AboutSale sale={sale} text={t('live.refundDialog.text')} />}
      confirm={t('live.refundDialog.confirm')}
      busy={busy}
      onConfirm={record}
    >
      {failure?.refunded === undefined && (
        <>
          <Choice
            label={t('live.refundDialog.how')}
            value={how}
            options={[
              {
                value: 'dashboard',
                label: t('live.refundDialog.dashboard'),
                text: t('live.refundDialog.dashboardText'),
              },
              {
                value: 'cash',
                label: t('live.refundDialog.cash'),
                text: t('live.refundDialog.cashText'),
              },
            ]}
            error={pressed && how === null ? t('live.refundDialog.unsaid') : null}
            onChange={setHow}
          />
          <Field
            label={t('live.refundDialog.reason')}
            value={reason}
            maxLength={300}
            error={pressed && short ? t('live.refundDialog.short') : null}
            onChange={event => setReason(event.target.value)}
          />
        </>
      )}
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
