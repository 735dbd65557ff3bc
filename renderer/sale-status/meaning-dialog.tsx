import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../shared/payment/payment'
import { type WordMeaning, wordMeaningSchema } from '../../shared/payment/status-words'
import { till } from '../bridge/till'
import { CallDialog } from '../ui/call-dialog'
import { Choice } from '../ui/choice'
import { meaningKeys, meaningText } from './history-text'

/** Asks a manager what the service's word means: it counts for each payment with this word. */
export function MeaningDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useTranslation()
  // The word that was read: another one may come while it is asked.
  const [status] = useState(payment.rawStatus ?? '')
  const [meaning, setMeaning] = useState<WordMeaning | null>(null)
  const [pressed, setPressed] = useState(false)
  const title = t('live.unrecognised.title', { status })
  const call = () => {
    setPressed(true)
    if (meaning === null) return null
    const { id: paymentId } = payment
    return till.payments.decide({ action: 'classify-status', paymentId, status, meaning })
  }
  return (
    <CallDialog
      onClose={onClose}
      title={title}
      text={meaning && t('live.unrecognised.confirmText', { meaning: meaningText(meaning, t) })}
      confirm={
        meaning
          ? t('live.unrecognised.means', { meaning: meaningText(meaning, t) })
          : t('live.resolveDialog.confirm')
      }
      call={call}
    >
      <Choice
        label={title}
        value={meaning}
        options={wordMeaningSchema.options.map(value => ({ value, label: t(meaningKeys[value]) }))}
        error={pressed && meaning === null ? t('live.unrecognised.unsaid') : null}
        onChange={setMeaning}
      />
    </CallDialog>
  )
}
