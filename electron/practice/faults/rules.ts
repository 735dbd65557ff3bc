import { z } from 'zod'
import { type OperationName, operationNameSchema } from '../requests/operation'
import { type Fault, type FaultInput, faultSchema } from './fault'

/** Which requests a rule strikes: those that fit everything given. */
export const requestMatchSchema = z.strictObject({
  operation: operationNameSchema.optional(),
  idempotencyKey: z.string().optional(),
  /** A text that occurs in the request's body: a phone number, a reference. */
  bodyIncludes: z.string().optional(),
})
export type RequestMatch = z.infer<typeof requestMatchSchema>

/** A request as far as rules look at it. */
export interface MatchedRequest {
  operation: OperationName
  idempotencyKey: string | undefined
  body: string
}

/** Faults that a test has ordered. */
export interface Rules {
  /** `fault` strikes the next `times` requests that match. Throws on a fault that cannot be. */
  add(match: RequestMatch, fault: FaultInput, times: number): void
  /** The fault for this request, if one was ordered: the oldest rule that matches is used up. */
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
