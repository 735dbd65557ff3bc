import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { till } from '../../bridge/till'
import { Dialog } from '../../parts/dialog'
import { FailureNotice } from '../../parts/failure-notice'
import { Field } from '../../parts/field'
import { useCall } from '../../state/use-call'

interface ResolveDialogProps {
  sale: Sale
  open: boolean
  onClose: () => void
}

/** Asks how a sale ended that the service left open; the reason goes on the record. */
export function ResolveDialog({ sale, open, onClose }: ResolveDialogProps) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [pressed, setPressed] = useState(false)
  const { run, busy, failure } = useCall(() => till.sales.resolve({ saleId: sale.id, reason }))
  const short = reason.trim().length < 3
  const resolve = async () => {
    setPressed(true)
    if (!short && (await run())?.ok) onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('live.resolveDialog.title')}
      text={t('live.resolveDialog.text')}
      confirm={t('live.resolveDialog.confirm')}
      busy={busy}
      onConfirm={resolve}
    >
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
