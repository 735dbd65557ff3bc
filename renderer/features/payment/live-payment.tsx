import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isObjectedTo, isOpen, mayClassify, needsResolving } from '../../../shared/payment/actions'
import type { PaymentEvent } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import { statusOf } from '../../../shared/payment/status'
import { till } from '../../bridge/till'
import { useHistory } from '../../hooks/use-history'
import type { DisplayStatus } from '../../sale-status/display-status'
import { SaleLines } from '../../sale-status/payment-parts'
import { amountText } from '../../sale-status/payment-text'
import { paymentScreenOf } from '../../sale-status/presenter'
import type { PaymentScreen } from '../../sale-status/screen-content'
import { useSpokenResult } from '../../sale-status/spoken-result'
import { isWaiting } from '../../sale-status/waiting'
import { type GuidePage, openGuide } from '../../stores/guide-store'
import { usePayment } from '../../stores/payments-store'
import { useTill } from '../../stores/till-store'
import { Button } from '../../ui/button'
import { CallButton } from '../../ui/call-button'
import { classNames } from '../../ui/class-names'
import { FailureNotice } from '../../ui/failure-notice'
import { Loading } from '../../ui/loading'
import { play } from '../../ui/sound/player'
import tones from '../../ui/tones.module.css'
import { AdviceBox } from './advice-box'
import { AnswerNotices, UnknownWord, UnreadNotice } from './answer-notices'
import { Checkout } from './checkout'
import { LiveActions } from './live-actions'
import { CopyLink, LiveNotices, OpenUntil, WaitingLines } from './live-notices'
import styles from './live-payment.module.css'
import { ObjectionNotice } from './objection-notice'
import { PaymentAmount } from './payment-amount'
import { OtherPayments, PartLine } from './sale-payments'
import { StateBand } from './state-band'
import { Timeline } from './timeline'
import { UnknownPicture } from './unknown-picture'
import { type LiveMoment, useMoment } from './use-moment'

/** The state in a band, the money huge, what to say now, and the next step. */
function LivePayment({ payment, events }: { payment: Payment; events: readonly PaymentEvent[] }) {
  const { t } = useTranslation()
  const moment = useMoment(payment)
  const shown = paymentScreenOf(payment, moment)
  const isPaid = shown.name === 'paid'
  const page = guidePages[shown.name]
  useWaitingTick(moment.countdown !== null)
  useSpokenResult(payment)
  const practice = useTill(state => state.active === 'practice')
  const heed = shown.advice !== null
  // What an answer said is the past then.
  const isResolved = payment.resolution !== null && !payment.resolution.contradicted
  const end = useEnd(shown, moment)
  const showCode = payment.channel === 'card' && statusOf(payment) === 'waitingForCustomer'
  const section = useRef<HTMLElement>(null)
  // Only as it opens. PAID moves the title: if that took the focus from a button of another screen, the Enter that was
  // meant for it would record the hand-over.
  useEffect(() => focusTitle(section.current), [])
  // Where what had the focus is gone, as the title that went to the band, or a button of the wait.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are only signals: another state is shown
  useEffect(() => {
    if (document.activeElement === document.body) focusTitle(section.current)
  }, [shown.name, shown.primary])
  return (
    <section ref={section} className={classNames(styles.live, tones[shown.tone])}>
      <StateBand payment={payment} moment={moment} shown={shown} />
      <div className={styles.body} data-code={showCode || undefined} data-heed={heed || undefined}>
        <div className={styles.main}>
          {!isPaid && <PaymentAmount payment={payment} />}
          {payment.received !== null && payment.received > payment.amount.value && (
            <p className={styles.change}>
              {t('live.change', { amount: amountText(changeOf(payment, payment.received)) })}
            </p>
          )}
          <PartLine payment={payment} />
          <SaleLines lines={payment.lines} />
          {/* What an answer said comes first, then the next step: both are in sight on the smallest window. */}
          {!isResolved && <AnswerNotices payment={payment} />}
          <AdviceBox payment={payment} shown={shown} />
          {isResolved && <AnswerNotices payment={payment} />}
          {(isOpen(payment) || needsResolving(payment)) && <UnreadNotice payment={payment} />}
          {mayClassify(payment) && payment.resolution === null && <UnknownWord payment={payment} />}
          {isObjectedTo(payment) && payment.resolution === null && (
            <ObjectionNotice payment={payment} />
          )}
          {isWaiting(payment) && !moment.elsewhere && (
            <WaitingLines payment={payment} moment={moment} />
          )}
          {showCode && end !== null && <OpenUntil end={end} />}
          {showCode && <CopyLink payment={payment} />}
          <LiveNotices payment={payment} shown={shown} elsewhere={moment.elsewhere} />
          <OtherPayments payment={payment} />
          {/* In Practice mode this computer's browser can play the customer's phone. */}
          {practice && showCode && payment.checkoutUrl && (
            <CallButton
              icon="link"
              className={styles.open}
              call={() => till.practice.openCheckout({ paymentId: payment.id })}
            >
              {t('live.action.openCheckout')}
            </CallButton>
          )}
          {page && (
            <Button variant="quiet" className={styles.open} onClick={() => openGuide(page)}>
              {t('help.more')}
            </Button>
          )}
        </div>
        {showCode ? (
          <Checkout payment={payment} />
        ) : (
          <div className={styles.beside}>
            {shown.name === 'unknown' && <UnknownPicture channel={payment.channel} />}
            <Timeline payment={payment} events={events} shown={shown} end={end} />
          </div>
        )}
      </div>
      <LiveActions payment={payment} moment={moment} shown={shown} />
    </section>
  )
}

/** The states that need more than fits on their screen. */
const guidePages: Partial<Record<DisplayStatus, GuidePage>> = {
  unknown: 'unclear-payment',
  stopped: 'unclear-payment',
  expired: 'unclear-payment',
  manager: 'unclear-payment',
  paidLate: 'unclear-payment',
  tooMuch: 'give-money-back',
}

function focusTitle(section: HTMLElement | null): void {
  section?.querySelector('h1')?.focus({ preventScroll: true })
}

function changeOf({ amount }: Payment, received: number): Payment['amount'] {
  return { ...amount, value: received - amount.value }
}

/** When the payment ends, by this computer's clock, where no countdown shows it; else null. */
function useEnd({ endsAt }: PaymentScreen, { countdown }: LiveMoment): number | null {
  const offset = useTill(state => state.serviceClockOffset)
  return endsAt === null || countdown !== null ? null : endsAt - offset
}

const every = 5_000

/** A soft tick while the time of the customer on the screen is counted, where the shop wants one. */
function useWaitingTick(counted: boolean): void {
  const { volume, waitingTick } = useTill(state => state.settings.alerts)
  const ticks = waitingTick && counted
  useEffect(() => {
    if (!ticks) return
    const timer = setInterval(() => play('tick', volume), every)
    return () => clearInterval(timer)
  }, [ticks, volume])
}

/** One payment, live: it stays on the screen until the cashier leaves it. */
export function LiveScreen({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation()
  const payment = usePayment(paymentId)
  const { value, failure } = useHistory(paymentId)
  useCustomerSees(paymentId)
  if (payment) return <LivePayment key={paymentId} payment={payment} events={value?.events ?? []} />
  if (failure) return <FailureNotice failure={failure} />
  return <Loading text={t('app.reading')} />
}

/**
 * While a payment is on this screen, the customer's window shows it too. What goes wrong with that is
 * seen there, as nothing: the payment itself is not touched by it.
 */
function useCustomerSees(paymentId: string): void {
  useEffect(() => {
    till.customer.showPayment({ paymentId })
    return () => {
      till.customer.showPayment({ paymentId: null })
    }
  }, [paymentId])
}
