import type { DecidedBy, Payment } from './payment'

/** The only status that the contract names (§3); every other one is a result. */
export const pending = 'pending'

interface Change {
  status: string
  providerStatus: string | null
}

function changed(payment: Payment, change: Change, at: number, by: DecidedBy): Payment {
  const { status, providerStatus } = change
  const history = [...payment.history, { at, by, status, providerStatus }]
  return { ...payment, status, providerStatus, updatedAt: at, history }
}

/** Applies every planned change that is due at `now`, each dated by when it was due. */
export function advance(payment: Payment, now: number): Payment {
  const [next, ...later] = payment.plan
  if (next?.due !== 'at' || next.at > now) return payment
  return advance({ ...changed(payment, next, next.at, 'scenario'), plan: later }, now)
}

/** Applies the change that follows a status read, if it is the next one. */
export function afterRead(payment: Payment, now: number): Payment {
  const [next, ...later] = payment.plan
  if (next?.due !== 'after-read') return payment
  return { ...changed(payment, next, now, 'scenario'), plan: later }
}

/** A person or a test decides the payment: its planned changes no longer happen. */
export function decide(payment: Payment, change: Change, now: number, by: DecidedBy): Payment {
  return { ...changed(payment, change, now, by), plan: [] }
}

/** When the next change comes by itself, ms since the epoch, or null. */
export function nextDue(payment: Payment): number | null {
  const next = payment.plan[0]
  return next?.due === 'at' ? next.at : null
}
