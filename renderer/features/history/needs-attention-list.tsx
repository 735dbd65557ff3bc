import { useTranslation } from 'react-i18next'
import { needsResolving } from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import { useNow } from '../../hooks/use-now'
import { formatDayMinute } from '../../i18n/clock-time'
import { type AttentionReason, attentionReasons } from '../../sale-status/attention-reasons'
import { OpenPayment } from '../../sale-status/payment-parts'
import { amountText, customerLine, lower } from '../../sale-status/payment-text'
import { PaymentTag } from '../../sale-status/state-tag'
import type { ToDoSale } from '../../sale-status/to-dos'
import { useCheckAll } from '../../sale-status/use-check-all'
import { useSale } from '../../sale-status/use-payment-facts'
import { useTill } from '../../stores/till-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import layout from '../../ui/layout.module.css'
import styles from './payments.module.css'

/** Every sale that waits for a person, with what has to be found out about its payments. */
export function NeedsAttentionList({ sales }: { sales: readonly ToDoSale[] }) {
  const { t } = useTranslation()
  return (
    <>
      <CheckAll />
      {sales.length === 0 && (
        <p className={classNames(layout.none, styles.noneToDo)}>{t('attention.none')}</p>
      )}
      <ul className={layout.stack3} aria-label={t('attention.title')}>
        {sales.map(payments => (
          <li key={payments[0]?.sale} className={layout.card}>
            {payments.map(payment => (
              <NeedsAttentionPayment key={payment.id} payment={payment} />
            ))}
          </li>
        ))}
      </ul>
    </>
  )
}

/** One payment that waits for a person: what it is, why it waits, and the way to end that. */
function NeedsAttentionPayment({ payment }: { payment: Payment }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const account = useTill(state => state.account)
  const amount = amountText(payment.amount)
  return (
    <div className={styles.payment}>
      <div className={classNames(layout.row, styles.line)}>
        <b>{amount}</b>
        <PaymentTag payment={payment} />
        <span className={layout.muted}>
          {formatDayMinute(payment.recordedAt, now, i18n.language)} · {customerLine(payment, t)}
        </span>
      </div>
      <ul className={styles.reasons}>
        {attentionReasons(payment, account).map(reason => (
          <li key={reason.key}>
            <Reason reason={reason} />
          </li>
        ))}
        <OfSale payment={payment} />
      </ul>
      <div className={classNames(layout.stack2, styles.buttons)}>
        <Button
          aria-label={t('attention.openLabel', { amount })}
          onClick={() => show({ name: 'live', paymentId: payment.id })}
        >
          {t('attention.open')}
        </Button>
      </div>
    </div>
  )
}

/** The reasons that are no line of a history (`attention.reason.<key>`). */
const own = ['paidLate', 'stopped', 'elsewhere'] as const

function isOwn(key: AttentionReason['key']): key is (typeof own)[number] {
  return (own as readonly string[]).includes(key)
}

/** It has more than is due, or the payment is paid and what is missing is the rest. */
function OfSale({ payment }: { payment: Payment }) {
  const { t } = useTranslation()
  const { cover, rest } = useSale(payment)
  if (cover === 'too-much') return <li>{t('live.meaning.tooMuch')}</li>
  if (needsResolving(payment)) return null
  return (
    <li>{t('live.advice.partTaken', { rest: amountText({ ...payment.amount, value: rest }) })}</li>
  )
}

function Reason({ reason }: { reason: AttentionReason }) {
  const { t } = useTranslation()
  if (reason.key === 'mismatched')
    return t('history.event.mismatched', { field: lower(t(`field.${reason.field}`)) })
  if (reason.key === 'alsoPaid')
    return (
      <>
        {t('history.event.alsoPaid')} <OpenPayment paymentId={reason.other} />
      </>
    )
  return isOwn(reason.key)
    ? t(`attention.reason.${reason.key}`)
    : t(`history.event.${reason.key}`, { ...reason })
}

/** Asks the service about everything that is open or unresolved, once, and says how that went. */
function CheckAll() {
  const { t } = useTranslation()
  const { check, busy, outcome, failure } = useCheckAll()
  return (
    <div className={classNames(layout.row, layout.muted, styles.check)}>
      <Button busy={busy} onClick={check}>
        {t('attention.checkAll')}
      </Button>
      <output>{outcome ? t(outcome.key, { ...outcome }) : t('attention.checkHint')}</output>
      {failure && <FailureNotice failure={failure} />}
    </div>
  )
}
