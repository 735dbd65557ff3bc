import { describe, expect, it } from 'vitest'
import {
  askedOfPayment,
  askedPause,
  believedLimits,
  classifyResponse,
  isOfPaymentAlone,
  type ResponseClass,
} from '../../../../../electron/main/payments/request-gate/classify-response'
import { waitsAlone } from '../../../../../electron/main/payments/sending/decide-send'
import type {
  ServiceResponse,
  Unintelligible,
  UnintelligibleReason,
  UnreachableReason,
} from '../../../../../electron/main/service'
import { noLimits } from '../../../../../electron/main/service/rate-limit'
import {
  read,
  refused,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../../../support/payments/answers'

/** Exhaustive: a new reason does not compile until it has its class. */
const ofUnreachable: Record<UnreachableReason, ResponseClass> = {
  dns: 'no-service',
  'connection-refused': 'no-service',
  'no-route': 'no-service',
  tls: 'no-service',
  proxy: 'no-service',
  'connect-timeout': 'no-service',
  timeout: 'no-service',
  'connection-lost': 'no-service',
  aborted: 'nothing',
  unsendable: 'nothing',
}

const ofUnintelligible: Record<UnintelligibleReason, ResponseClass> = {
  redirect: 'no-service',
  'server-error': 'server-error',
  'unexpected-status': 'no-service',
  'not-http': 'no-service',
  'too-large': 'no-service',
  'cut-off': 'no-service',
  page: 'no-service',
  'not-json': 'no-service',
  'not-the-envelope': 'no-service',
  'error-body': 'unusable',
  'no-reference': 'unusable',
  'no-payment-status': 'unusable',
  'other-payment': 'unusable',
}

/** What each class allows: may the limits in the answer be believed, and does the payment itself pause? */
const consequences: Record<ResponseClass, { believed: boolean; pauses: boolean }> = {
  answered: { believed: true, pauses: true },
  unusable: { believed: true, pauses: true },
  'server-error': { believed: true, pauses: true },
  'no-service': { believed: false, pauses: true },
  throttled: { believed: true, pauses: false },
  'keys-rejected': { believed: true, pauses: false },
  nothing: { believed: false, pauses: true },
}

const unsent: ServiceResponse<never> = { class: 'unsent', detail: '' }

type Row = [reason: string, answer: ServiceResponse<unknown>, expected: ResponseClass]
const unreachables = Object.keys(ofUnreachable) as UnreachableReason[]
const unintelligibles = Object.keys(ofUnintelligible) as UnintelligibleReason[]

describe('what an answer says about the service', () => {
  it.each<Row>([
    ['ok', read('pending'), 'answered'],
    ['refused', refused(403), 'answered'],
    ['unauthorized', unauthorized, 'keys-rejected'],
    ['throttled', throttled(null), 'throttled'],
    ...unreachables.map((each): Row => [each, unreachable('maybe', each), ofUnreachable[each]]),
    ...unintelligibles.map((each): Row => [each, unintelligible(each), ofUnintelligible[each]]),
  ])('%s', (_, answer, expected) => {
    const { believed, pauses } = consequences[expected]
    expect(classifyResponse(answer)).toBe(expected)
    expect(believedLimits(answer) !== null).toBe(believed)
    expect(waitsAlone(answer)).toBe(pauses)
  })

  it.each([400, 408, 409, 499])('an odd %d in the service’s own error body is its own', status => {
    expect(classifyResponse(unexpected(status))).toBe('unusable')
  })

  it.each([null, 200, 302])('an odd %s is anyone’s', status => {
    expect(classifyResponse(unexpected(status))).toBe('no-service')
  })

  it.each(['page', 'not-json', 'redirect'] as const)(
    'is not its own by an odd status alone: %s',
    reason => {
      const answer = { ...(unintelligible(reason) as Unintelligible), httpStatus: 409 }
      expect(classifyResponse(answer)).toBe('no-service')
    },
  )

  it('is that the keys are unfit, and nothing else, where nothing could be sent', () => {
    expect(classifyResponse(unsent)).toBe('keys-rejected')
    for (const asked of [askedPause, askedOfPayment, believedLimits])
      expect(asked(unsent)).toBeNull()
  })

  it.each<[boolean, string, ServiceResponse<unknown>]>([
    [true, 'an answer was lost', unreachable('maybe')],
    [true, 'there is a 5xx', unintelligible('server-error')],
    [true, 'there is a page', unintelligible('page')],
    [false, 'nothing left: the network is gone', unreachable('no')],
    [false, 'the till stopped', unreachable('maybe', 'aborted')],
    [false, 'it is refused', refused(404)],
    [false, 'its answer helps nobody', unintelligible('error-body')],
    [false, 'there are too many calls', throttled(null)],
    [false, 'the keys are rejected', unauthorized],
  ])('may be of one payment alone (%s) where %s', (isAlone, _, answer) => {
    expect(isOfPaymentAlone(answer)).toBe(isAlone)
  })

  it('lets a payment that never left join the others at once, unless it was the till’s own doing', () => {
    const alone = unreachables.filter(reason => waitsAlone(unreachable('no', reason)))
    expect(alone).toEqual(['aborted', 'unsendable'])
  })
})

describe('how long the service asks one payment to wait', () => {
  const asking = (answer: ServiceResponse<unknown>, retryAfter: number | null) =>
    ({ ...answer, limits: { ...noLimits, retryAfter } }) as ServiceResponse<unknown>

  it.each<[string, ServiceResponse<unknown>, number | null]>([
    ['what Retry-After says', asking(unintelligible('server-error'), 5_000), 5_000],
    ['an hour at the most', asking(refused(404), 86_400_000), 3_600_000],
    ['no time', asking(read('pending'), null), null],
    ['no time in a 429, which is for all', throttled(5_000), null],
    ['no time without an answer', unreachable('maybe'), null],
  ])('%s', (_, answer, expected) => expect(askedOfPayment(answer)).toBe(expected))
})

describe('how long the service asks all to wait', () => {
  it.each([
    ['what Retry-After says, whatever the reset', { retryAfter: 5_000, resetIn: 9_000 }, 5_000],
    ['until the reset', { resetIn: 9_000 }, 9_000],
    ['a second, where nothing is left of a window without an end', { remaining: 0 }, 1_000],
    ['an hour at the most', { retryAfter: 86_400_000 }, 3_600_000],
    ['no time', {}, null],
  ])('%s', (_, limits, expected) => {
    const answer = { ...throttled(null), limits: { ...noLimits, ...limits } }
    expect(askedPause(answer as ServiceResponse<never>)).toBe(expected)
  })

  it('is not heard from what answers in its place', () => {
    const answer = unintelligible('not-json') as Unintelligible
    const asked = { ...answer, limits: { ...answer.limits, retryAfter: 5_000 } }
    expect(askedPause(asked)).toBeNull()
  })
})

function unexpected(httpStatus: number | null): ServiceResponse<unknown> {
  return { ...(unintelligible('unexpected-status') as Unintelligible), httpStatus }
}
