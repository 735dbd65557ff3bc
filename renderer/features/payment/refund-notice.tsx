import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { formatFull } from '../../i18n/clock-time'
import { Notice } from '../../ui/notice'

/** How the money went back, when that was recorded and by whom, and why. */
export function RefundNotice({ refund }: { refund: NonNullable<Sale['refund']> }) {
  const { t, i18n } = useTranslation()
  const time = formatFull(refund.at, i18n.language)
  return (
    <Notice tone="waiting" icon="undo" title={t(`live.refund.${refund.how}`)}>
      {refund.reason && <p>{refund.reason}</p>}
      <p>
        {refund.person === null
          ? t('live.refund.recorded', { time })
          : t('live.refund.recordedBy', { time, name: refund.person.name })}
      </p>
    </Notice>
  )
}
