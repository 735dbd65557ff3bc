import type { ServiceResponse } from '../../service'
import type { CallPriority, Traffic } from './admission'

/** Makes an admitted call; the gate learns from its answer. `readOf` is the payment that is read. */
export type Run = <T>(
  call: () => Promise<ServiceResponse<T>>,
  readOf?: string,
) => Promise<ServiceResponse<T>>

export type Rejected = 'keys-rejected' | 'asked-to-wait' | 'stopped'

/** A request for one call. */
export interface GateRequest {
  /** Who asks: in trouble, a key whose probe failed lets the others try first. */
  key: string
  priority: CallPriority
  /** Within a priority the smallest goes first. */
  since: number
  /** A person waits for it: it does not wait for the till's own pauses, only for the service's. */
  atOnce?: boolean
  /** It repeats what failed: it goes only while the retry budget lasts. */
  repeat?: boolean
  /** It was admitted. It checks again what it wants: returning without calling uses no quota. */
  begin: (run: Run) => void
  /** It must not wait long: called, and the request is removed, when it cannot go soon. */
  rejected?: (why: Rejected) => void
}

/** The requests that wait at the gate, and who goes first. */
export interface RequestLine {
  /** Adds a request; returns what removes it again. */
  add(request: GateRequest): () => void
  /** Takes out the first of those that may go now. */
  takeFirst(mayGo: (request: GateRequest) => boolean, isProbing: boolean): GateRequest | null
  /** The earliest moment at which one of them may go; Infinity when none can. */
  earliest(goesAt: (request: GateRequest) => number): number
  /** Removes the requests that must not wait long, and says why. */
  reject(why: Rejected): void
  /** A probe failed: the other keys go first next time. */
  probeFailed(key: string, call: number): void
  /** The service answers again. */
  probesOver(): void
  clear(): void
}

interface WaitingRequest extends GateRequest {
  number: number
}

const ranks: Record<CallPriority, number> = { create: 0, 'asked-read': 1, read: 2 }

/** No request waits yet. */
export function createRequestLine(): RequestLine {
  const line = new Set<WaitingRequest>()
  /** Keys whose probe failed since the trouble began, and at which call. */
  const failedProbes = new Map<string, number>()
  let lastNumber = 0

  /** While the service is in trouble every key gets a try, or one bad sale would block all others. */
  function precedes(one: WaitingRequest, other: WaitingRequest, isProbing: boolean): boolean {
    const tried = ({ atOnce, key }: GateRequest) => (atOnce ? -1 : (failedProbes.get(key) ?? 0))
    const probing = isProbing ? tried(one) - tried(other) : 0
    const order = probing || ranks[one.priority] - ranks[other.priority] || one.since - other.since
    return (order || one.number - other.number) < 0
  }

  return {
    add(request) {
      lastNumber += 1
      const waiting = { ...request, number: lastNumber }
      line.add(waiting)
      return () => void line.delete(waiting)
    },
    takeFirst(mayGo, isProbing) {
      let first: WaitingRequest | null = null
      for (const request of line)
        if (mayGo(request) && (!first || precedes(request, first, isProbing))) first = request
      if (first) line.delete(first)
      return first
    },
    earliest: goesAt => Math.min(...[...line].map(goesAt)),
    reject(why) {
      for (const request of line) {
        if (!request.rejected) continue
        line.delete(request)
        request.rejected(why)
      }
    },
    probeFailed: (key, call) => void failedProbes.set(key, call),
    probesOver: () => failedProbes.clear(),
    clear: () => line.clear(),
  }
}

/** A call that was admitted and is not answered yet. */
export interface CallInFlight {
  request: GateRequest
  number: number
}

/** The calls in flight, numbered in the order in which they began. */
export interface CallsInFlight {
  /** A call begins at monotonic `now` (ms). */
  begin(request: GateRequest, now: number): CallInFlight
  end(call: CallInFlight): void
  size(): number
  /** The number of the last call that began. */
  last(): number
  /** What is in flight; probes are calls that began after number `countedUpTo`. */
  traffic(now: number, countedUpTo: number): Omit<Traffic, 'tills'>
}

/** Nothing is in flight yet. */
export function createCallsInFlight(): CallsInFlight {
  const calls = new Set<CallInFlight>()
  let last = 0
  let lastReadAt = Number.NEGATIVE_INFINITY
  return {
    begin(request, now) {
      last += 1
      const call = { request, number: last }
      calls.add(call)
      if (request.priority === 'read') lastReadAt = now
      return call
    },
    end: call => void calls.delete(call),
    size: () => calls.size,
    last: () => last,
    traffic(now, countedUpTo) {
      const all = [...calls]
      return {
        now,
        calls: all.length,
        probes: all.filter(({ number }) => number > countedUpTo).length,
        reads: all.filter(({ request }) => request.priority === 'read').length,
        lastReadAt,
      }
    },
  }
}
