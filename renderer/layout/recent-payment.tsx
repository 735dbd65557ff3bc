import type { TFunction } from 'i18next'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { resolvedBlocks } from '../../shared/day/blocks'
import { groupDigits } from '../../shared/money'
import { isOpen } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { isTakenBack } from '../../shared/payment/payment-money'
import { useNow } from '../hooks/use-now'
import { formatShort } from '../i18n/clock-time'
import { type DisplayStatus, exceptionNameOf, toneAndIcon } from '../sale-status/display-status'
import { discreetCustomer, lower, methodIcons } from '../sale-status/payment-text'
import { StateIcon } from '../sale-status/state-tag'
import { useIsToDo, useOverdue } from '../sale-status/use-payment-facts'
import { show } from '../stores/view-store'
import { classNames } from '../ui/class-names'
import hidden from '../ui/hidden.module.css'
import { Icon } from '../ui/icons/icon'
import tones from '../ui/tones.module.css'
import styles from './rail.module.css'
import { waitedFor } from './recent-order'

export interface RecentRow {
  payment: Payment
  /** What the row says, of the payment or of its sale, and of how much, in major units. */
  status: DisplayStatus
  value: number
  selected: boolean
  /** How it ended has not been seen yet. */
  isNew: boolean
}

/** A sale in the rail, by the payment that stands for it, or a payment with a new result: a press opens it. The customer's number is masked: a queue can see this. */
export const RecentPayment = memo((props: RecentRow) => {
  const { payment, status, value, selected, isNew } = props
  const { t } = useTranslation()
  const overdue = useOverdue(payment)
  const isToDo = useIsToDo(payment)
  const hasNumber = payment.channel === 'mobile' && payment.customerRemoved === null
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    <li>
      <button
        ref={row}
        type="button"
        className={classNames(styles.payment, tones[toneAndIcon(status).tone])}
        data-new={isNew || undefined}
        aria-current={selected ? 'true' : undefined}
        onClick={() => show({ name: 'live', paymentId: payment.id })}
      >
        <StateIcon status={status} />
        <span className={styles.line}>
          {isNew && <span className={hidden.hidden}>{t('recent.new')} </span>}
          <span className={styles.amount}>
            <span className={hidden.hidden}>{payment.amount.currency} </span>
            {groupDigits(value)}
          </span>
          {(overdue || isToDo) && (
            <span className={styles.toDo} title={t('attention.title')}>
              <Icon name="alert" size="s" />
              <span className={hidden.hidden}>{t('attention.title')}</span>
            </span>
          )}
          <span className={styles.when}>
            <Icon name={methodIcons[payment.channel]} size="s" />
            <RecentTime payment={payment} />
          </span>
        </span>
        <span className={styles.line}>
          <span className={styles.who} data-number={hasNumber || undefined}>
            {discreetCustomer(payment, t)}
          </span>
          <b className={styles.state}>{stateText(payment, status, t)}</b>
        </span>
      </button>
    </li>
  )
})

/** One word: how the money came otherwise than it should, or that it went back, or the state itself. */
function stateText(payment: Payment, status: DisplayStatus, t: TFunction): string {
  const name = (status === 'paid' && exceptionNameOf(payment)) || status
  if (name === 'givenBack' && isTakenBack(payment)) return lower(t('live.takenBack'))
  if (isLong(name)) return t(`recent.state.${name}`)
  const how = name === 'resolved' ? payment.resolution?.how : undefined
  return lower(t(how && how !== 'other' ? `resolvedAs.${resolvedBlocks[how]}` : `status.${name}`))
}

/** States whose name is too long for the rail (`recent.state.<name>`). */
const long = [
  ...(['waitingToSend', 'askCustomer', 'unknown', 'waitingForCustomer'] as const),
  ...(['paidInCash', 'manager', 'givenBack'] as const),
] satisfies DisplayStatus[]

function isLong(name: DisplayStatus): name is (typeof long)[number] {
  return (long as DisplayStatus[]).includes(name)
}

/** How long an open payment has waited, with its unit (a bare number looks like a time); when any other ended. */
function RecentTime({ payment }: { payment: Payment }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  if (!isOpen(payment))
    return <span>{formatShort(payment.settledAt ?? payment.recordedAt, now, i18n.language)}</span>
  const { unit, count } = waitedFor(now - payment.recordedAt)
  return <span>{t(`recent.waited.${unit}`, { number: count })}</span>
}
