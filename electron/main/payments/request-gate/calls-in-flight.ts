import type { Traffic } from './admission'
import type { GateRequest } from './gate-request'

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
  traffic(now: number, countedUpTo: number): Traffic
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
