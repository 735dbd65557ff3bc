import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenPayment } from '../../../shared/day/report'
import { type Result, success } from '../../../shared/ipc/result'
import type { WayBack } from '../../../shared/payment/given-back'
import type { Payment } from '../../../shared/payment/payment'
import { isolated } from '../../../shared/plain-text'
import type { SaleView } from '../../../shared/sale/sale-view'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { useNow } from '../../hooks/use-now'
import { useSettled } from '../../hooks/use-settled'
import { formatDayMinute } from '../../i18n/clock-time'
import { GiveBackDialog } from '../../sale-status/give-back'
import { MeaningDialog } from '../../sale-status/meaning-dialog'
import { amountText } from '../../sale-status/payment-text'
import { ResolveDialog } from '../../sale-status/resolve-dialog'
import { UndoButton, useUndo } from '../../sale-status/undo-button'
import { useSale } from '../../sale-status/use-payment-facts'
import { useCashUpDraft } from '../../stores/cash-up-store'
import { usePayment } from '../../stores/payments-store'
import { useTill } from '../../stores/till-store'
import { show } from '../../stores/view-store'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import hidden from '../../ui/hidden.module.css'
import { Icon } from '../../ui/icons/icon'
import layout from '../../ui/layout.module.css'
import styles from './cash-up-screen.module.css'
import { openWord } from './day-tables'
import { type RowPress, rowPresses, takesEnter } from './row-presses'

interface OpenRowProps {
  open: OpenPayment
  /** The first that is still to be ended: its usual press is the screen's primary button. */
  isNext: boolean
  onLeaveOpen: () => void
  /** A press in the row was recorded. */
  onEnded: () => void
}

/** A payment that is open, with the presses that end it. */
export function OpenRow({ open, isNext, onLeaveOpen, onEnded }: OpenRowProps) {
  const { t } = useTranslation()
  const reason = useCashUpDraft(draft => draft.reasons[open.paymentId])
  const payment = usePayment(open.paymentId)
  const amount = amountText(open.amount)
  const row = { isNext, onLeaveOpen, onEnded, isSigned: reason !== undefined }
  return (
    <li className={styles.payment} data-signed={reason !== undefined || undefined}>
      <Facts open={open} state={openWord(open, t)} />
      <div className={classNames(layout.wrap2, styles.buttons)}>
        <Button
          variant="quiet"
          aria-label={t('attention.openLabel', { amount })}
          onClick={() => show({ name: 'live', paymentId: open.paymentId, from: 'cashUp' })}
        >
          {t('attention.open')}
        </Button>
        {payment ? (
          <Presses {...row} payment={payment} />
        ) : (
          <RowButton press="leave-open" {...row} isUsual amount={amount} onPress={onLeaveOpen} />
        )}
      </div>
      {reason !== undefined && (
        <p className={styles.signed}>
          <Icon name="speech" size="s" />
          {t('day.closing.signedOff', { reason })}
        </p>
      )}
    </li>
  )
}

/** The amount, the status, the customer and the time. */
function Facts({ open, state }: { open: OpenPayment; state: string }) {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const who = open.channel === 'cash' ? t('channel.cash') : open.name || t('retention.removedShort')
  return (
    <div className={styles.facts}>
      <b>{amountText(open.amount)}</b>
      <strong>{state}</strong>
      <span>{`${isolated(who)} · ${formatDayMinute(open.recordedAt, now, i18n.language)}`}</span>
    </div>
  )
}

/** What a press in a row has just ended, while that can be undone. */
export function EndedRow({ open }: Pick<OpenRowProps, 'open'>) {
  const payment = usePayment(open.paymentId)
  return payment && <UndoRow open={open} payment={payment} />
}

function UndoRow({ open, payment }: Pick<OpenRowProps, 'open'> & { payment: Payment }) {
  const { t } = useTranslation()
  const undo = useUndo(payment)
  if (undo === null) return null
  return (
    <div className={styles.payment} data-ended>
      <Facts open={open} state={t(`day.closing.ended.${undo.what}`)} />
      <div className={classNames(layout.wrap2, styles.buttons)}>
        <UndoButton undo={undo} />
        {undo.failure && <FailureNotice failure={undo.failure} />}
      </div>
    </div>
  )
}

interface PressesProps extends Pick<OpenRowProps, 'isNext' | 'onLeaveOpen' | 'onEnded'> {
  payment: Payment
  isSigned: boolean
}

/** The usual one is the last, at the edge. */
function Presses({ payment, isSigned, isNext, onLeaveOpen, onEnded }: PressesProps) {
  const sale = useSale(payment)
  const takesCash = useTill(state => state.settings.charging.cash)
  const [asking, setAsking] = useState<RowPress | null>(null)
  const { run, busy, failure } = useCall(useMoves(payment, sale), onEnded)
  const presses = rowPresses(payment, sale, takesCash)
  // What the row offers may change by itself: a press that was meant for something else must not move money.
  const isSettled = useSettled(presses.join(' '))
  const press = (what: RowPress) => {
    if (what === 'leave-open') return onLeaveOpen()
    if (isAsked(what)) return setAsking(what)
    return run(what)
  }
  const dialog = { payment, onClose: () => setAsking(null) }
  return (
    <>
      {presses
        .map((what, place) => (
          <RowButton
            key={what}
            press={what}
            isSigned={isSigned}
            isUsual={place === 0}
            isNext={isNext && place === 0}
            amount={amountText(payment.amount)}
            busy={busy || !isSettled}
            onPress={() => press(what)}
          />
        ))
        .toReversed()}
      {failure && <FailureNotice failure={failure} />}
      {asking === 'give-back' && <GiveBackDialog {...dialog} />}
      {asking === 'resolve' && <ResolveDialog {...dialog} />}
      {asking === 'classify' && <MeaningDialog {...dialog} />}
    </>
  )
}

/** What a dialog asks about first. */
const asked = ['give-back', 'resolve', 'classify'] as const

function isAsked(press: RowPress): press is (typeof asked)[number] {
  return (asked as readonly RowPress[]).includes(press)
}

type Move = Exclude<RowPress, (typeof asked)[number] | 'leave-open'>

/** What is done at once. Main says how much is too much at the moment of the press. */
function useMoves(payment: Payment, { has, rest }: SaleView) {
  const { id: paymentId, sale, total, lines } = payment
  // One id while the sale has as much: two presses are one (money rule 3).
  // biome-ignore lint/correctness/useExhaustiveDependencies: `has` is only a signal: once money moved, a press is a new one
  const draftId = useMemo(() => crypto.randomUUID(), [has])
  const giveBack = async (way: WayBack): Promise<Result<unknown>> => {
    const most = await till.payments.toGiveBack({ paymentId })
    if (!most.ok) return most
    const value = most.value['too-much'][way]
    if (value === 0) return success(null)
    const giving = { draftId, value, way, why: 'too-much', reason: '' } as const
    return till.payments.decide({ action: 'give-back', paymentId, ...giving })
  }
  const takeRest = () => {
    const cash = { draftId, value: rest, received: rest, note: '', replaces: null }
    return till.cash.record({ ...cash, sale, total, lines })
  }
  const moves: Record<Move, () => Promise<Result<unknown>>> = {
    'give-cash-back': () => giveBack('cash'),
    'given-back-in-dashboard': () => giveBack('service'),
    'take-rest': takeRest,
    'hand-over': () => till.payments.act({ action: 'hand-over', paymentId }),
  }
  return (press: Move): Promise<Result<unknown>> => moves[press]()
}

interface RowButtonProps {
  press: RowPress
  amount: string
  isSigned: boolean
  /** What usually ends such a row. */
  isUsual: boolean
  isNext: boolean
  busy?: boolean
  onPress: () => void
}

function RowButton(props: RowButtonProps) {
  const { press, amount, isSigned, isUsual, isNext, busy = false, onPress } = props
  const { t } = useTranslation()
  const isChange = press === 'leave-open' && isSigned
  return (
    <Button
      variant={isNext ? 'primary' : isUsual ? 'plain' : 'quiet'}
      enter={isNext && takesEnter[press]}
      busy={busy}
      aria-label={isChange ? t('day.closing.changeLabel', { amount }) : undefined}
      onClick={onPress}
    >
      {isChange ? (
        t('day.closing.change')
      ) : (
        <span>
          {t(`day.closing.press.${press}`)} <span className={hidden.hidden}>{amount}</span>
        </span>
      )}
    </Button>
  )
}
