import { type Action, allowedActions } from '../../../shared/payment/actions'
import { agesAt, type FreshnessLimits } from '../../../shared/payment/freshness'
import type { Sale } from '../../../shared/payment/sale'
import { faceOf } from '../../words/face'

/** What a button of the Live screen does: one of main's actions, or a step of this window's own. */
export type LiveAction = Exclude<Action, 'give-meaning'> | 'newSale' | 'chargeAgain'

/** The buttons of a payment: the one to press next, the others, and those kept apart at the end. */
export interface LiveButtons {
  primary: LiveAction
  others: readonly LiveAction[]
  apart: readonly LiveAction[]
}

/** Which action comes first where it is allowed; New sale where none of them is. */
const first: readonly LiveAction[] = ['send-now', 'try-again', 'hand-over', 'chargeAgain']
/** What ends something stands apart, so that it is not pressed in passing. */
const ends: readonly LiveAction[] = ['withdraw', 'stop', 'stop-waiting']

/** Sorts what is allowed now into one primary action and the rest. */
export function liveButtons(sale: Sale, now: number, limits: FreshnessLimits): LiveButtons {
  const allowed: LiveAction[] = allowedActions(sale, agesAt(sale, now), limits).filter(
    action => action !== 'give-meaning',
  )
  if (canChargeAgain(sale)) allowed.push('chargeAgain')
  allowed.push('newSale')
  const primary = primaryOf(sale, allowed)
  const rest = allowed.filter(action => action !== primary)
  return {
    primary,
    others: rest.filter(action => !ends.includes(action)),
    apart: rest.filter(action => ends.includes(action)),
  }
}

function primaryOf(sale: Sale, allowed: readonly LiveAction[]): LiveAction {
  const face = faceOf(sale)
  // Still unclear: ask before anything else, above all before charging again or handing over.
  const unclear = face === 'expired' || face === 'manager' || sale.contradiction !== null
  if (unclear) return sale.resolution === null ? 'check-now' : 'newSale'
  if (sale.late && allowed.includes('resolve')) return 'resolve'
  if (face === 'askCustomer' && !allowed.includes('send-now')) return 'withdraw'
  return first.find(action => allowed.includes(action)) ?? 'newSale'
}

function canChargeAgain(sale: Sale): boolean {
  return ['failed', 'refused', 'expired', 'withdrawn'].includes(faceOf(sale))
}
