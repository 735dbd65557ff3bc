import { describe, expect, it } from 'vitest'
import { attemptResult } from '../../../electron/main/payments/attempt-result'
import type {
  Accepted,
  Answer,
  UnintelligibleReason,
  UnreachableReason,
} from '../../../electron/main/service'
import type { FailureReason } from '../../../shared/payment/event'
import { applyEvent } from '../../../shared/payment/life'
import type { Sale } from '../../../shared/payment/sale'
import {
  accepted,
  refused,
  throttled,
  unauthorized,
  unintelligible,
  unreachable,
} from '../../support/payments-answers'
import { morning } from '../../support/payments-clock'
import { saleAfter, saleIn, samples } from '../../support/payments-sales'

const facts = {
  now: morning + 2_000,
  serviceNow: morning + 9_000,
  serviceAt: morning + 8_000,
  assumedLifetime: 600_000,
  isTaken: () => false,
}
const first = saleIn('sending')
/** Being sent again after an attempt that may have arrived. */
const again = saleAfter(samples['attempt-started'], samples['attempt-failed'], {
  ...samples['attempt-started'],
  attempt: 2,
})

const resultOf = (answer: Answer<Accepted>, sale = first) => attemptResult(sale, answer, facts)
const stateAfter = (answer: Answer<Accepted>, sale = first) =>
  resultOf(answer, sale).reduce<Sale>((before, event) => applyEvent(before, event), sale)

describe('an attempt that was accepted (§4.1, §4.3)', () => {
  it('is pending, with what the service named', () => {
    expect(resultOf(accepted({ checkoutUrl: 'https://checkout.example/1' }))).toEqual([
      {
        type: 'accepted',
        at: facts.now,
        serviceAt: facts.serviceAt,
        attempt: 1,
        reference: 'R-1',
        status: 'pending',
        expiresAt: morning + 120_000,
        expiryAssumed: false,
        checkoutUrl: 'https://checkout.example/1',
        apiVersion: '2026-01-01',
      },
    ])
    expect(stateAfter(accepted())).toMatchObject({ phase: 'pending', maybeSent: true })
  })

  it.each(['completed', 'paid', 'failed', 'success', 'who knows'])(
    'is not settled by the status %s in it (money rule 5)',
    status => {
      expect(stateAfter(accepted({ status }))).toMatchObject({ phase: 'pending', outcome: null })
    },
  )

  it("is watched for our own time, on the service's clock, when it names no expires_at", () => {
    expect(stateAfter(accepted({ expiresAt: null }))).toMatchObject({
      expiresAt: facts.serviceNow + facts.assumedLifetime,
      expiryAssumed: true,
    })
  })

  it.each([
    [
      { currency: 'TZS', value: 15_001 },
      { field: 'amount', asked: '15000', answered: '15001' },
    ],
    [
      { currency: 'KES', value: 15_000 },
      { field: 'currency', asked: 'TZS', answered: 'KES' },
    ],
    [
      { currency: 'tzs', value: 15_000 },
      { field: 'currency', asked: 'TZS', answered: 'tzs' },
    ],
  ])('for other money, %j, is marked (money rule 12)', (amount, mismatch) => {
    expect(stateAfter(accepted({ amount }))).toMatchObject({ phase: 'pending', mismatch })
  })

  it('is not marked when it names no money', () => {
    expect(stateAfter(accepted({ amount: null })).mismatch).toBeNull()
  })
})

describe('an attempt that was refused', () => {
  it.each([400, 402, 403, 404, 405, 413, 422])('with %d created nothing', httpStatus => {
    expect(stateAfter(refused(httpStatus))).toMatchObject({
      phase: 'refused',
      refusal: { httpStatus, errorCode: 'some_code', message: 'no' },
    })
  })

  it.each([408, 409, 423, 425])('with %d may be being worked on', httpStatus => {
    expect(stateAfter(refused(httpStatus))).toMatchObject({ phase: 'unknown', maybeSent: true })
    expect(stateAfter(refused(httpStatus), again).phase).toBe('unknown')
  })

  it.each([400, 413, 415, 422])(
    'with %d, a verdict on the bytes, holds for an earlier attempt too',
    httpStatus => {
      expect(stateAfter(refused(httpStatus), again).phase).toBe('refused')
    },
  )

  it.each([402, 403, 404, 405, 410])(
    'with %d says nothing of an earlier attempt that may have arrived (money rule 4)',
    httpStatus => {
      expect(stateAfter(refused(httpStatus), again)).toMatchObject({
        phase: 'unknown',
        maybeSent: true,
      })
    },
  )
})

describe('an attempt that failed', () => {
  it('for its keys, or for too many calls, was not taken', () => {
    expect(stateAfter(unauthorized)).toMatchObject({
      phase: 'ready',
      maybeSent: false,
      lastFailure: { reason: 'keys-rejected', sent: 'no' },
    })
    expect(stateAfter(throttled(5_000))).toMatchObject({
      phase: 'ready',
      lastFailure: { reason: 'throttled', sent: 'no' },
    })
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
    expect(stateAfter(unreachable('no', reason))).toMatchObject({
      phase: 'ready',
      lastFailure: { at: facts.now, reason: expected, sent: 'no', detail: 'CODE' },
    })
    expect(stateAfter(unreachable('maybe', reason))).toMatchObject({
      phase: 'unknown',
      lastFailure: { reason: expected, sent: 'maybe' },
    })
  })

  const strange: Record<UnintelligibleReason, FailureReason> = {
    redirect: 'not-the-service',
    'not-http': 'not-the-service',
    'not-json': 'not-the-service',
    'not-the-envelope': 'not-the-service',
    'unexpected-status': 'not-the-service',
    'server-error': 'service-trouble',
    'too-large': 'unintelligible',
    'cut-off': 'connection-lost',
    'no-reference': 'unintelligible',
    'no-payment-status': 'unintelligible',
    'wrong-fields': 'unintelligible',
  }

  it.each(Object.entries(strange) as [UnintelligibleReason, FailureReason][])(
    'with an answer that is not believed (%s) may have been executed',
    (reason, expected) => {
      expect(stateAfter(unintelligible(reason))).toMatchObject({
        phase: 'unknown',
        maybeSent: true,
        lastFailure: { reason: expected, sent: 'maybe' },
      })
    },
  )
})
