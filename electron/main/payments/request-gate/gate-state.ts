import type { ServiceResponse } from '../../service'
import {
  askedPause,
  believedLimits,
  classifyResponse,
  isOfPaymentAlone,
  longestAsked,
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
  const { readOf } = facts
  if (readOf !== null && isOfPaymentAlone(answer))
    return { ...state, failedReads: [...new Set([...state.failedReads, readOf])] }
  const next = state.keysRejected
    ? afterProbe(state, state.keysRejected, answer, facts)
    : withClassification(state, answer, facts)
  return withAsked(withWindow(next, answer, facts), answer, facts)
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
      return counts ? throttled(state, facts) : state
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
function throttled(state: GateState, { lastCall }: AnswerFacts): GateState {
  return { ...state, troubles: 0, throttles: state.throttles + 1, countedUpTo: lastCall }
}

/**
 * The service spoke. That ends any trouble; a 429 is over only when a call that began after it is
 * answered, not by a late answer to one that went before.
 */
function believed(state: GateState, counts: boolean, { lastCall }: AnswerFacts): GateState {
  const throttles = counts ? 0 : state.throttles
  if (state.troubles === 0 && throttles === state.throttles) return { ...state, failedReads: [] }
  const pausedUntil = throttles > 0 ? state.pausedUntil : state.askedUntil
  return { ...state, failedReads: [], troubles: 0, throttles, pausedUntil, countedUpTo: lastCall }
}

function withWindow(
  state: GateState,
  answer: ServiceResponse<unknown>,
  facts: AnswerFacts,
): GateState {
  const limits = believedLimits(answer)
  if (limits === null) return state
  // `Retry-After` wins: the window of the same answer adds nothing to it (§8).
  if (limits.retryAfter !== null) return { ...state, window: null }
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
  const asked = askedPause(answer, facts.readOf)
  const isThrottled = answer.class === 'throttled'
  if (asked === null && !isThrottled) return state
  const own = backoff(Math.max(1, state.throttles), facts.fraction, longestThrottlePause)
  // A 429 without a time asks all the same: for the exponential pause itself (§7).
  const askedUntil = Math.max(state.askedUntil, facts.now + (asked ?? own))
  const pausedUntil = Math.max(state.pausedUntil, askedUntil + (asked === null ? 0 : own))
  return { ...state, askedUntil, pausedUntil }
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
