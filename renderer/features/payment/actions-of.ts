import { type Action, allowedActions, isPaidInCash } from '../../../shared/payment/actions'
import type { Sale } from '../../../shared/payment/sale'
import { beforeRetry, statusOf } from '../../../shared/payment/status'
import { displayStatusOf } from '../../sale-status/display-status'
import type { LiveMoment } from './use-moment'

/** Actions that have a place of their own on the screen, apart from the buttons at its foot. */
const elsewhereOnScreen = ['classify-status', 'record-refund'] as const satisfies readonly Action[]

type FootAction = Exclude<Action, (typeof elsewhereOnScreen)[number]>

/** What a button of the Live screen does: one of main's actions, or a step of this window's own. */
export type LiveAction = FootAction | 'newSale' | 'chargeAgain'

/** The buttons of a payment: the one to press next, the others, and those kept apart at the end. */
export interface LiveButtons {
  primary: LiveAction
  others: readonly LiveAction[]
  apart: readonly LiveAction[]
}

type ButtonMoment = Pick<LiveMoment, 'freshness' | 'elsewhere' | 'overdue' | 'promptGone'>

/** Which action comes first where it is allowed; New sale where none of them is. */
const first: readonly LiveAction[] = ['send-now', 'try-again', 'hand-over', 'chargeAgain']
/** What gives up on something that may still happen is kept apart, so that it is not pressed in passing. */
const ends: readonly LiveAction[] = ['stop', 'stop-waiting', 'take-cash']
/** What needs the keys that the sale was sent with; cash too, because this till cannot tell whether it is paid. */
const needsItsAccount: readonly LiveAction[] = ['try-again', 'send-again', 'check-now', 'take-cash']

/** Sorts what is allowed now into one primary action and the rest. */
export function liveButtons(sale: Sale, moment: ButtonMoment): LiveButtons {
  const allowed = possibleActions(sale, moment)
  const primary = primaryOf(sale, allowed)
  const rest = allowed.filter(action => action !== primary)
  return {
    primary,
    others: rest.filter(action => !ends.includes(action)),
    apart: rest.filter(action => ends.includes(action)),
  }
}

function possibleActions(sale: Sale, moment: ButtonMoment): LiveAction[] {
  // Through a retry the buttons stay where they are: they wait for its end (live-actions.tsx).
  const allowed = allowedActions(beforeRetry(sale), moment)
    .filter(isAtFoot)
    .filter(action => !(moment.elsewhere && needsItsAccount.includes(action)))
  const again: LiveAction[] = canChargeAgain(sale, moment) ? ['chargeAgain'] : []
  return [...allowed, ...again, 'newSale']
}

function isAtFoot(action: Action): action is FootAction {
  return !(elsewhereOnScreen as readonly Action[]).includes(action)
}

function primaryOf(sale: Sale, allowed: readonly LiveAction[]): LiveAction {
  const status = displayStatusOf(sale)
  const serviceStatus = statusOf(sale)
  // Still unclear: settled before anything else, above all before charging again or handing over.
  const unclear = status === 'manager' || sale.contradiction !== null
  if (unclear) return sale.resolution === null ? 'resolve' : 'newSale'
  if (status === 'expired') return clearing(sale, allowed)
  // Overdue: the till has long asked in vain, or cannot ask at all.
  if (serviceStatus === 'waitingForCustomer' && allowed.includes('resolve')) return 'resolve'
  const isNews = sale.late || sale.paidTwice !== null
  if (isNews) return allowed.includes('resolve') ? 'resolve' : 'newSale'
  // Asking for the same again is refused again: how it ended is in the service's dashboard.
  if (serviceStatus === 'unknown' && sale.repeatRefused) return 'resolve'
  // The customer may have paid meanwhile: asked before a second request is sent.
  if (allowed.includes('send-again')) return 'check-now'
  return first.find(action => allowed.includes(action)) ?? 'newSale'
}

function clearing({ resolution }: Sale, allowed: readonly LiveAction[]): LiveAction {
  if (resolution !== null) return 'newSale'
  return allowed.includes('check-now') ? 'check-now' : 'resolve'
}

/** A new sale for what came to nothing, and for what was never sent and is too old to be sent. */
function canChargeAgain(sale: Sale, { freshness }: ButtonMoment): boolean {
  if (isPaidInCash(sale)) return false
  if (statusOf(sale) === 'askCustomer') return freshness === 'too-old'
  return ['failed', 'refused', 'expired', 'withdrawn'].includes(displayStatusOf(sale))
}
