import type { CallPriority } from './admission'
import type { GateRequest, Rejected } from './gate-request'

/** The requests that wait at the gate, and who goes first. */
export interface RequestLine {
  /** Adds a request; returns what removes it again. */
  add(request: GateRequest): () => void
  /** Takes out the first of those that may go now. */
  takeFirst(mayGo: (request: GateRequest) => boolean, isProbing: boolean): GateRequest | null
  /** The earliest moment at which one of them may go; Infinity when none can. */
  earliest(goesAt: (request: GateRequest) => number): number
  /** Removes the requests that must not wait long, and says why. */
  turnAway(why: Rejected): void
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
    turnAway(why) {
      for (const request of line) {
        if (!request.turnedAway) continue
        line.delete(request)
        request.turnedAway(why)
      }
    },
    probeFailed: (key, call) => void failedProbes.set(key, call),
    probesOver: () => failedProbes.clear(),
    clear: () => line.clear(),
  }
}
