import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResolutionHow } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { AboutSale } from '../../sale-status/about-sale'
import { Choice } from '../../ui/choice'
import { Dialog } from '../../ui/dialog'
import { FailureNotice } from '../../ui/failure-notice'
import { Field } from '../../ui/field'

interface ResolveDialogProps {
  sale: Sale
  open: boolean
  onClose: () => void
}

/**
 * Asks how a sale ended that the service left open, and why; both go on the record. Whether cash was
 * taken is asked apart: such a sale must not be paid here as well (money rule 9).
 */
export function ResolveDialog({ sale, open, onClose }: ResolveDialogProps) {
  const { t } = useTranslation()
  const [how, setHow] = useState<ResolutionHow | null>(null)
  const [reason, setReason] = useState('')
  const [pressed, setPressed] = useState(false)
  const { run, busy, failure } = useCall((chosen: ResolutionHow) =>
    till.sales.resolve({ saleId: sale.id, reason, how: chosen }),
  )
  const short = reason.trim().length < 3
  const resolve = async () => {
    setPressed(true)
    if (how !== null && !short && (await run(how))?.ok) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('live.resolveDialog.title')}
      text={<AboutSale sale={sale} text={t('live.resolveDialog.text')} />}
      confirm={t('live.resolveDialog.confirm')}
      busy={busy}
      onConfirm={resolve}
    >
      <Choice
        label={t('live.resolveDialog.how')}
        value={how}
        options={[
          {
            value: 'paid-in-cash',
            label: t('live.resolveDialog.cash'),
            text: t('live.resolveDialog.cashText'),
          },
          {
            value: 'other',
            label: t('live.resolveDialog.other'),
            text: t('live.resolveDialog.otherText'),
          },
        ]}
        error={pressed && how === null ? t('live.resolveDialog.unsaid') : null}
        onChange={setHow}
      />
      <Field
        label={t('live.resolveDialog.reason')}
        value={reason}
        maxLength={300}
        error={pressed && short ? t('live.resolveDialog.short') : null}
        onChange={event => setReason(event.target.value)}
      />
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  )
}
