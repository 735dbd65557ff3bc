import type { Clock } from '../../clock'
import type { ServiceResponse } from '../../service'
import {
  type CallPriority,
  type GateStatus,
  gateStatus,
  isProbing,
  mayGoAt,
  rejectionReason,
  type Traffic,
} from './admission'
import { classifyResponse } from './classify-response'
import { afterAnswer, newGate } from './gate-state'
import { createRetryBudget } from './retry-budget'

/** Makes a call on a turn's behalf and gives its answer on, noted; `readOf` is the payment that is read. */
export type Run = <T>(
  call: () => Promise<ServiceResponse<T>>,
  readOf?: string,
) => Promise<ServiceResponse<T>>

export type Rejected = 'keys-rejected' | 'asked-to-wait' | 'stopped'

/** Somebody who stands in line for one call. */
export interface GateRequest {
  /** Who it is: in trouble, whoever failed as the probe lets the others try first. */
  key: string
  priority: CallPriority
  /** Within a class the smallest goes first. */
  since: number
  /** A person waits for it: it does not wait out the till's own pauses, only the service's. */
  atOnce?: boolean
  /** It repeats what failed: it goes only while the retry budget lasts. */
  repeat?: boolean
  /** Its turn has come. It looks again at what it wants: one that carries no call costs nothing. */
  begin: (run: Run) => void
  /** Nobody is to wait for this: told, and out of the line, when it cannot go soon. */
  turnedAway?: (why: Rejected) => void
}

/** The one connections to the service of one account: every call goes through it, in its turn. */
export interface RequestGate {
  /** Stands in line; returns what leaves it again. It may be let through before this returns. */
  join(turn: GateRequest): () => void
  status(): GateStatus
  /** Lets nobody through any more. What is in flight stays its caller's. */
  stop(): void
}

interface CallGateDeps {
  clock: Pick<Clock, 'monotonic' | 'after'>
  fraction: () => number
  /** Told of every answer, before its caller is; `begun` is monotonic ms. */
  answered: (answer: ServiceResponse<unknown>, begun: number) => void
  /** One harmless read that shows whether rejected keys work again. */
  probe: () => Promise<ServiceResponse<unknown>>
  /** The till itself has a fault: selling has to stop, visibly. */
  fault: (error: unknown) => void
  /** How the gate stands has changed. */
  changed: () => void
  /** The service answers again after more than one failure: a single one may be one bad sale's. */
  reopened: () => void
}

interface Waiting extends GateRequest {
  number: number
}

interface CallInFlight {
  turn: GateRequest
  number: number
}

const ranks: Record<CallPriority, number> = { create: 0, 'asked-read': 1, read: 2 }

/** An open gate with nobody in line. */
export function createRequestGate(deps: CallGateDeps): RequestGate {
  const { clock, fraction } = deps
  const budget = createRetryBudget(clock.monotonic)
  const line = new Set<Waiting>()
  const inFlight = new Set<CallInFlight>()
  /** Who failed as a probe since the trouble began, and at which call. */
  const tried = new Map<string, number>()
  let state = newGate
  let shown = gateStatus(state, clock.monotonic())
  let lastReadAt = Number.NEGATIVE_INFINITY
  let lastCall = 0
  let lastTurn = 0
  let cancelTimer = () => {}
  let isLetting = false
  let stopped = false

  function traffic(): Traffic {
    const calls = [...inFlight]
    return {
      now: clock.monotonic(),
      calls: calls.length,
      probes: calls.filter(({ number }) => number > state.countedUpTo).length,
      reads: calls.filter(({ turn }) => turn.priority === 'read').length,
      lastReadAt,
    }
  }

  function goesAt(turn: GateRequest, seen: Traffic): number {
    const { priority, atOnce = false, repeat = false } = turn
    const allowed = mayGoAt(state, { priority, atOnce }, seen)
    return repeat ? Math.max(allowed, budget.nextAt()) : allowed
  }

  /** While the service is in trouble everyone gets to try, or one bad sale would hold up all others. */
  function precedes(one: Waiting, other: Waiting): boolean {
    const turnOf = ({ atOnce, key }: GateRequest) => (atOnce ? -1 : (tried.get(key) ?? 0))
    const probing = isProbing(state) ? turnOf(one) - turnOf(other) : 0
    const order = probing || ranks[one.priority] - ranks[other.priority] || one.since - other.since
    return (order || one.number - other.number) < 0
  }

  function next(): Waiting | null {
    turnAway()
    const seen = traffic()
    let first: Waiting | null = null
    for (const turn of line)
      if (goesAt(turn, seen) <= seen.now && (!first || precedes(turn, first))) first = turn
    return first
  }

  function letThrough(): void {
    // A turn that begins may join again, or make another join: the loop below sees them.
    if (isLetting || stopped) return
    isLetting = true
    try {
      probeKeys()
      for (let turn = next(); turn; turn = next()) {
        line.delete(turn)
        turn.begin(carryFor(turn))
      }
    } finally {
      isLetting = false
      setTimer()
      show()
    }
  }

  function probeKeys(): void {
    const { keysRejected } = state
    if (!keysRejected || inFlight.size > 0) return
    if (clock.monotonic() < Math.max(keysRejected.probeAt, state.askedUntil)) return
    const turn: GateRequest = { key: 'keys', priority: 'asked-read', since: 0, begin: () => {} }
    carryFor(turn)(deps.probe).catch(deps.fault)
  }

  function turnAway(): void {
    const why = rejectionReason(state, clock.monotonic())
    if (why === null) return
    for (const turn of line) {
      if (!turn.turnedAway) continue
      line.delete(turn)
      turn.turnedAway(why)
    }
  }

  function setTimer(): void {
    cancelTimer()
    const seen = traffic()
    // Also with nobody in line: the end of a wait is shown when it comes. One that is over while a probe of
    // rejected keys is on its way asks for no timer: its answer goes on from there.
    const { until } = gateStatus(state, seen.now)
    let at = until !== null && until > seen.now ? until : Number.POSITIVE_INFINITY
    for (const turn of line) at = Math.min(at, goesAt(turn, seen))
    if (Number.isFinite(at) && !stopped)
      cancelTimer = clock.after(Math.max(1, at - seen.now), letThrough)
  }

  function show(): void {
    const current = gateStatus(state, clock.monotonic())
    if (current.state === shown.state && current.until === shown.until) return
    shown = current
    deps.changed()
  }

  function carryFor(turn: GateRequest): Run {
    return async (call, readOf) => {
      lastCall += 1
      const carried = { turn, number: lastCall }
      const begun = clock.monotonic()
      enter(carried)
      try {
        const answer = await call()
        note(carried, answer, { begun, readOf: readOf ?? null })
        return answer
      } finally {
        inFlight.delete(carried)
        letThrough()
      }
    }
  }

  function enter(carried: CallInFlight): void {
    const { turn } = carried
    inFlight.add(carried)
    if (turn.repeat) budget.take()
    if (turn.priority === 'read') lastReadAt = clock.monotonic()
    if (state.window) {
      const remaining = Math.max(0, state.window.remaining - 1)
      state = { ...state, window: { ...state.window, remaining } }
    }
  }

  function note(
    { turn, number }: CallInFlight,
    answer: ServiceResponse<unknown>,
    { begun, readOf }: { begun: number; readOf: string | null },
  ): void {
    const before = state
    const facts = { now: clock.monotonic(), fraction: fraction(), lastCall, readOf }
    state = afterAnswer(state, answer, { ...facts, call: number, inFlight: inFlight.size - 1 })
    if (classifyResponse(answer) === 'trouble') tried.set(turn.key, number)
    deps.answered(answer, begun)
    if (isProbing(state)) return
    tried.clear()
    const keysWorkAgain = before.keysRejected !== null && state.keysRejected === null
    if (before.troubles > 1 || keysWorkAgain) deps.reopened()
  }

  return {
    join(turn) {
      lastTurn += 1
      const waiting = { ...turn, number: lastTurn }
      if (stopped) turn.turnedAway?.('stopped')
      else line.add(waiting)
      letThrough()
      return () => line.delete(waiting)
    },
    status: () => gateStatus(state, clock.monotonic()),
    stop() {
      stopped = true
      cancelTimer()
      for (const turn of line) turn.turnedAway?.('stopped')
      line.clear()
    },
  }
}
