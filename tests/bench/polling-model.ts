import { nextPoll } from '../../electron/main/payments/polling/polling-plan'

/** When a customer approves, whole ms after the service took the payment. */
export type Customers = (fraction: () => number) => number

const earliest = 5_000
const latest = 90_000

/** Any moment between 5 and 90 s is as likely as another. */
export const evenCustomers: Customers = fraction =>
  Math.round(earliest + (latest - earliest) * fraction())

/** Most approve early, some late: log-normal round 22 s, of which what lies in 5 to 90 s is taken. */
export const hurriedCustomers: Customers = fraction => {
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - fraction())) * Math.cos(2 * Math.PI * fraction())
    const approval = Math.round(22_000 * Math.exp(0.7 * normal))
    if (approval >= earliest && approval <= latest) return approval
  }
}

/** What becomes of one read: how long it takes, ms, and whether its answer comes. */
export interface ReadFate {
  takes: number
  lost: boolean
}

const shareLost = 0.03

/** A shop's network: 0.2 to 1.5 s a read; one in 33 is lost, which shows after 0.2 to 5 s. */
export function readFate(fraction: () => number): ReadFate {
  const lost = fraction() < shareLost
  return { lost, takes: Math.round(200 + fraction() * (lost ? 4_800 : 1_300)) }
}

/** A read that has ended. Times in ms since the service accepted the payment. */
interface Read {
  /** The nth; 0 is the acceptance itself. */
  number: number
  began: number
  ended: number
  /** Reads in a row, up to this one, that got no answer. */
  failures: number
}

const acceptance: Read = { number: 0, began: 0, ended: 0, failures: 0 }

/** When the next read starts, given the last one. */
export type Plan = (last: Read) => number

/** The till's own plan: each gap is counted from the last answer. */
export function ourPlan(fraction: () => number, expiresAt: number): Plan {
  return ({ number, began, ended }) => {
    const times = { age: ended, took: ended - began, untilExpiry: expiresAt - ended }
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
  let read = acceptance
  for (;;) {
    const { takes, lost } = fate()
    read = readAfter(read, plan, { takes, lost })
    // The service looks at its books half-way through the read.
    if (!lost && read.began + takes / 2 >= approvedAt)
      return { delay: read.ended - approvedAt, reads: read.number }
  }
}

/** How many reads a customer costs who never answers, up to `expires_at`. */
export function readsUntil(expiresAt: number, plan: Plan, fate: () => ReadFate): number {
  let read = acceptance
  while (read.began < expiresAt) read = readAfter(read, plan, fate())
  return read.number
}

function readAfter(last: Read, plan: Plan, { takes, lost }: ReadFate): Read {
  const began = plan(last)
  const failures = lost ? last.failures + 1 : 0
  return { number: last.number + 1, began, ended: began + takes, failures }
}
