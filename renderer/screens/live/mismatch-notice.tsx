import { useTranslation } from 'react-i18next'
import { groupDigits } from '../../../shared/money'
import type { Mismatch } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import { Notice } from '../../parts/notice'
import { useSales } from '../../state/sales-store'
import { isSharedReference } from '../../words/mismatch'
import styles from './live-notices.module.css'
import { OpenSale } from './open-sale'

/** What the service answered that this sale did not ask (money rule 12). */
export function MismatchNotice({ sale, mismatch }: { sale: Sale; mismatch: Mismatch }) {
  const { t } = useTranslation()
  if (isSharedReference(mismatch)) return <SharedReference sale={sale} mismatch={mismatch} />
  return (
    <Notice tone="unknown" icon="warn" title={t('live.mismatch.title')}>
      <dl className={styles.compare}>
        <dt>{t(`live.mismatch.field.${mismatch.field}`)}</dt>
        <dd>
          {t('live.mismatch.asked')} <b>{grouped(mismatch.asked)}</b>
        </dd>
        <dd>
          {t('live.mismatch.answered')} <b>{grouped(mismatch.answered)}</b>
        </dd>
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

/** An amount as people read it; a currency, a reference or a word is left as it came. */
function grouped(text: string): string {
  return /^\d{1,15}$/.test(text) ? groupDigits(Number(text)) : text
}
