import { z } from 'zod'
import { type OperationName, operationNameSchema } from '../requests/operation'
import { type Fault, type FaultInput, faultSchema } from './fault'

/** Which requests a rule applies to: those that match everything given. */
export const requestMatchSchema = z.strictObject({
  operation: operationNameSchema.optional(),
  idempotencyKey: z.string().optional(),
  /** A text that occurs in the request's body: a phone number, a reference. */
  bodyIncludes: z.string().optional(),
})
export type RequestMatch = z.infer<typeof requestMatchSchema>

/** What rules need of a request. */
export interface MatchedRequest {
  operation: OperationName
  idempotencyKey: string | undefined
  body: string
}

/** Faults that a test asked for. */
export interface Rules {
  /** `fault` happens to the next `times` requests that match. Throws when it is not possible. */
  add(match: RequestMatch, fault: FaultInput, times: number): void
  /** The fault for this request, or null. The oldest rule that matches is used. */
  take(request: MatchedRequest): Fault | null
  clear(): void
}

const fits = <Value>(wanted: Value | undefined, actual: Value) =>
  wanted === undefined || wanted === actual

const matches = (match: RequestMatch, request: MatchedRequest) =>
  fits(match.operation, request.operation) &&
  fits(match.idempotencyKey, request.idempotencyKey) &&
  request.body.includes(match.bodyIncludes ?? '')

/** No rules at first. */
export function createRules(): Rules {
  let rules: { match: RequestMatch; fault: Fault; left: number }[] = []
  return {
    add(match, fault, times) {
      rules.push({ match, fault: faultSchema.parse(fault), left: times })
    },
    take(request) {
      const rule = rules.find(each => matches(each.match, request))
      if (!rule) return null
      rule.left -= 1
      rules = rules.filter(each => each.left > 0)
      return rule.fault
    },
    clear() {
      rules = []
    },
  }
}
