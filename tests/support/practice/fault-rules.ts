import type { Fault } from '../../../electron/practice/faults'
import type { OperationName } from '../../../electron/practice/requests'

/** Every merchant request passes through it, and is held back while it is closed. */
export class Gate {
  #closed = false
  #waiting: (() => void)[] = []

  /** Resolves at once, or once the gate is open again. */
  pass(): Promise<void> {
    return this.#closed ? new Promise(resolve => this.#waiting.push(resolve)) : Promise.resolve()
  }

  /** From now on requests are neither executed nor answered. */
  close(): void {
    this.#closed = true
  }

  /** Executes the requests that wait, in their order, and lets later ones pass. */
  open(): void {
    this.#closed = false
    for (const proceed of this.#waiting.splice(0)) proceed()
  }

  /** Lets later requests pass. Those that wait are never answered. */
  reset(): void {
    this.#closed = false
    this.#waiting = []
  }
}

/** Which requests a rule applies to: those that match everything given. */
export interface RequestMatch {
  operation?: OperationName | undefined
  idempotencyKey?: string | undefined
  /** A text that occurs in the request's body: a phone number, a reference. */
  bodyIncludes?: string | undefined
}

/** What rules need of a request. */
interface MatchedRequest {
  operation: OperationName
  idempotencyKey: string | undefined
  body: string
}

const fits = <Value>(wanted: Value | undefined, actual: Value) =>
  wanted === undefined || wanted === actual

const matches = (match: RequestMatch, request: MatchedRequest) =>
  fits(match.operation, request.operation) &&
  fits(match.idempotencyKey, request.idempotencyKey) &&
  request.body.includes(match.bodyIncludes ?? '')

/** Faults that a test asked for. */
export class Rules {
  #rules: { match: RequestMatch; fault: Fault; left: number }[] = []

  /** `fault` happens to the next `times` requests that match. */
  add(match: RequestMatch, fault: Fault, times: number): void {
    this.#rules.push({ match, fault: fault, left: times })
  }

  /** The fault for this request, or null. The oldest rule that matches is used. */
  take(request: MatchedRequest): Fault | null {
    const rule = this.#rules.find(each => matches(each.match, request))
    if (!rule) return null
    rule.left -= 1
    this.#rules = this.#rules.filter(each => each.left > 0)
    return rule.fault
  }

  clear(): void {
    this.#rules = []
  }
}
