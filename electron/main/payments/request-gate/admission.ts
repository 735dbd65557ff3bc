import { type GateState, type RateWindow, readsPerMinute } from './gate-state'

/** Creates go before what a person asked to read, and that before the till's own reads. */
export type CallPriority = 'create' | 'asked-read' | 'read'

/** The gate's measures. Two tills, or ten, may share one account: none of them is greedy. */
const gateBounds = {
  /** The most calls in flight. A counter has one customer, and a few earlier ones. */
  width: 6,
  /** Of them, reads that no person asked for: a create always finds space. */
  reads: 4,
  /**
   * Between two such reads, ms: five a second. Forty open payments are then still read every eight seconds.
   */
  readGap: 200,
  /** A person is answered at once rather than made to wait longer than this, ms. */
  longestPersonWait: 10_000,
} as const

/** What is under way. */
export interface Traffic {
  /** Monotonic, ms. */
  now: number
  /** Calls that this one waits for: of a create, creates alone. */
  calls: number
  /** Of these, those that began after the last failure that counted. */
  probes: number
  /** Reads that no person asked for. */
  reads: number
  lastReadAt: number
  /** How many tills share the account at the moment, this one included. */
  tills: number
}

/** Only an answer can change it. */
const notYet = Number.POSITIVE_INFINITY

/**
 * From when a call may go, monotonic ms; Infinity where that hangs on an answer. `atOnce`: a person
 * waits for it, and it does not wait out the till's own pauses, but always the service's.
 */
export function mayGoAt(
  state: GateState,
  call: { priority: CallPriority; atOnce: boolean },
  traffic: Traffic,
): number {
  const isRead = call.priority === 'read'
  if (state.keysRejected || traffic.calls >= gateBounds.width) return notYet
  // What a person has just pressed is itself the probe, also after a 429 that refused others.
  const isPress = call.priority === 'create' && call.atOnce
  if (isProbing(state) && traffic.probes > 0 && !isPress) return notYet
  if (isRead && traffic.reads >= gateBounds.reads) return notYet
  const asked = isPress ? state.askedUntil : Math.max(state.askedUntil, state.throttledUntil)
  const paused = call.atOnce ? asked : state.pausedUntil
  const allowed = Math.max(paused, windowAllows(state.window, isRead, traffic))
  return isRead ? Math.max(allowed, traffic.lastReadAt + readGap(state, traffic)) : allowed
}

/** A rate that was learnt is this till's own: the others had their part of the calls that were too many. */
function readGap({ readRate }: GateState, { now, tills }: Traffic): number {
  return Math.max(gateBounds.readGap * tills, Math.ceil(60_000 / readsPerMinute(readRate, now)))
}

/** One call at a time, until the service answers one: in trouble, and after a 429. */
export function isProbing({ troubles, throttles }: GateState): boolean {
  return troubles > 0 || throttles > 0
}

/** Calls of a window (§8) that reads leave for creates: a quarter, and of a long window no more than these. */
const mostReserved = 60

/** Within a window a till spreads its share of the reads out. */
function windowAllows(
  window: RateWindow | null,
  isRead: boolean,
  { now, lastReadAt, tills }: Traffic,
): number {
  if (window === null) return Number.NEGATIVE_INFINITY
  const { limit, remaining, resetAt } = window
  const reserve = isRead ? Math.min(mostReserved, Math.ceil((limit ?? remaining) / 4)) : 0
  if (remaining <= reserve) return resetAt
  if (!isRead) return Number.NEGATIVE_INFINITY
  return Math.min(resetAt, lastReadAt + (tills * (resetAt - now)) / (remaining - reserve))
}

/** The gate's status, for people. `until` is monotonic ms: when the next call may go. */
export interface GateStatus {
  state: 'open' | 'asked-to-wait' | 'trouble' | 'keys-rejected'
  until: number | null
}

/** From when one call may find out whether rejected keys work again, monotonic ms. */
export function keysProbeAt({ keysRejected, askedUntil }: GateState): number {
  return keysRejected ? Math.max(keysRejected.probeAt, askedUntil) : notYet
}

/** The gate's status at monotonic `now` (ms). */
export function gateStatus(state: GateState, now: number): GateStatus {
  if (state.keysRejected)
    return { state: 'keys-rejected', until: Math.max(state.keysRejected.probeAt, state.askedUntil) }
  const asked = askedEnd(state)
  if (now < asked) return { state: 'asked-to-wait', until: Math.max(asked, state.pausedUntil) }
  if (state.troubles > 0)
    return { state: 'trouble', until: now < state.pausedUntil ? state.pausedUntil : null }
  return { state: 'open', until: null }
}

/** Why a person's read is not even made to wait, or null when it is its turn soon. */
export function rejectionReason(
  state: GateState,
  now: number,
): 'keys-rejected' | 'asked-to-wait' | null {
  if (state.keysRejected) return 'keys-rejected'
  return askedEnd(state) - now > gateBounds.longestPersonWait ? 'asked-to-wait' : null
}

/** Nothing of the till's own goes for a while: keys, or a long wait that the service asked for. */
export function isStalled({ state, until }: GateStatus, now: number): boolean {
  if (state === 'asked-to-wait') return (until ?? now) - now > gateBounds.longestPersonWait
  return state === 'keys-rejected'
}

/** Until when the service accepts no calls. */
function askedEnd({ askedUntil, throttledUntil, window }: GateState): number {
  const asked = Math.max(askedUntil, throttledUntil)
  return window?.remaining === 0 ? Math.max(asked, window.resetAt) : asked
}
