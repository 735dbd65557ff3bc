import type { Answer } from '../service'
import { backoff } from './backoff'
import { askedPause, believedLimits, longestAsked, verdictOf } from './call-gate-verdict'

/** What one gate knows of its account. Times are on the monotonic clock, ms. */
export interface GateState {
  /** From a 401 on: no call goes with these keys again (§5.6). */
  keysRejected: boolean
  /** Failures of the service in a row; what was in flight together counts once. 0 while it answers. */
  troubles: number
  /** 429s in a row, counted the same way. */
  throttles: number
  /** Nothing goes before this, whoever asks for it: the service said so. */
  askedUntil: number
  /** Nothing goes before this of its own accord: what was asked, and the till's own pause. */
  pausedUntil: number
  /** Calls are numbered; the failures of those up to here are already counted. */
  countedUpTo: number
  /** The current rate window, where the service named one (§8). */
  window: RateWindow | null
}

export interface RateWindow {
  limit: number | null
  /** Calls left, those in flight taken off. */
  remaining: number
  resetAt: number
}

export const newGate: GateState = {
  keysRejected: false,
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
}

/** In trouble a probe is repeated at least this often, ms. */
const longestProbePause = 15_000
/** 429s that name no time (§7: exponential backoff) are waited out up to this, ms. */
const longestThrottlePause = 60_000

/** What the gate knows after an answer. Pure. */
export function afterAnswer(
  state: GateState,
  answer: Answer<unknown>,
  facts: AnswerFacts,
): GateState {
  // Late answers to earlier calls do not make rejected keys good again.
  if (state.keysRejected) return state
  return withAsked(withWindow(withVerdict(state, answer, facts), answer, facts), answer, facts)
}

function withVerdict(state: GateState, answer: Answer<unknown>, facts: AnswerFacts): GateState {
  const counts = facts.call > state.countedUpTo
  switch (verdictOf(answer)) {
    case 'keys-rejected':
      return { ...state, keysRejected: true }
    case 'trouble':
      return counts ? troubled(state, facts) : state
    case 'throttled':
      return counts ? throttled(state, facts) : state
    case 'believable':
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
  if (state.troubles === 0 && throttles === state.throttles) return state
  const pausedUntil = throttles > 0 ? state.pausedUntil : state.askedUntil
  return { ...state, troubles: 0, throttles, pausedUntil, countedUpTo: lastCall }
}

function withWindow(state: GateState, answer: Answer<unknown>, facts: AnswerFacts): GateState {
  const limits = believedLimits(answer)
  if (limits === null) return state
  // `Retry-After` wins: the window of the same answer says nothing beside it (§8).
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
function withAsked(state: GateState, answer: Answer<unknown>, facts: AnswerFacts): GateState {
  const asked = askedPause(answer)
  const isThrottled = answer.class === 'throttled'
  if (asked === null && !isThrottled) return state
  const own = backoff(Math.max(1, state.throttles), facts.fraction, longestThrottlePause)
  // A 429 without a time asks all the same: for the exponential pause itself (§7).
  const askedUntil = Math.max(state.askedUntil, facts.now + (asked ?? own))
  const pausedUntil = Math.max(state.pausedUntil, askedUntil + (asked === null ? 0 : own))
  return { ...state, askedUntil, pausedUntil }
}
