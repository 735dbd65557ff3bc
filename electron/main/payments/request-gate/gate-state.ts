import type { ServiceResponse } from '../../service'
import {
  askedOfPayment,
  askedPause,
  believedLimits,
  classifyResponse,
  isOfPaymentAlone,
  longestAsked,
  saysBusy,
} from './classify-response'

/** What one gate knows of its account. Times are on the monotonic clock, ms. */
export interface GateState {
  /** From a 401 on: no call goes with these keys again (§5.6) but a probe now and then. */
  keysRejected: KeysRejected | null
  /** The payments whose reads failed since a call was last answered: each counts for that payment alone. */
  failedReads: readonly string[]
  /** Failures of the service in a row; what was in flight together counts once. 0 while it answers. */
  troubles: number
  /** 429s in a row, counted the same way. */
  throttles: number
  /** Nothing goes before this, no matter who asks: the service said so. */
  askedUntil: number
  /** Until then the pause after a 429 without a time lasts (§7). It holds all but a press that was not refused. */
  throttledUntil: number
  /** The reads that the service takes in a minute, since a 429 named no window; null before one. */
  readRate: ReadRate | null
  /** The payments whose 503 named a time, until when each was asked to wait. */
  busy: readonly { payment: string; until: number }[]
  /** Nothing goes before this by itself: what was asked, and the till's own pause. */
  pausedUntil: number
  /** Calls are numbered; the failures of those up to here are already counted. */
  countedUpTo: number
  /** The current rate window, where the service named one (§8). */
  window: RateWindow | null
}

/** Rejected keys, and when one read finds out whether they work again. */
export interface KeysRejected {
  /** Calls up to this number began before it was known: their answers say nothing more. */
  lastCall: number
  probes: number
  /** Monotonic, ms. */
  probeAt: number
}

/** Learnt, not named: it was `perMinute` at a moment, and grows back slowly. */
export interface ReadRate {
  perMinute: number
  /** Monotonic, ms. */
  since: number
}

export interface RateWindow {
  limit: number | null
  /** Calls left, those in flight taken off. */
  remaining: number
  resetAt: number
}

export const newGate: GateState = {
  keysRejected: null,
  failedReads: [],
  troubles: 0,
  throttles: 0,
  askedUntil: Number.NEGATIVE_INFINITY,
  throttledUntil: Number.NEGATIVE_INFINITY,
  readRate: null,
  busy: [],
  pausedUntil: Number.NEGATIVE_INFINITY,
  countedUpTo: 0,
  window: null,
}

export interface AnswerFacts {
  now: number
  /** Uniform in [0, 1). */
  fraction: number
  /** The number of the call that was answered, and of the last one that began. */
  call: number
  lastCall: number
  /** Other calls in flight. */
  inFlight: number
  /** The payment that a status read asked about; null for any other call. */
  readOf: string | null
  /** The payment that a create or a read was of; null for the probe of rejected keys. */
  payment: string | null
  /** Calls that began in the last minute. */
  inLastMinute: number
}

const minute = 60_000
/** The pauses between two probes of rejected keys, ms: the last one is repeated. */
const probePauses = [minute, 2 * minute, 5 * minute, 10 * minute] as const

/** In trouble a probe is repeated at least this often, ms. */
const longestProbePause = 15_000
/** 429s that name no time (§7: exponential backoff) are waited out up to this, ms. */
const longestThrottlePause = 60_000

/** What the gate knows after a call began: one call less is left of the window. */
export function afterBegin(state: GateState): GateState {
  if (!state.window) return state
  const remaining = Math.max(0, state.window.remaining - 1)
  return { ...state, window: { ...state.window, remaining } }
}

/** What the gate knows after an answer. Pure. */
export function afterAnswer(
  state: GateState,
  answer: ServiceResponse<unknown>,
  facts: AnswerFacts,
): GateState {
  return withBusy(afterWord(state, answer, facts), answer, facts)
}

function afterWord(
  state: GateState,
  answer: ServiceResponse<unknown>,
  facts: AnswerFacts,
): GateState {
  const { readOf } = facts
  if (readOf !== null && isOfPaymentAlone(answer))
    return { ...state, failedReads: [...new Set([...state.failedReads, readOf])] }
  const next = state.keysRejected
    ? afterProbe(state, state.keysRejected, answer, facts)
    : withClassification(state, answer, facts)
  return withAsked(withWindow(next, answer, facts), answer, facts)
}

/**
 * A 503 that names a time binds its payment alone (`askedOfPayment`). A 503 to another payment within that time speaks
 * for the service: then every call waits, and presses are held.
 */
function withBusy(
  state: GateState,
  answer: ServiceResponse<unknown>,
  { now, payment }: AnswerFacts,
): GateState {
  if (payment === null || !saysBusy(answer)) return state
  const others = state.busy.filter(each => each.until > now && each.payment !== payment)
  const busy = [...others, { payment, until: now + (askedOfPayment(answer) ?? 0) }]
  if (others.length === 0) return { ...state, busy }
  const askedUntil = Math.max(state.askedUntil, ...busy.map(({ until }) => until))
  return { ...state, busy, askedUntil, pausedUntil: Math.max(state.pausedUntil, askedUntil) }
}

/** Only a call that began after the rejection, the probe, can make the keys good again. */
function afterProbe(
  state: GateState,
  { lastCall, probes }: KeysRejected,
  answer: ServiceResponse<unknown>,
  facts: AnswerFacts,
): GateState {
  if (facts.call <= lastCall) return state
  if (['answered', 'unusable'].includes(classifyResponse(answer)))
    return { ...believed(state, true, facts), keysRejected: null }
  return rejected(state, probes + 1, facts)
}

function rejected(state: GateState, probes: number, { now, lastCall }: AnswerFacts): GateState {
  const pause = probePauses[Math.min(probes, probePauses.length - 1)] ?? minute
  return { ...state, keysRejected: { lastCall, probes, probeAt: now + pause } }
}

function withClassification(
  state: GateState,
  answer: ServiceResponse<unknown>,
  facts: AnswerFacts,
): GateState {
  const counts = facts.call > state.countedUpTo
  switch (classifyResponse(answer)) {
    case 'keys-rejected':
      return rejected(state, 0, facts)
    case 'server-error':
    case 'no-service':
      return counts ? troubled(state, facts) : state
    case 'throttled':
      return counts ? throttled(state, answer, facts) : state
    case 'answered':
    case 'unusable':
      return believed(state, counts, facts)
    case 'nothing':
      return state
  }
}

function troubled(state: GateState, { now, fraction, lastCall }: AnswerFacts): GateState {
  const troubles = state.troubles + 1
  const pause = backoff(troubles, fraction, longestProbePause)
  const pausedUntil = Math.max(state.pausedUntil, now + pause)
  return { ...state, troubles, pausedUntil, countedUpTo: lastCall }
}

/** The service is there. Nothing is taken off what it asked: `withAsked` only ever adds. */
function throttled(
  state: GateState,
  answer: ServiceResponse<unknown>,
  facts: AnswerFacts,
): GateState {
  const throttles = state.throttles + 1
  const readRate = namesWindow(answer) ? state.readRate : halved(state.readRate, facts)
  return { ...state, troubles: 0, throttles, readRate, countedUpTo: facts.lastCall }
}

/** Reads in a minute where no 429 taught the till less. */
const mostReads = 300
/** No 429 makes them fewer: one every five seconds. The pauses after 429s do the rest. */
const leastReads = 12
/** So long until one more read a minute is tried, ms. */
const growsEvery = 600_000

/**
 * A 429 that names no window says only that the calls of the last minute were too many: half of them are reads from now
 * on. Further 429s of the same minute count the same calls, and halve nothing twice.
 */
function halved(readRate: ReadRate | null, { now, inLastMinute }: AnswerFacts): ReadRate {
  const before = Math.min(readsPerMinute(readRate, now), Math.floor(inLastMinute / 2))
  return { perMinute: Math.max(leastReads, before), since: now }
}

/** How many reads go in a minute at monotonic `now`. */
export function readsPerMinute(readRate: ReadRate | null, now: number): number {
  if (readRate === null) return mostReads
  return Math.min(mostReads, readRate.perMinute + (now - readRate.since) / growsEvery)
}

function namesWindow(answer: ServiceResponse<unknown>): boolean {
  const limits = believedLimits(answer)
  return limits !== null && limits.remaining !== null && limits.resetIn !== null
}

/**
 * The service spoke. That ends any trouble; a 429 is over only when a call that began after it is
 * answered, not by a late answer to one that went before.
 */
function believed(state: GateState, counts: boolean, { lastCall }: AnswerFacts): GateState {
  const throttles = counts ? 0 : state.throttles
  if (state.troubles === 0 && throttles === state.throttles) return { ...state, failedReads: [] }
  const asked = Math.max(state.askedUntil, state.throttledUntil)
  const pausedUntil = throttles > 0 ? state.pausedUntil : asked
  return { ...state, failedReads: [], troubles: 0, throttles, pausedUntil, countedUpTo: lastCall }
}

function withWindow(
  state: GateState,
  answer: ServiceResponse<unknown>,
  facts: AnswerFacts,
): GateState {
  const limits = believedLimits(answer)
  if (limits === null) return state
  // `Retry-After` of a 429 wins: the window of the same answer adds nothing to it (§8).
  if (limits.retryAfter !== null && answer.class === 'throttled') return { ...state, window: null }
  const { limit, remaining, resetIn } = limits
  if (remaining === null || resetIn === null) return state
  const window = {
    limit,
    remaining: Math.max(0, remaining - facts.inFlight),
    resetAt: facts.now + Math.min(longestAsked, resetIn),
  }
  return { ...state, window }
}

/** Never earlier than asked, and a little later, so that tills told the same moment do not all come at it. */
function withAsked(
  state: GateState,
  answer: ServiceResponse<unknown>,
  facts: AnswerFacts,
): GateState {
  const asked = askedPause(answer)
  const isThrottled = answer.class === 'throttled'
  if (asked === null && !isThrottled) return state
  const own = backoff(Math.max(1, state.throttles), facts.fraction, longestThrottlePause)
  // A 429 without a time asks all the same: for the exponential pause itself (§7).
  if (asked === null) {
    const throttledUntil = Math.max(state.throttledUntil, facts.now + own)
    return { ...state, throttledUntil, pausedUntil: Math.max(state.pausedUntil, throttledUntil) }
  }
  const askedUntil = Math.max(state.askedUntil, facts.now + asked)
  return { ...state, askedUntil, pausedUntil: Math.max(state.pausedUntil, askedUntil + own) }
}

/** The service answers again after more than one failure, or takes the keys again. */
export function isReopened(before: GateState, after: GateState): boolean {
  const keysWorkAgain = before.keysRejected !== null && after.keysRejected === null
  const readsWorkAgain = before.failedReads.length > 1 && after.failedReads.length === 0
  return before.troubles > 1 || keysWorkAgain || readsWorkAgain
}

const firstPause = 1_000

/**
 * How long to wait after the nth failure in a row, ms: exponential with full jitter (§7), so that tills
 * which lost the service together do not come back together. `fraction` is uniform in [0, 1).
 */
export function backoff(failures: number, fraction: number, longest: number): number {
  return Math.round(Math.min(longest, firstPause * 2 ** (failures - 1)) * fraction)
}
