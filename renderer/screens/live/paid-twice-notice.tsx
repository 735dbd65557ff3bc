import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { Notice } from '../../parts/notice'
import { OpenSale } from './open-sale'

/** The customer paid two times for one thing (money rule 9): how the other time was, and where it is. */
export function PaidTwiceNotice({ other }: { other: NonNullable<Sale['paidTwice']> }) {
  const { t } = useTranslation()
  return (
    <Notice tone="unknown" icon="alert" title={t('live.paidTwiceWord')}>
      <p>{other === 'cash' ? t('live.paidTwice.cash') : t('live.paidTwice.other')}</p>
      {other !== 'cash' && <OpenSale saleId={other} />}
    </Notice>
  )
}
