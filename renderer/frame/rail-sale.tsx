import { useTranslation } from 'react-i18next'
import { groupDigits } from '../../shared/money'
import { isOpen, needsResolving } from '../../shared/payment/actions'
import type { Sale } from '../../shared/payment/sale'
import { Icon } from '../icons/icon'
import { classNames } from '../parts/class-names'
import hidden from '../parts/hidden.module.css'
import { StateIcon } from '../parts/state-icon'
import tones from '../parts/tones.module.css'
import { useNow } from '../state/use-now'
import { useOverdue } from '../state/use-overdue'
import { show } from '../state/view-store'
import { formatShort } from '../words/clock-time'
import { formatSeconds } from '../words/countdown'
import { chipOf, faceOf, lookOf } from '../words/face'
import { discreetCustomer } from '../words/sale-text'
import styles from './rail-sale.module.css'

/** One sale in the rail: a press opens it. The customer's number is masked: a queue can see this. */
export function RailSale({ sale, selected }: { sale: Sale; selected: boolean }) {
  const { t } = useTranslation()
  const face = faceOf(sale)
  const chip = chipOf(sale)
  const overdue = useOverdue(sale)
  return (
    <li>
      <button
        type="button"
        className={classNames(styles.sale, tones[lookOf(face).tone])}
        data-open={isOpen(sale) || undefined}
        aria-current={selected ? 'true' : undefined}
        onClick={() => show({ name: 'live', saleId: sale.id })}
      >
        <StateIcon face={face} />
        <span className={styles.line}>
          <span className={styles.amount}>
            <span className={hidden.hidden}>{sale.amount.currency} </span>
            {groupDigits(sale.amount.value)}
          </span>
          {(overdue || needsResolving(sale)) && (
            <span className={styles.toDo}>
              <span>{t('rail.toDo')}</span>
            </span>
          )}
          <span className={styles.when}>
            <Icon name={sale.channel === 'mobile' ? 'phone' : 'card'} size="s" />
            <RailTime sale={sale} />
          </span>
        </span>
        <span className={styles.line}>
          <span className={styles.who}>{discreetCustomer(sale, t)}</span>
          <b className={styles.state}>{chip ? t(`rail.${chip}`) : t(`rail.state.${face}`)}</b>
        </span>
      </button>
    </li>
  )
}

/** How long an open sale has waited; when any other was recorded. */
function RailTime({ sale }: { sale: Sale }) {
  const { i18n } = useTranslation()
  const now = useNow()
  const time = isOpen(sale)
    ? formatSeconds((now - sale.recordedAt) / 1000)
    : formatShort(sale.settledAt ?? sale.recordedAt, now, i18n.language)
  return <span>{time}</span>
}
