import type { Clock } from '../../platform/clock'
import type { ServiceResponse } from '../../service'
import {
  type CallPriority,
  type GateStatus,
  gateStatus,
  isProbing,
  keysProbeAt,
  mayGoAt,
  rejectionReason,
  type Traffic,
} from './admission'
import { classifyResponse } from './classify-response'
import { afterAnswer, afterBegin, type GateState, isReopened, newGate } from './gate-state'

/** Makes an admitted call; the gate learns from its answer. `readOf` is the payment that is read. */
export type Run = <T>(
  call: () => Promise<ServiceResponse<T>>,
  readOf?: string,
) => Promise<ServiceResponse<T>>

export type Rejected = 'keys-rejected' | 'asked-to-wait' | 'stopped'

/** What the gate's order is made from. */
export interface GatePlace {
  /** Who asks: in trouble, a key whose probe failed lets the others try first. */
  key: string
  priority: CallPriority
  /** Within a priority the smallest goes first. */
  since: number
  /** A person waits for it: it does not wait for the till's own pauses, only for the service's. */
  atOnce?: boolean
  /** It repeats what failed: it goes only while the retry budget lasts. */
  repeat?: boolean
}

/** A request for one call. */
export interface GateRequest extends GatePlace {
  /** It was admitted. It checks again what it wants: returning without calling uses no quota. */
  begin: (run: Run) => void
  /** It must not wait long: called, and the request is removed, when it cannot go soon. */
  rejected?: (why: Rejected) => void
}

interface WaitingRequest extends GateRequest {
  number: number
}

/** A call that was admitted and is not answered yet. */
interface CallInFlight {
  request: GatePlace
  number: number
}

interface RequestGateDeps {
  clock: Pick<Clock, 'monotonic' | 'after'>
  fraction: () => number
  /** How many tills share the account at the moment, this one included. */
  tills: () => number
  /** One harmless read that shows whether rejected keys work again. */
  probe: () => Promise<ServiceResponse<unknown>>
  /** Told of every answer, before its caller is; `begun` is monotonic ms. */
  answered: (answer: ServiceResponse<unknown>, begun: number) => void
  /** The service answers again after more than one failure: a single one may be caused by one payment. */
  reopened: () => void
  /** The gate's status changed. */
  changed: () => void
  /** The till itself has a fault: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

const ranks: Record<CallPriority, number> = { create: 0, 'asked-read': 1, read: 2 }
const keysProbe: GatePlace = { key: 'keys', priority: 'asked-read', since: 0 }
const never = Number.POSITIVE_INFINITY
const minute = 60_000

/**
 * What a till may spend on repeating requests, in addition to its first attempts, which are free: ten at once,
 * for the short gap that costs a few payments an attempt each, and then one every two seconds. However
 * many payments wait and whatever the service does, that is at most 40 repeats in any minute: a bad day
 * of the service is not made worse by its tills.
 */
const repeats = { tokens: 10, refillMs: 2_000 } as const

/** A token bucket over repeats. */
class RetryBudget {
  /** One number says it all: the moment at which every token is back, monotonic ms. */
  private fullAt: number

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {
    this.fullAt = clock.monotonic()
  }

  /** Monotonic ms from which a repeat may go. */
  nextAt(): number {
    return this.fullAt - (repeats.tokens - 1) * repeats.refillMs
  }

  take(): void {
    this.fullAt = Math.max(this.fullAt, this.clock.monotonic()) + repeats.refillMs
  }
}

/**
 * The one way to the service of one account: every call goes through it, in its turn. Admits what the account's
 * rules allow (`admission.ts`) and learns from every answer (`gate-state.ts`).
 */
export class RequestGate {
  private state: GateState = newGate
  private readonly waiting = new Set<WaitingRequest>()
  private readonly inFlight = new Set<CallInFlight>()
  private readonly budget: RetryBudget
  /** Keys whose probe failed since the trouble began, and at which call. */
  private readonly failedProbes = new Map<string, number>()
  private lastRequest = 0
  private lastCall = 0
  private lastReadAt = Number.NEGATIVE_INFINITY
  /** When the calls of the last minute began, monotonic ms. */
  private begun: number[] = []
  private shown: GateStatus
  private cancelTimer = () => {}
  private isAdmitting = false
  private stopped = false

  /** An open gate where no request waits. */
  constructor(private readonly deps: RequestGateDeps) {
    this.budget = new RetryBudget(deps.clock)
    this.shown = this.status()
  }

  /** Waits to be admitted; returns what leaves again. It may be admitted before this returns. */
  join(request: GateRequest): () => void {
    if (this.stopped) {
      request.rejected?.('stopped')
      return () => {}
    }
    this.lastRequest += 1
    const waiting = { ...request, number: this.lastRequest }
    this.waiting.add(waiting)
    this.admit()
    return () => void this.waiting.delete(waiting)
  }

  /** Admits a call now, before those that wait, or gives null. Returning without calling uses no quota. */
  admitNow(place: GatePlace): Run | null {
    const isFree = !this.isAdmitting && !this.stopped
    if (!isFree || this.goesAt(place) > this.deps.clock.monotonic()) return null
    return (call, readOf) => {
      const answer = this.runFor(place)(call, readOf)
      this.admit()
      return answer
    }
  }

  status(): GateStatus {
    return gateStatus(this.state, this.deps.clock.monotonic())
  }

  /** More than one payment's reads failed, and no call was answered since: the service has a fault, not a payment. */
  isFailing(): boolean {
    return this.state.troubles > 0 || this.state.failedReads.length > 1
  }

  /** Admits nothing any more. What is in flight stays its caller's. */
  stop(): void {
    this.stopped = true
    this.cancelTimer()
    this.reject('stopped')
    this.waiting.clear()
  }

  private admit(): void {
    // A request that begins may join again, or make another join: the loop below sees them.
    if (this.isAdmitting || this.stopped) return
    this.isAdmitting = true
    try {
      this.probeKeys()
      for (let request = this.next(); request; request = this.next())
        request.begin(this.runFor(request))
    } finally {
      this.isAdmitting = false
      this.setTimer()
      this.show()
    }
  }

  private next(): GateRequest | null {
    const now = this.deps.clock.monotonic()
    const why = rejectionReason(this.state, now)
    if (why !== null) this.reject(why)
    let first: WaitingRequest | null = null
    for (const request of this.waiting)
      if (this.goesAt(request) <= now && (!first || this.precedes(request, first))) first = request
    if (first) this.waiting.delete(first)
    return first
  }

  /** While the service is in trouble every key gets a try, or one bad payment would block all others. */
  private precedes(one: WaitingRequest, other: WaitingRequest): boolean {
    const tried = ({ atOnce, key }: GateRequest) =>
      atOnce ? -1 : (this.failedProbes.get(key) ?? 0)
    const probing = isProbing(this.state) ? tried(one) - tried(other) : 0
    const order = probing || ranks[one.priority] - ranks[other.priority] || one.since - other.since
    return (order || one.number - other.number) < 0
  }

  private goesAt({ priority, atOnce = false, repeat = false }: GatePlace): number {
    const allowed = mayGoAt(this.state, { priority, atOnce }, this.traffic(priority))
    return repeat ? Math.max(allowed, this.budget.nextAt()) : allowed
  }

  /** What a request of this priority has to share with: a create waits for creates alone (DESIGN §5). */
  private traffic(priority: CallPriority): Traffic {
    const { clock, tills } = this.deps
    const all = [...this.inFlight]
    const shared = priority === 'create' ? all.filter(isCreate) : all
    return {
      now: clock.monotonic(),
      calls: shared.length,
      probes: shared.filter(({ number }) => number > this.state.countedUpTo).length,
      reads: all.filter(({ request }) => request.priority === 'read').length,
      lastReadAt: this.lastReadAt,
      tills: tills(),
    }
  }

  private runFor(request: GatePlace): Run {
    return async (call, readOf) => {
      const begun = this.deps.clock.monotonic()
      const running = this.begin(request, begun)
      try {
        const answer = await call()
        this.learn(running, answer, { begun, readOf: readOf ?? null })
        return answer
      } finally {
        this.inFlight.delete(running)
        this.admit()
      }
    }
  }

  private begin(request: GatePlace, now: number): CallInFlight {
    if (request.repeat) this.budget.take()
    if (request.priority === 'read') this.lastReadAt = now
    this.state = afterBegin(this.state)
    this.lastCall += 1
    this.begun = [...this.begun.filter(at => now - at < minute), now]
    const call = { request, number: this.lastCall }
    this.inFlight.add(call)
    return call
  }

  private learn(
    { request, number }: CallInFlight,
    answer: ServiceResponse<unknown>,
    { begun, readOf }: { begun: number; readOf: string | null },
  ): void {
    const before = this.state
    this.state = afterAnswer(before, answer, {
      now: this.deps.clock.monotonic(),
      fraction: this.deps.fraction(),
      call: number,
      lastCall: this.lastCall,
      inFlight: this.inFlight.size - 1,
      readOf,
      payment: readOf ?? (request.priority === 'create' ? request.key : null),
      inLastMinute: this.begun.filter(at => this.deps.clock.monotonic() - at < minute).length,
    })
    if (['server-error', 'no-service'].includes(classifyResponse(answer)))
      this.failedProbes.set(request.key, number)
    this.deps.answered(answer, begun)
    if (isProbing(this.state)) return
    this.failedProbes.clear()
    if (isReopened(before, this.state)) this.deps.reopened()
  }

  private probeKeys(): void {
    const isDue = this.deps.clock.monotonic() >= keysProbeAt(this.state)
    if (isDue && this.inFlight.size === 0)
      this.runFor(keysProbe)(this.deps.probe).catch(this.deps.fault)
  }

  /** Removes the requests that must not wait long, and says why. */
  private reject(why: Rejected): void {
    for (const request of this.waiting) {
      if (!request.rejected) continue
      this.waiting.delete(request)
      request.rejected(why)
    }
  }

  private setTimer(): void {
    this.cancelTimer()
    const now = this.deps.clock.monotonic()
    // Also when no request waits: the end of a wait is shown when it comes. A wait that ended while a probe of
    // rejected keys is in flight needs no timer: the probe's answer continues from there.
    const { until } = this.status()
    const shownEnd = until !== null && until > now ? until : never
    const at = Math.min(shownEnd, ...[...this.waiting].map(request => this.goesAt(request)))
    if (Number.isFinite(at) && !this.stopped)
      this.cancelTimer = this.deps.clock.after(Math.max(1, at - now), () => this.admit())
  }

  private show(): void {
    const before = this.shown
    this.shown = this.status()
    if (this.shown.state !== before.state || this.shown.until !== before.until) this.deps.changed()
  }
}

function isCreate({ request }: CallInFlight): boolean {
  return request.priority === 'create'
}
