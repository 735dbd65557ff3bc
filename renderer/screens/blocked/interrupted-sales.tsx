import { useTranslation } from 'react-i18next'
import type { InterruptedSale } from '../../../shared/ipc/till-state'
import { formatMsisdn } from '../../../shared/phone'
import { Notice } from '../../parts/notice'
import { amountText } from '../../words/sale-text'

/** The sales that were being written when the disk failed: which they are, and that nothing was sent. */
export function InterruptedSales({ sales }: { sales: readonly InterruptedSale[] }) {
  const { t } = useTranslation()
  return (
    <Notice tone="unknown" icon="question" title={t('blocked.interrupted.title')}>
      {sales.map(({ saleId, amount, msisdn, isNew }) => (
        <p key={saleId}>
          {t(isNew ? 'blocked.interrupted.newSale' : 'blocked.interrupted.laterStep', {
            amount: amountText(amount),
            phone: formatMsisdn(msisdn),
          })}
        </p>
      ))}
    </Notice>
  )
}
