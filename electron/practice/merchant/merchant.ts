import type { KeyRing } from '../access/keys'
import type { RateLimiter } from '../access/rate-limiter'
import { answered, type Outcome } from '../faults/fault'
import { isJson } from '../http'
import { invalid, type Reply, refuse } from '../reply'
import type { MerchantRequest } from '../requests/operation'
import type { Creator } from './create'

interface MerchantDeps {
  keys: KeyRing
  limiter: RateLimiter
  creator: Creator
  read(account: string, request: MerchantRequest): Reply
}

function withHeaders(outcome: Outcome, headers: Record<string, string>): Outcome {
  if (!outcome.executed) return outcome
  const { reply } = outcome
  return { ...outcome, reply: { ...reply, headers: { ...reply.headers, ...headers } } }
}

/** Handles one request of §4: credentials, rate limit, permission, operation. */
export function createMerchant({ keys, limiter, creator, read }: MerchantDeps) {
  function perform(account: string, request: MerchantRequest): Outcome {
    if (!isJson(request.header('content-type')))
      return answered(invalid('The header Content-Type must be application/json.'))
    return request.operation.name.endsWith('create')
      ? creator.create(account, request)
      : answered(read(account, request))
  }

  return (request: MerchantRequest): Outcome => {
    const caller = keys.identify(request.header('x-api-key'), request.header('x-api-secret'))
    if (!caller.known) return answered(caller.refusal)
    const { headers, refusal } = limiter.take(caller.account)
    if (refusal) return withHeaders(answered(refusal), headers)
    const { channel } = request.operation
    if (!caller.channels.includes(channel)) {
      const message = `The account may not use ${channel} payments.`
      return withHeaders(answered(refuse(403, 'forbidden', message)), headers)
    }
    return withHeaders(perform(caller.account, request), headers)
  }
}
