import type { CallFault } from '../../../shared/call-fault'
import type { ConnectionTestResult } from '../../../shared/connection'
import { callFault } from './call-fault'
import type { ServiceClient } from './client'
import type {
  Refused,
  ServiceResponse,
  UnintelligibleReason,
  Unreachable,
} from './service-response'

export interface ConnectionTest {
  result: ConnectionTestResult
  /** A reason's name (`dns`, `not-json`), or the service's own message. */
  detail: string
}

/** No service made this reference, and a log that shows it shows where it came from. */
export const noSuchReference = 'kaunta-connection-test'

/**
 * Tries a connection with a status read (§4.2) of a payment that cannot exist: it charges no customer.
 * It works when the service itself answers, an error body included: "no such payment" comes only
 * after the keys were taken. 429, 5xx and the like are `unreachable`: to be tried again later.
 *
 * A 404 can mean "no such payment" or "nothing at this path", and the contract names neither (§7). So
 * `nowhere`, the same service under a path prefix that it cannot have, is asked too: the same 404 from
 * there means that the prefix is wrong.
 */
export async function testConnection(client: Reader, nowhere: Reader): Promise<ConnectionTest> {
  const answer = await client.readMobilePayment(noSuchReference)
  if (isNotFound(answer) && isSameRefusal(answer, await nowhere.readMobilePayment(noSuchReference)))
    return { result: 'not-this-service', detail: answer.message }
  return judge(answer)
}

type Reader = Pick<ServiceClient, 'readMobilePayment'>

function isNotFound(answer: ServiceResponse<unknown>): answer is Refused {
  return answer.class === 'refused' && answer.httpStatus === 404
}

function isSameRefusal(one: Refused, other: ServiceResponse<unknown>): boolean {
  return isNotFound(other) && one.errorCode === other.errorCode && one.message === other.message
}

function judge(answer: ServiceResponse<unknown>): ConnectionTest {
  switch (answer.class) {
    case 'ok':
      return { result: 'works', detail: '' }
    case 'refused':
      return {
        result: answer.httpStatus === 403 ? 'forbidden' : 'works',
        detail: answer.message,
      }
    case 'unsent':
      return { result: 'keys-unfit', detail: answer.detail }
    case 'unauthorized':
      return { result: 'keys-rejected', detail: answer.message }
    case 'throttled':
      return { result: 'unreachable', detail: 'throttled' }
    case 'unreachable':
      return { result: 'unreachable', detail: namedFault(answer) ?? answer.reason }
    case 'unintelligible':
      return answer.reason === 'error-body'
        ? {
            result: /^40[13]\b/.test(answer.detail) ? 'keys-rejected' : 'works',
            detail: answer.detail,
          }
        : { result: meaning[answer.reason], detail: answer.reason }
  }
}

/** What a person can do something about has words of its own. */
function namedFault(answer: Unreachable): CallFault | null {
  const fault = callFault(answer)
  return fault === 'no-internet' || fault === 'service-trouble' ? null : fault
}

/** A payment's answer without what was asked for still shows that the service is there. */
const meaning: Record<Exclude<UnintelligibleReason, 'error-body'>, ConnectionTestResult> = {
  'no-reference': 'works',
  'no-payment-status': 'works',
  'other-payment': 'works',
  redirect: 'not-this-service',
  'not-http': 'not-this-service',
  'too-large': 'not-this-service',
  page: 'not-this-service',
  'not-json': 'not-this-service',
  'not-the-envelope': 'not-this-service',
  'unexpected-status': 'not-this-service',
  'server-error': 'unreachable',
  'cut-off': 'unreachable',
}
