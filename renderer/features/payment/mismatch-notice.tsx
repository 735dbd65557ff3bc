import { useTranslation } from 'react-i18next'
import type { Mismatch } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import { isSharedReference } from '../../sale-status/mismatch'
import { OpenSale } from '../../sale-status/open-sale'
import { amountText } from '../../sale-status/sale-text'
import { useSales } from '../../stores/sales-store'
import { Notice } from '../../ui/notice'
import styles from './live-notices.module.css'

/** What the service answered that this sale did not ask (money rule 12). */
export function MismatchNotice({ sale, mismatch }: { sale: Sale; mismatch: Mismatch }) {
  const { t } = useTranslation()
  if (isSharedReference(mismatch)) return <SharedReference sale={sale} mismatch={mismatch} />
  const { currency } = sale.amount
  const valueText = (text: string) =>
    mismatch.field === 'amount' && isWhole(text)
      ? amountText({ currency, value: Number(text) })
      : text
  return (
    <Notice tone="unknown" icon="warn" title={t(`live.mismatch.title.${mismatch.field}`)}>
      <dl className={styles.compare}>
        <div>
          <dt>{t('live.mismatch.asked')}</dt>
          <dd>{valueText(mismatch.asked)}</dd>
        </div>
        <div>
          <dt>{t('live.mismatch.answered')}</dt>
          <dd>{valueText(mismatch.answered)}</dd>
        </div>
      </dl>
    </Notice>
  )
}

function SharedReference({ sale, mismatch }: { sale: Sale; mismatch: Mismatch }) {
  const { t } = useTranslation()
  const other = useSales(({ byId }) =>
    Object.values(byId).find(
      ({ id, reference }) => reference === mismatch.answered && id !== sale.id,
    ),
  )
  return (
    <Notice tone="unknown" icon="warn" title={t('live.mismatch.shared.title')}>
      <p>{t('live.mismatch.shared.text', { reference: mismatch.answered })}</p>
      {other && <OpenSale saleId={other.id} />}
    </Notice>
  )
}

/** An amount is shown as people read it; whatever else came is left as it came. */
function isWhole(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}
