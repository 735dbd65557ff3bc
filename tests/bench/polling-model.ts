import { nextPoll } from '../../electron/main/payments/polling-plan'
import type { ReadFate } from './customers'

/** When the read after the nth starts, given when the last one started and ended (ms). */
export type Plan = (read: { number: number; began: number; ended: number }) => number

/** The till's own plan: each gap is counted from the last answer. */
export function ourPlan(fraction: () => number, expiresAt: number): Plan {
  return ({ number, ended }) => {
    const times = { age: ended, untilExpiry: expiresAt - ended, retryAfter: 0 }
    return ended + nextPoll({ ...times, reads: number, faults: 0, fraction: fraction() })
  }
}

/** A read every `interval`, the next one only when the last has ended: the clockwork kind. */
export function everyInterval(interval: number): Plan {
  return ({ began, ended }) => Math.max(began + interval, ended)
}

/** A pause of `interval` after each answer. */
export function pauseOf(interval: number): Plan {
  return ({ ended }) => ended + interval
}

export interface Followed {
  /** From the approval until the till knows, ms. */
  delay: number
  reads: number
}

/** Follows one payment, in virtual time, until the till knows that it was approved. */
export function follow(approvedAt: number, plan: Plan, fate: () => ReadFate): Followed {
  let read = { number: 0, began: 0, ended: 0 }
  for (;;) {
    const began = plan(read)
    const { takes, lost } = fate()
    read = { number: read.number + 1, began, ended: began + takes }
    // The service looks at its books half-way through the read.
    if (!lost && began + takes / 2 >= approvedAt)
      return { delay: read.ended - approvedAt, reads: read.number }
  }
}

/** How many reads a customer costs who never answers, up to `expires_at`. */
export function readsUntil(expiresAt: number, plan: Plan, fate: () => ReadFate): number {
  let read = { number: 0, began: 0, ended: 0 }
  while (read.began < expiresAt) {
    const began = plan(read)
    read = { number: read.number + 1, began, ended: began + fate().takes }
  }
  return read.number
}
