import { z } from 'zod'
import type { Reply } from './http'
import type { OperationName } from './requests'

/*
 * A fault is what goes wrong with one request. It happens before the request is executed (nothing
 * is created) or after (the payment is created, and only the answer is lost or wrong). A till cannot
 * see the difference and must not guess it.
 */

const replacing = [
  /** The connection closes without an answer. */
  z.strictObject({ kind: z.literal('drop') }),
  /** The same with a TCP reset. */
  z.strictObject({ kind: z.literal('reset') }),
  /** No answer, and the connection stays open. */
  z.strictObject({ kind: z.literal('hang') }),
  /** An answer that is not the service's. */
  z.strictObject({
    kind: z.literal('answer'),
    status: z.int().min(200).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string(),
  }),
] as const

const changing = [
  /** The service's answer, of which only this many bytes of the body arrive. */
  z.strictObject({ kind: z.literal('cut'), bytes: z.int().min(0) }),
  /** The service's answer, made this many bytes longer with blanks: correct, but too large. */
  z.strictObject({ kind: z.literal('pad'), bytes: z.int().min(1) }),
] as const

const delayMs = z.number().min(0).default(0)

const faultBeforeSchema = z.strictObject({
  when: z.literal('before'),
  delayMs,
  /** Absent: the request is executed once the delay is over. */
  effect: z.discriminatedUnion('kind', replacing).optional(),
})

const faultAfterSchema = z.strictObject({
  when: z.literal('after'),
  delayMs,
  /** Absent: the service's answer, only late. */
  effect: z.discriminatedUnion('kind', [...replacing, ...changing]).optional(),
})

export const faultSchema = z.discriminatedUnion('when', [faultBeforeSchema, faultAfterSchema])

export type FaultInput = z.input<typeof faultSchema>
export type Fault = z.output<typeof faultSchema>
export type FaultAfter = z.output<typeof faultAfterSchema>
export type ReplacingEffect = NonNullable<z.output<typeof faultBeforeSchema>['effect']>

/** The result of one request: the service's reply, maybe with a fault, or a fault instead of it. */
export type Outcome =
  | { executed: true; reply: Reply; fault: FaultAfter | null }
  | { executed: false; effect: ReplacingEffect }

/** The service answers, without a fault. */
export const answered = (reply: Reply): Outcome => ({ executed: true, reply, fault: null })

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

  /** `fault` happens to the next `times` requests that match. Throws when it is not possible. */
  add(match: RequestMatch, fault: FaultInput, times: number): void {
    this.#rules.push({ match, fault: faultSchema.parse(fault), left: times })
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
