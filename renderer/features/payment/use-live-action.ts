import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/ipc/result'
import { needsResolving } from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import { statusOf } from '../../../shared/payment/status'
import { till } from '../../bridge/till'
import { useCall } from '../../hooks/use-call'
import { formatSecond } from '../../i18n/clock-time'
import type { LiveAction } from '../../sale-status/screen-content'
import { sellAgain, startAgain, startRest } from '../../stores/charge-form'
import { useTill } from '../../stores/till-store'
import { acknowledge } from '../../stores/unseen-store'
import { show, useView, type View } from '../../stores/view-store'
import type { LiveMoment } from './use-moment'

/** What a dialog asks first. */
const asked = ['stop', 'resolve', 'take-cash', 'give-back', 'send-again'] as const

export type AskedAction = (typeof asked)[number]
type PlainAction = Exclude<LiveAction, AskedAction>
type CallAction = Exclude<PlainAction, 'newSale' | 'chargeAgain' | 'takeRest' | 'sellAgain'>

/** Does a dialog ask before this is done? */
export function isAsked(action: LiveAction): action is AskedAction {
  return (asked as readonly LiveAction[]).includes(action)
}

/** What asks for money, gives or takes it, gives goods or ends a request is pressed on purpose. */
const enters: Record<LiveAction, boolean> = {
  newSale: true,
  takeRest: true,
  sellAgain: true,
  'check-now': true,
  resolve: true,
  chargeAgain: false,
  withdraw: false,
  'send-now': false,
  'try-again': false,
  'send-again': false,
  'take-cash': false,
  'give-back': false,
  'hand-over': false,
  stop: false,
  'stop-waiting': false,
}

/** Whether Enter presses this primary button. Goods are handed over by Enter at PAID alone. */
export function takesEnter(action: LiveAction, isPaid: boolean): boolean {
  return enters[action] || (isPaid && action === 'hand-over')
}

/** Carries out a button of the Live screen, and knows which one is under way. */
export function useLiveAction(
  payment: Payment,
  { isLate, sale }: Pick<LiveMoment, 'isLate' | 'sale'>,
) {
  const { t } = useTranslation()
  const settings = useTill(state => state.settings)
  const [running, setRunning] = useState<LiveAction | null>(null)
  // the result of a read by hand. Not the words themselves: the language can change under them.
  const [checked, setChecked] = useState<{ payment: Payment | null; at: number } | null>(null)
  // Goods were handed over, and the other tills could not be asked before.
  const [notAsked, setNotAsked] = useState(false)
  const call = useCall((action: CallAction) => {
    const { act, decide } = till.payments
    const { id: paymentId } = payment
    return action === 'try-again' && isLate
      ? decide({ action, paymentId })
      : act({ action, paymentId })
  })

  const chargeAgain = () => {
    startAgain(settings.shop, payment, sale.paidBy.length > 0 ? sale.rest : payment.total)
    show({ name: 'charge' })
  }
  const newSale = () => {
    acknowledge(payment.id)
    show(nextView())
  }
  const takeRest = () => {
    acknowledge(payment.id)
    startRest(settings, payment, sale.rest)
    show({ name: 'charge' })
  }
  const newOfSame = () => {
    acknowledge(payment.id)
    sellAgain(settings.shop, payment)
    show({ name: 'charge' })
  }
  const run = async (action: PlainAction) => {
    if (action === 'newSale') return newSale()
    if (action === 'takeRest') return takeRest()
    if (action === 'sellAgain') return newOfSame()
    if (action === 'chargeAgain' && statusOf(payment) !== 'askCustomer') return chargeAgain()
    setRunning(action)
    setChecked(null)
    // One that still waits has to go first: it holds the customer's number (money rule 10).
    const answer = await call.run(action === 'chargeAgain' ? 'withdraw' : action)
    setRunning(null)
    if (action === 'chargeAgain' && answer?.ok) return chargeAgain()
    // What still has to be resolved stays on the screen.
    if (action === 'hand-over' && answer?.ok) {
      // What the cashier has to know stays on the screen too.
      const { payment, others } = answer.value
      setNotAsked(others === 'not-asked')
      const stays = needsResolving(payment) || others === 'not-asked'
      return stays || !isShown(payment) ? undefined : newSale()
    }
    if (action !== 'check-now' || !answer) return
    if (answer.ok) setChecked({ payment: answer.value.payment, at: Date.now() })
    else if (isNotKnown(answer)) setChecked({ payment: null, at: Date.now() })
  }
  return {
    run,
    running: call.busy ? running : null,
    failure: call.failure && isNotKnown(call.failure) ? null : call.failure,
    notAsked,
    checked: checked && checkedText(checked.payment, checked.at, t),
  }
}

/** The next customer, or the list that this payment was opened from. */
function nextView(): View {
  const { view } = useView.getState()
  return { name: view.name === 'live' && view.from === 'cashUp' ? 'cashUp' : 'charge' }
}

/** Asking the other tills takes a moment, in which another payment may have been opened. */
function isShown({ id }: Payment): boolean {
  const { view } = useView.getState()
  return view.name === 'live' && view.paymentId === id
}

/** No fault: services may need a moment before they know a reference. */
function isNotKnown({ code }: Failure): boolean {
  return code === 'payment-not-known'
}

/**
 * That the service was asked, and its word. Where it has contradicted itself the payment keeps the first
 * word, not the last: no word is put into its mouth.
 */
function checkedText(payment: Payment | null, at: number, t: TFunction): string {
  const time = formatSecond(at)
  if (payment === null) return t('live.checkedNotKnown', { time })
  const { rawStatus, contradiction } = payment
  if (rawStatus === null || contradiction !== null) return t('live.checkedOnly', { time })
  return t('live.checkedAt', { time, status: rawStatus })
}
