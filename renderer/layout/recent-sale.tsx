import type { TFunction } from 'i18next'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { resolvedBlocks } from '../../shared/day/blocks'
import { groupDigits } from '../../shared/money'
import { isOpen } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { useNow } from '../hooks/use-now'
import { formatShort } from '../i18n/clock-time'
import { type DisplayStatus, displayStatusOf, exceptionNameOf } from '../sale-status/display-status'
import { toneAndIcon } from '../sale-status/presenter'
import { discreetCustomer, lower, methodIcons } from '../sale-status/sale-text'
import { StateIcon } from '../sale-status/state-tag'
import { useIsToDo, useOverdue } from '../sale-status/use-sale-facts'
import { show } from '../stores/view-store'
import { classNames } from '../ui/class-names'
import hidden from '../ui/hidden.module.css'
import { Icon } from '../ui/icons/icon'
import tones from '../ui/tones.module.css'
import styles from './rail.module.css'
import { waitedFor } from './recent-order'

interface RecentSaleProps {
  sale: Payment
  selected: boolean
  /** How it ended has not been seen yet. */
  isNew: boolean
}

/** One sale in the rail: a press opens it. The customer's number is masked: a queue can see this. */
export const RecentSale = memo(({ sale, selected, isNew }: RecentSaleProps) => {
  const { t } = useTranslation()
  const status = displayStatusOf(sale)
  const overdue = useOverdue(sale)
  const isToDo = useIsToDo(sale)
  const hasNumber = sale.channel === 'mobile' && sale.customerRemoved === null
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <li>
      <button
        ref={row}
        type="button"
        className={classNames(styles.sale, tones[toneAndIcon(status).tone])}
        data-new={isNew || undefined}
        aria-current={selected ? 'true' : undefined}
        onClick={() => show({ name: 'live', paymentId: sale.id })}
      >
        <StateIcon status={status} />
        <span className={styles.line}>
          {isNew && <span className={hidden.hidden}>{t('recent.new')} </span>}
          <span className={styles.amount}>
            <span className={hidden.hidden}>{sale.amount.currency} </span>
            {groupDigits(sale.amount.value)}
          </span>
          {(overdue || isToDo) && (
            <span className={styles.toDo} title={t('attention.title')}>
              <Icon name="alert" size="s" />
              <span className={hidden.hidden}>{t('attention.title')}</span>
            </span>
          )}
          <span className={styles.when}>
            <Icon name={methodIcons[sale.channel]} size="s" />
            <RecentTime sale={sale} />
          </span>
        </span>
        <span className={styles.line}>
          <span className={styles.who} data-number={hasNumber || undefined}>
            {discreetCustomer(sale, t)}
          </span>
          <b className={styles.state}>{stateText(sale, t)}</b>
        </span>
      </button>
    </li>
  )
})

/** One word: how the money came otherwise than it should, or that it went back, or the state itself. */
function stateText(sale: Payment, t: TFunction): string {
  const status = displayStatusOf(sale)
  const name = (status === 'paid' && exceptionNameOf(sale)) || status
  if (isLong(name)) return t(`recent.state.${name}`)
  const how = name === 'resolved' ? sale.resolution?.how : undefined
  return lower(t(how && how !== 'other' ? `resolvedAs.${resolvedBlocks[how]}` : `status.${name}`))
}

/** States whose name is too long for the rail (`recent.state.<name>`). */
const long = [
  ...(['waitingToSend', 'askCustomer', 'unknown', 'waitingForCustomer'] as const),
  ...(['paidTwice', 'paidInCash', 'manager', 'refunded'] as const),
] satisfies DisplayStatus[]

function isLong(name: DisplayStatus): name is (typeof long)[number] {
  return (long as DisplayStatus[]).includes(name)
}

/** How long an open sale has waited, with its unit (a bare number looks like a time); when any other ended. */
function RecentTime({ sale }: { sale: Payment }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  if (!isOpen(sale))
    return <span>{formatShort(sale.settledAt ?? sale.recordedAt, now, i18n.language)}</span>
  const { unit, count } = waitedFor(now - sale.recordedAt)
  return <span>{t(`recent.waited.${unit}`, { number: count })}</span>
}
