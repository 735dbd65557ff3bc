import { useTranslation } from 'react-i18next'
import type { Sale } from '../../../shared/payment/sale'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute } from '../../i18n/clock-time'
import { type AttentionReason, attentionReasons } from '../../sale-status/needs-attention'
import { OpenSale } from '../../sale-status/open-sale'
import { amountText, customerLine } from '../../sale-status/sale-text'
import { StateTag } from '../../sale-status/state-tag'
import { useTill } from '../../stores/till-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import styles from './needs-attention-list.module.css'

/** One sale that waits for a person: what it is, why it waits, and the way to end that. */
export function NeedsAttentionSale({ sale }: { sale: Sale }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const account = useTill(state => state.account)
  const amount = amountText(sale.amount)
  return (
    <li className={styles.sale}>
      <div className={styles.line}>
        <b>{amount}</b>
        <StateTag sale={sale} />
        <span className={styles.who}>
          {formatDayMinute(sale.recordedAt, now, i18n.language)} · {customerLine(sale, t)}
        </span>
      </div>
      <ul className={styles.reasons}>
        {attentionReasons(sale, account).map(reason => (
          <li key={reason.key}>
            <Reason reason={reason} />
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          aria-label={t('attention.openLabel', { amount })}
          onClick={() => show({ name: 'live', saleId: sale.id })}
        >
          {t('attention.open')}
        </Button>
      </div>
    </li>
  )
}

function Reason({ reason }: { reason: AttentionReason }) {
  const { t } = useTranslation()
  if (reason.key === 'mismatched')
    return t('attention.reason.mismatched', { field: t(`live.mismatch.field.${reason.field}`) })
  if (reason.key === 'paidTwice')
    return (
      <>
        {t('attention.reason.paidTwice')} <OpenSale saleId={reason.other} />
      </>
    )
  return t(`attention.reason.${reason.key}`, { ...reason })
}
