import type { Clock } from '../../clock'
import type { ServiceResponse } from '../../service'
import {
  type GateStatus,
  gateStatus,
  isProbing,
  keysProbeAt,
  mayGoAt,
  rejectionReason,
} from './admission'
import { classifyResponse } from './classify-response'
import {
  type CallInFlight,
  createCallsInFlight,
  createRequestLine,
  type GateRequest,
  type Run,
} from './gate-request'
import { afterAnswer, afterBegin, isReopened, newGate } from './gate-state'
import { createRetryBudget } from './retry-budget'

/** The one way to the service of one account: every call goes through it, in its turn. */
export interface RequestGate {
  /** Waits to be admitted; returns what leaves again. It may be admitted before this returns. */
  join(request: GateRequest): () => void
  status(): GateStatus
  /** Admits nothing any more. What is in flight stays its caller's. */
  stop(): void
}

interface RequestGateDeps {
  clock: Pick<Clock, 'monotonic' | 'after'>
  fraction: () => number
  /** How many tills share the account at the moment, this one included. */
  tills: () => number
  /** Told of every answer, before its caller is; `begun` is monotonic ms. */
  answered: (answer: ServiceResponse<unknown>, begun: number) => void
  /** One harmless read that shows whether rejected keys work again. */
  probe: () => Promise<ServiceResponse<unknown>>
  /** The till itself has a fault: selling has to stop, visibly. */
  fault: (error: unknown) => void
  /** The gate's status changed. */
  changed: () => void
  /** The service answers again after more than one failure: a single one may be caused by one sale. */
  reopened: () => void
}

const keysProbe: GateRequest = { key: 'keys', priority: 'asked-read', since: 0, begin: () => {} }

/** An open gate where no request waits. */
export function createRequestGate(deps: RequestGateDeps): RequestGate {
  const { clock, fraction } = deps
  const budget = createRetryBudget(clock.monotonic)
  const line = createRequestLine()
  const inFlight = createCallsInFlight()
  let state = newGate
  let shown = gateStatus(state, clock.monotonic())
  let cancelTimer = () => {}
  let isAdmitting = false
  let stopped = false

  const traffic = () => ({
    ...inFlight.traffic(clock.monotonic(), state.countedUpTo),
    tills: deps.tills(),
  })

  function goesAt({ priority, atOnce = false, repeat = false }: GateRequest): number {
    const allowed = mayGoAt(state, { priority, atOnce }, traffic())
    return repeat ? Math.max(allowed, budget.nextAt()) : allowed
  }

  function next(): GateRequest | null {
    const now = clock.monotonic()
    const why = rejectionReason(state, now)
    if (why !== null) line.turnAway(why)
    return line.takeFirst(request => goesAt(request) <= now, isProbing(state))
  }

  function admit(): void {
    // A request that begins may join again, or make another join: the loop below sees them.
    if (isAdmitting || stopped) return
    isAdmitting = true
    try {
      probeKeys()
      for (let request = next(); request; request = next()) request.begin(runFor(request))
    } finally {
      isAdmitting = false
      setTimer()
      show()
    }
  }

  function probeKeys(): void {
    const isDue = clock.monotonic() >= keysProbeAt(state)
    if (isDue && inFlight.size() === 0) runFor(keysProbe)(deps.probe).catch(deps.fault)
  }

  function setTimer(): void {
    cancelTimer()
    const now = clock.monotonic()
    // Also when no request waits: the end of a wait is shown when it comes. A wait that ended while a probe of
    // rejected keys is in flight needs no timer: the probe's answer continues from there.
    const { until } = gateStatus(state, now)
    const shownEnd = until !== null && until > now ? until : Number.POSITIVE_INFINITY
    const at = Math.min(shownEnd, line.earliest(goesAt))
    if (Number.isFinite(at) && !stopped) cancelTimer = clock.after(Math.max(1, at - now), admit)
  }

  function show(): void {
    const before = shown
    shown = gateStatus(state, clock.monotonic())
    if (shown.state !== before.state || shown.until !== before.until) deps.changed()
  }

  function runFor(request: GateRequest): Run {
    return async (call, readOf) => {
      const begun = clock.monotonic()
      const running = begin(request, begun)
      try {
        const answer = await call()
        learn(running, answer, { begun, readOf: readOf ?? null })
        return answer
      } finally {
        inFlight.end(running)
        admit()
      }
    }
  }

  function begin(request: GateRequest, now: number): CallInFlight {
    if (request.repeat) budget.take()
    state = afterBegin(state)
    return inFlight.begin(request, now)
  }

  function learn(
    { request, number }: CallInFlight,
    answer: ServiceResponse<unknown>,
    { begun, readOf }: { begun: number; readOf: string | null },
  ): void {
    const before = state
    state = afterAnswer(state, answer, {
      now: clock.monotonic(),
      fraction: fraction(),
      call: number,
      lastCall: inFlight.last(),
      inFlight: inFlight.size() - 1,
      readOf,
    })
    if (['server-error', 'no-service'].includes(classifyResponse(answer)))
      line.probeFailed(request.key, number)
    deps.answered(answer, begun)
    if (isProbing(state)) return
    line.probesOver()
    if (isReopened(before, state)) deps.reopened()
  }

  return {
    join(request) {
      if (stopped) request.rejected?.('stopped')
      const leave = stopped ? () => {} : line.add(request)
      admit()
      return leave
    },
    status: () => gateStatus(state, clock.monotonic()),
    stop() {
      stopped = true
      cancelTimer()
      line.turnAway('stopped')
      line.clear()
    },
  }
}
