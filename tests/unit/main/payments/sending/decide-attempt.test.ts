import { describe, expect, it } from 'vitest'
import {
  decideAttempt,
  decideSharing,
} from '../../../../../electron/main/payments/sending/decide-attempt'
import type {
  Accepted,
  ServiceResponse,
  UnintelligibleReason,
  UnreachableReason,
} from '../../../../../electron/main/service'
import type { FailureReason } from '../../../../../shared/payment/event'
import { applyEvent } from '../../../../../shared/payment/reducer'
import {
  accepted,
  refused,
  statusRead,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../../../support/payments/answers'
import { morning } from '../../../../support/payments/clock'
import {
  notSent,
  paymentAfter,
  paymentIn,
  samples,
  unrecognised,
} from '../../../../support/payments/payments'

const facts = {
  now: morning + 2_000,
  serviceNow: morning + 9_000,
  possibleTimes: [morning + 9_000],
  serviceAt: morning + 8_000,
  assumedLifetime: 600_000,
  isTaken: false,
}
const first = paymentIn('sending')
const second = { ...samples['attempt-started'], attempt: 2 }
/** Being sent again after an attempt that may have arrived. */
const again = paymentAfter(samples['attempt-started'], samples['attempt-failed'], second)

type Answer = ServiceResponse<Accepted>
const refusal = refused(400) as Extract<Answer, { class: 'refused' }>
const stateAfter = (answer: Answer, payment = first, changes: Partial<typeof facts> = {}) =>
  decideAttempt(payment, answer, { ...facts, ...changes }).reduce(applyEvent, payment)

describe('an attempt that was accepted (§4.1, §4.3)', () => {
  it('is pending, with what the service named', () => {
    const checkout = { checkoutUrl: 'https://checkout.example/1', checkoutFault: null }
    const { now: at, serviceAt } = facts
    expect(decideAttempt(first, accepted(checkout), facts)).toEqual([
      { ...samples.accepted, ...checkout, at, serviceAt },
    ])
    expect(stateAfter(accepted())).toMatchObject({ phase: 'pending', maybeSent: true })
  })

  it("is watched for our own time, on the service's clock, when it names no expires_at", () => {
    expect(stateAfter(accepted({ expiresAt: null }))).toMatchObject({
      expiresAt: facts.serviceNow + facts.assumedLifetime,
      expiryAssumed: true,
    })
  })

  it.each([
    ['TZS', 15_001, 'amount', '15000', '15001'],
    ['KES', 15_000, 'currency', 'TZS', 'KES'],
    [null, 150, 'amount', '15000', '150'],
    ['KES', null, 'currency', 'TZS', 'KES'],
  ])(
    'for other money, %s %s, is marked (money rule 12)',
    (currency, value, field, asked, answered) => {
      const mismatch = { field, asked, answered }
      const money = { currency, value }
      expect(stateAfter(accepted({ money }))).toMatchObject({ phase: 'pending', mismatch })
    },
  )

  it('is not marked for the same money in other letters, nor for what it does not name', () => {
    for (const currency of ['TZS', 'tzs', null])
      for (const value of [15_000, null])
        expect(stateAfter(accepted({ money: { currency, value } })).mismatch).toBeNull()
  })

  it('that says two things of the money is marked, and one that cannot be read is left to the reads', () => {
    const { facts } = statusRead('pending')
    const two = accepted({ facts: { ...facts, currencies: ['TZS', 'KES'] } })
    expect(stateAfter(two).mismatch).toMatchObject({ field: 'currency', answered: 'KES' })
    const unread = accepted({ facts: { ...facts, amounts: [{ value: null, text: '15.000' }] } })
    expect(stateAfter(unread)).toMatchObject({ phase: 'pending', mismatch: null })
  })

  it('under a reference that another payment has is marked: one payment cannot pay for two', () => {
    const mismatch = { field: 'reference', asked: '', answered: 'R-1' }
    expect(stateAfter(accepted(), first, { isTaken: true }).mismatch).toEqual(mismatch)
  })

  it('keeps the names of what could not be read (money rule 14)', () => {
    const odd = accepted({ unread: ['object', 'api_version'] })
    const unreadFields = ['object', 'api_version']
    expect(stateAfter(odd)).toMatchObject({ phase: 'pending', unreadFields })
  })

  it.each(['missing', 'too-long', 'not-safe'] as const)(
    'by card without a page to show is pending and polled, and says why: %s',
    checkoutFault => {
      const sold = { ...first, channel: 'card' as const }
      const noPage = { checkoutUrl: null, checkoutFault }
      const answer = accepted(noPage)
      expect(stateAfter(answer, sold)).toMatchObject({ phase: 'pending', ...noPage })
      expect(stateAfter(answer)).toMatchObject({ channel: 'mobile', checkoutFault: null })
    },
  )
})

describe('the end that an acceptance names (money rule 10)', () => {
  const day = 86_400_000
  /** The answer's own `Date`. */
  const said = morning + 60_000

  it.each([
    ['half a minute after it', said + 30_000, true],
    ['less than half a minute after it', said + 29_999, false],
    ['at its very moment', said, false],
    ['an hour before it, as with a wrong zone', said - 3_600_000, false],
    ['four hours after it', said + 4 * 3_600_000, true],
    ['a week after it', said + 7 * day, true],
    ['more than a week after it', said + 7 * day + 1, false],
  ])('by the `Date` of the answer: %s', (_name, expiresAt, believed) => {
    const payment = stateAfter(accepted({ expiresAt }), first, { possibleTimes: [said] })
    expect(payment).toMatchObject({
      expiresAt: believed ? expiresAt : facts.serviceNow + facts.assumedLifetime,
      expiryAssumed: !believed,
      unreadFields: believed ? [] : ['expires_at'],
    })
  })

  it('is judged by the till’s idea of the service’s time where the answer has no `Date`', () => {
    const ends = (after: number) =>
      stateAfter(accepted({ expiresAt: facts.serviceNow + after })).expiryAssumed
    expect([ends(29_999), ends(30_000)]).toEqual([true, false])
  })

  it('must be possible by each clock that may be right where the answer has no `Date`', () => {
    const possibleTimes = [morning, morning - 2 * day]
    const isAssumed = (expiresAt: number) =>
      stateAfter(accepted({ expiresAt }), first, { possibleTimes }).expiryAssumed
    expect(isAssumed(morning - day)).toBe(true)
    expect(isAssumed(morning + 3_600_000)).toBe(false)
  })

  it('is noted as unreadable only where it is there', () => {
    expect(stateAfter(accepted({ expiresAt: null })).unreadFields).toEqual([])
  })
})

describe('an attempt that was refused', () => {
  it('as the first is refused in the service’s own words', () => {
    const { httpStatus, errorCode, message } = refusal
    expect(decideAttempt(first, refusal, facts)).toEqual([
      { type: 'refused', at: facts.now, attempt: 1, httpStatus, errorCode, message },
    ])
  })

  it('as a repeat may have been executed all the same (money rule 4)', () => {
    expect(stateAfter(refusal, again)).toMatchObject({
      ...{ phase: 'unknown', maybeSent: true, repeatRefused: true },
      lastFailure: { reason: 'repeat-refused', sent: 'maybe' },
    })
  })

  it.each([
    ['unexpected-status', 409, true],
    ['unexpected-status', 400, true],
    ['unexpected-status', 399, false],
    ['unexpected-status', null, false],
    ['server-error', 503, false],
  ] as const)(
    'as a repeat, with %s and %s, is not sent again by itself: %s',
    (reason, httpStatus, isRefused) => {
      const answer = { ...unintelligible(reason), httpStatus } as Answer
      expect(stateAfter(answer, again)).toMatchObject({
        ...{ phase: 'unknown', maybeSent: true, repeatRefused: isRefused },
        lastFailure: { reason: isRefused ? 'repeat-refused' : 'service-trouble' },
      })
    },
  )

  it('as a repeat is kept in the service’s words, where it has any', () => {
    const bare = { ...refused(400), errorCode: null, message: '' } as ServiceResponse<never>
    expect(stateAfter(bare, again).lastFailure).toMatchObject({ detail: '400' })
  })

  it('after attempts that surely never left is as the first: nothing was created', () => {
    const neverLeft = paymentAfter(samples['attempt-started'], notSent, second)
    expect(stateAfter(refused(400), neverLeft).phase).toBe('refused')
  })
})

describe('a payment whose reference another payment gets (money rules 11, 12)', () => {
  const taken = { field: 'reference', asked: '', answered: 'R-1' }
  const marked = [{ type: 'answer-mismatched', at: facts.now, mismatch: taken }]
  const pending = paymentIn('pending')
  const unclear = paymentAfter(samples['attempt-started'], samples.accepted, unrecognised)
  const mismatch = { field: 'amount', asked: '15000', answered: '150' } as const

  it.each([
    ['is marked while it is pending', pending, marked],
    ['is marked when it has expired: it may be read any time', paymentIn('expired'), marked],
    ['is marked when its word has no meaning: that is no result', unclear, marked],
    ['keeps the result that it had before (money rule 6)', paymentIn('settled'), []],
    ['keeps its first mismatch', { ...pending, mismatch }, []],
    ['of another account is read with other keys', { ...pending, account: 'other' }, []],
  ])('%s', (_, holder, events) => {
    expect(decideSharing(holder, first, facts.now)).toEqual(events)
  })
})

describe('an attempt that failed', () => {
  const failed = (sent: 'no' | 'maybe', reason: FailureReason) => ({
    phase: sent === 'no' ? 'ready' : 'unknown',
    maybeSent: sent === 'maybe',
    lastFailure: { at: facts.now, reason, sent },
  })

  it('for its keys, or for too many calls, was not taken', () => {
    expect(stateAfter(unauthorized)).toMatchObject(failed('no', 'keys-rejected'))
    const unsent = stateAfter({ class: 'unsent', detail: 'the secret' })
    expect(unsent).toMatchObject(failed('no', 'keys-rejected'))
    expect(unsent.lastFailure?.detail).toBe('the secret')
    expect(stateAfter(throttled(5_000))).toMatchObject(failed('no', 'throttled'))
  })

  it.each<[string, Answer, FailureReason]>([
    ['a refusal', refused(400), 'service-trouble'],
    ['a 401', unauthorized, 'keys-rejected'],
    ['a 429', throttled(5_000), 'throttled'],
  ])(
    'with %s that speaks of a repeat may have been executed (money rule 4)',
    (_, answer, reason) => {
      for (const words of [
        { errorCode: 'DUPLICATE_REQUEST', message: '' },
        { errorCode: null, message: 'It was sent already' },
        { errorCode: 'conflict', message: 'Idempotency key in use' },
      ])
        expect(stateAfter({ ...answer, ...words } as Answer)).toMatchObject(failed('maybe', reason))
    },
  )

  it('with a 429 that is not in the service’s own words may have been taken (money rule 4)', () => {
    const proxys = { ...throttled(5_000), own: false } as ServiceResponse<never>
    expect(stateAfter(proxys)).toMatchObject(failed('maybe', 'throttled'))
  })

  it.each([unauthorized, throttled(null), unreachable('no')])(
    'later does not take back that an earlier one may have arrived: %j',
    answer => {
      expect(stateAfter(answer, again)).toMatchObject({ phase: 'unknown', maybeSent: true })
    },
  )

  const reasons: Record<UnreachableReason, FailureReason> = {
    dns: 'no-network',
    'connection-refused': 'no-network',
    'no-route': 'no-network',
    'connect-timeout': 'no-network',
    tls: 'insecure',
    proxy: 'no-network',
    timeout: 'timeout',
    'connection-lost': 'connection-lost',
    aborted: 'till-stopped',
    unsendable: 'unintelligible',
  }
  const each = Object.entries(reasons) as [UnreachableReason, FailureReason][]

  it.each(each)('with %s is %s; whether it was sent is taken as known', (reason, expected) => {
    for (const sent of ['no', 'maybe'] as const) {
      const after = stateAfter(unreachable(sent, reason))
      expect(after).toMatchObject(failed(sent, expected))
      expect(after.lastFailure?.detail).toBe('CODE')
    }
  })

  const strange: Record<UnintelligibleReason, FailureReason> = {
    redirect: 'not-the-service',
    'not-http': 'not-the-service',
    page: 'not-the-service',
    'not-json': 'unintelligible',
    'not-the-envelope': 'unintelligible',
    'error-body': 'service-trouble',
    'unexpected-status': 'service-trouble',
    'server-error': 'service-trouble',
    'too-large': 'unintelligible',
    'cut-off': 'connection-lost',
    'no-reference': 'unintelligible',
    'no-payment-status': 'unintelligible',
    'other-payment': 'unintelligible',
  }

  it.each(Object.entries(strange) as [UnintelligibleReason, FailureReason][])(
    'with an answer that is not believed (%s) may have been executed',
    (reason, expected) => {
      const answer = { ...unintelligible(reason), httpStatus: 409 } as Answer
      expect(stateAfter(answer)).toMatchObject(failed('maybe', expected))
    },
  )
})
