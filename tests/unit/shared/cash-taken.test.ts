import { describe, expect, it } from 'vitest'
import {
  allowedActions,
  isOpen,
  mayStillBePaid,
  needsResolving,
} from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import { cameFor } from '../../../shared/payment/payment-money'
import { promptOf } from '../../../shared/payment/prompt'
import { applyEvent, ImpossibleTransition } from '../../../shared/payment/reducer'
import { failedOutcome, paymentIn, samples, unrecognised } from '../../support/payments/payments'

const { 'cash-taken': cashTaken, 'status-classified': meaning } = samples
const taken = paymentIn('pending', cashTaken)
const moment = {
  freshness: 'fresh',
  overdue: false,
  promptGone: false,
  toDos: [],
  mayHandOver: true,
} as const
const actions = (payment: Payment, promptGone = false) =>
  allowedActions(payment, {
    ...moment,
    promptGone,
    rest: payment.amount.value - cameFor(payment),
  })
const justAccepted = {
  serviceNow: null,
  seen: 0,
  promptLifetime: 180_000,
  assumedLifetime: 900_000,
  sinceLastAttempt: 0,
}

describe('paid in cash while the push may still be paid (money rules 8, 9, 10)', () => {
  it('is on record, and the payment is watched on and holds its number', () => {
    expect(taken).toMatchObject({
      phase: 'pending',
      received: 15_000,
      resolution: { how: 'paid-in-cash' },
    })
    expect([isOpen(taken), needsResolving(taken)]).toEqual([true, false])
    expect(promptOf(taken, justAccepted)).toBe('live')
  })

  it('paid after all is paid twice, and a to-do', () => {
    const paid = applyEvent(taken, samples.settled)
    expect(paid).toMatchObject({ outcome: 'paid', late: true, resolution: null })
    expect(needsResolving(paid)).toBe(true)
  })

  it('failed, or out of time, leaves nothing to do but a last look at cash-up', () => {
    for (const end of [failedOutcome, samples.expired]) {
      const ended = applyEvent(taken, end)
      expect([needsResolving(ended), mayStillBePaid(ended)]).toEqual([false, true])
    }
  })

  it('failed, and then paid after all, is paid twice, and a to-do', () => {
    const paid = { ...samples.contradicted, status: 'completed', meaning: 'paid' } as const
    const twice = applyEvent(applyEvent(taken, failedOutcome), paid)
    expect(twice).toMatchObject({ outcome: 'failed', late: true, resolution: null })
    expect([needsResolving(twice), mayStillBePaid(twice)]).toEqual([true, false])
  })

  it('is not forgotten where the service first says a word without a meaning', () => {
    const unclear = applyEvent(taken, unrecognised)
    expect(needsResolving(unclear)).toBe(true)
    expect(applyEvent(unclear, meaning)).toMatchObject({ late: true })
    const inCash = { ...samples.resolved, how: 'paid-in-cash' } as const
    expect(paymentIn('expired', inCash, unrecognised, meaning)).toMatchObject({ late: true })
  })

  it('is taken once', () => {
    expect(() => applyEvent(taken, cashTaken)).toThrow(ImpossibleTransition)
    for (const promptGone of [false, true])
      expect(actions(taken, promptGone)).toEqual(['check-now', 'give-back'])
    for (const doubt of [samples.expired, samples['answer-mismatched']])
      expect(actions(applyEvent(taken, doubt))).not.toContain('take-cash')
  })

  it('is not possible where its sale lacks less than that', () => {
    const lacking = (rest: number) =>
      allowedActions(paymentIn('pending'), { ...moment, rest }).includes('take-cash')
    expect([14_999, 15_000, 20_000].map(lacking)).toEqual([false, true, true])
  })

  it('is not possible for a payment that a person resolved in another way', () => {
    expect(actions(paymentIn('abandoned'))).toContain('take-cash')
    for (const phase of ['expired', 'abandoned'] as const)
      expect(actions(paymentIn(phase, samples.resolved))).not.toContain('take-cash')
  })
})
