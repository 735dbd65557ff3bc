import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { formatMinute } from '../../i18n/clock-time'
import { OpenSale } from '../../sale-status/open-sale'
import { amountText, customerLine } from '../../sale-status/sale-text'
import { useSale } from '../../stores/sales-store'
import { Notice } from '../../ui/notice'

/** The customer paid two times for one thing (money rule 9): how the other time was, and where it is. */
export function PaidTwiceNotice({ other }: { other: NonNullable<Sale['paidTwice']> }) {
  const { t } = useTranslation()
  if (other !== 'cash') return <OtherPayment saleId={other} />
  return (
    <Notice tone="unknown" icon="alert" title={t('live.paidTwice.titleCash')}>
      <p>{t('live.paidTwice.cash')}</p>
    </Notice>
  )
}

/** Named as well as it is known: the cashier chooses which of the two to give back. */
function OtherPayment({ saleId }: { saleId: string }) {
  const { t } = useTranslation()
  const other = useSale(saleId)
  const title = other
    ? t('live.paidTwice.title', { amount: amountText(other.amount) })
    : t('live.paidTwiceWord')
  return (
    <Notice tone="unknown" icon="alert" title={title}>
      <p>
        {other
          ? t('live.paidTwice.who', {
              who: customerLine(other, t),
              time: formatMinute(other.settledAt ?? other.recordedAt),
            })
          : t('live.paidTwice.other')}
      </p>
      <OpenSale saleId={saleId} />
    </Notice>
  )
}
