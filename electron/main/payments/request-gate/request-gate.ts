import type { Clock } from '../../clock'
import type { ServiceResponse } from '../../service'
import { type GateStatus, gateStatus, isProbing, keysProbeAt, rejectionReason } from './admission'
import { createGateCalls, type GateCallsDeps } from './gate-calls'
import { createRequestLine, type GateRequest } from './gate-request'

/** The one way to the service of one account: every call goes through it, in its turn. */
export interface RequestGate {
  /** Waits to be admitted; returns what leaves again. It may be admitted before this returns. */
  join(request: GateRequest): () => void
  status(): GateStatus
  /** Admits nothing any more. What is in flight stays its caller's. */
  stop(): void
}

interface RequestGateDeps extends GateCallsDeps {
  clock: Pick<Clock, 'monotonic' | 'after'>
  /** One harmless read that shows whether rejected keys work again. */
  probe: () => Promise<ServiceResponse<unknown>>
  /** The till itself has a fault: selling has to stop, visibly. */
  fault: (error: unknown) => void
  /** The gate's status changed. */
  changed: () => void
}

const keysProbe: GateRequest = { key: 'keys', priority: 'asked-read', since: 0, begin: () => {} }

/** An open gate where no request waits. */
export function createRequestGate(deps: RequestGateDeps): RequestGate {
  const { clock } = deps
  const line = createRequestLine()
  const { state, goesAt, runFor, inFlight } = createGateCalls(deps, { line, ended: admit })
  const status = () => gateStatus(state(), clock.monotonic())
  let shown = status()
  let cancelTimer = () => {}
  let isAdmitting = false
  let stopped = false

  function next(): GateRequest | null {
    const now = clock.monotonic()
    const why = rejectionReason(state(), now)
    if (why !== null) line.reject(why)
    return line.takeFirst(request => goesAt(request) <= now, isProbing(state()))
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
    const isDue = clock.monotonic() >= keysProbeAt(state())
    if (isDue && inFlight() === 0) runFor(keysProbe)(deps.probe).catch(deps.fault)
  }

  function setTimer(): void {
    cancelTimer()
    const now = clock.monotonic()
    // Also when no request waits: the end of a wait is shown when it comes. A wait that ended while a probe of
    // rejected keys is in flight needs no timer: the probe's answer continues from there.
    const { until } = status()
    const shownEnd = until !== null && until > now ? until : Number.POSITIVE_INFINITY
    const at = Math.min(shownEnd, line.earliest(goesAt))
    if (Number.isFinite(at) && !stopped) cancelTimer = clock.after(Math.max(1, at - now), admit)
  }

  function show(): void {
    const before = shown
    shown = status()
    if (shown.state !== before.state || shown.until !== before.until) deps.changed()
  }

  return {
    join(request) {
      if (stopped) request.rejected?.('stopped')
      const leave = stopped ? () => {} : line.add(request)
      admit()
      return leave
    },
    status,
    stop() {
      stopped = true
      cancelTimer()
      line.reject('stopped')
      line.clear()
    },
  }
}
