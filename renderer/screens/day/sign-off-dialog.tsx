import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../parts/dialog'
import { Field } from '../../parts/field'
import { signOff, useCashUpDraft } from '../../state/cash-up-store'

interface SignOffDialogProps {
  /** Nobody's: the dialog is closed. */
  saleIds: readonly string[]
  onClose: () => void
}

/** Asks why payments may stay open over the cash-up. */
export function SignOffDialog({ saleIds, onClose }: SignOffDialogProps) {
  return saleIds.length > 0 ? <Asked saleIds={saleIds} onClose={onClose} /> : null
}

function Asked({ saleIds, onClose }: SignOffDialogProps) {
  const { t } = useTranslation()
  const [first = ''] = saleIds
  const before = useCashUpDraft(draft => draft.reasons[first] ?? '')
  const [reason, setReason] = useState(before)
  const [pressed, setPressed] = useState(false)
  const short = reason.trim().length < 3
  const confirm = () => {
    setPressed(true)
    if (short) return
    signOff(saleIds, reason.trim())
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        saleIds.length === 1
          ? t('day.closing.signTitle')
          : t('day.closing.signTitleAll', { number: saleIds.length })
      }
      text={t('day.closing.signText')}
      confirm={t('day.closing.signConfirm')}
      onConfirm={confirm}
    >
      <Field
        label={t('day.closing.reason')}
        value={reason}
        maxLength={300}
        error={pressed && short ? t('day.closing.short') : null}
        onChange={event => setReason(event.target.value)}
      />
    </Dialog>
  )
}
