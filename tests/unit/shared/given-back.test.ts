import { describe, expect, it } from 'vitest'
import { dayStateOf } from '../../../shared/day/state'
import { type Action, allowedActions, needsResolving } from '../../../shared/payment/actions'
import { type Payment, phaseSchema } from '../../../shared/payment/payment'
import { isGivenBack, leftToGiveBack, mayBeTakenBack } from '../../../shared/payment/payment-money'
import { searchStatusesOf, searchStatusOf } from '../../../shared/payment/payments-filter'
import { isDueByItself, mayHaveReceipt } from '../../../shared/payment/receipt'
import { applyEvent, ImpossibleTransition } from '../../../shared/payment/reducer'
import { isSeen, resultOf } from '../../../shared/payment/result'
import { statusOf } from '../../../shared/payment/status'
import {
  failedOutcome,
  type LaterEvent,
  onceAccepted,
  paymentIn,
  samples,
  unrecognised,
} from '../../support/payments/payments'

const neema = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Neema' }
const { type: _type, ...facts } = { ...samples['given-back'], person: neema }
const givenBack = { type: 'given-back', ...facts } as const
const paid = paymentIn('settled')
const mismatch = samples['answer-mismatched']
const paidAfterAll = { ...samples.contradicted, status: 'completed', meaning: 'paid' } as const

const actions = (payment: Payment): readonly Action[] =>
  allowedActions(payment, {
    freshness: 'fresh',
    overdue: false,
    promptGone: false,
    rest: 0,
    toDos: [],
    mayHandOver: true,
  })

describe('giving back', () => {
  it.each<[string, readonly LaterEvent[]]>([
    ['paid', []],
    ['paid and handed over', [samples['goods-handed-over']]],
    ['paid, with a receipt', [samples['receipt-printed']]],
    ['paid twice', [samples['also-paid']]],
    ['paid, then contradicted', [samples.contradicted]],
    ['paid twice and resolved', [samples['also-paid'], samples.resolved]],
  ])('of a payment that is %s is a fact of its own: all else stays', (_name, events) => {
    const before = paymentIn('settled', ...events)
    expect(actions(before)).toContain('give-back')
    expect(applyEvent(before, givenBack)).toEqual({
      ...before,
      ...{ late: false, givenBack: [before.late ? { ...facts, wasLate: true } : facts] },
    })
  })

  it('asks nothing more of late money once its goods are handed over either', () => {
    const late = onceAccepted(samples.expired, samples.settled)
    expect(needsResolving(late)).toBe(true)
    expect(needsResolving(applyEvent(late, samples['goods-handed-over']))).toBe(false)
  })

  it('is possible for money that came late, and asks nothing more', () => {
    const late = onceAccepted(samples.expired, samples.settled)
    expect(late.late).toBe(true)
    expect(applyEvent(late, givenBack)).toEqual({
      ...late,
      ...{ late: false, givenBack: [{ ...facts, wasLate: true }] },
    })
    expect(needsResolving(applyEvent(late, givenBack))).toBe(false)
  })

  it('of cash is out of a drawer, and never through the service', () => {
    const cash = paymentIn('cash')
    expect(actions(cash)).toEqual(['give-back'])
    expect(applyEvent(cash, givenBack).givenBack).toEqual([facts])
    expect(() => applyEvent(cash, { ...givenBack, way: 'service' })).toThrow(ImpossibleTransition)
  })

  it('is no more than came, also in parts', () => {
    const part = { ...givenBack, value: 10_000, worth: 10_000 }
    const once = applyEvent(paid, part)
    expect(actions(once)).toContain('give-back')
    expect(() => applyEvent(once, part)).toThrow(ImpossibleTransition)
    const all = applyEvent(once, { ...givenBack, value: 5_000, worth: 5_000 })
    expect(actions(all)).not.toContain('give-back')
    expect([isGivenBack(once), isGivenBack(all)]).toEqual([false, true])
  })

  it.each([
    [15_000, 0],
    [10_000, 5_000],
  ])('of %s through the service leaves %s that it may have taken back', (value, left) => {
    const back = applyEvent(paid, { ...givenBack, way: 'service', value, worth: value })
    const contradicted = applyEvent(back, samples.contradicted)
    expect(mayBeTakenBack(contradicted)).toBe(left)
    const takenBack = { ...givenBack, way: 'service', why: 'taken-back', worth: 0 } as const
    expect(() => applyEvent(contradicted, { ...takenBack, value: 15_000 })).toThrow(
      ImpossibleTransition,
    )
  })

  it('of what was too much leaves the sale paid, and the goods may go', () => {
    const twice = applyEvent(paid, samples['also-paid'])
    const back = applyEvent(twice, { ...givenBack, why: 'too-much', worth: 0 })
    expect(needsResolving(back)).toBe(false)
    expect(actions(back)).toContain('hand-over')
  })

  it.each<[string, Payment]>([
    ['found that the money is there', paymentIn('settled', mismatch, samples.resolved)],
    [
      'took cash for it',
      onceAccepted(mismatch, unrecognised, { ...samples.resolved, how: 'paid-in-cash' }),
    ],
  ])('is possible after an answer about another amount once a person %s', (_name, payment) => {
    expect(actions(payment)).toContain('give-back')
    expect(applyEvent(payment, givenBack).givenBack).toEqual([facts])
  })

  it('is possible for money that came after *failed*, and before an answer about another amount', () => {
    const asked = onceAccepted(failedOutcome, paidAfterAll, mismatch)
    expect(actions(asked)).toContain('resolve')
    expect(mayBeTakenBack(asked)).toBe(15_000)
    const payment = applyEvent(asked, samples.resolved)
    expect(actions(payment)).toContain('give-back')
    expect(leftToGiveBack(applyEvent(payment, givenBack), 'cash')).toBe(0)
  })

  it.each<[string, Payment]>([
    ...phaseSchema.options
      .filter(phase => phase !== 'settled' && phase !== 'cash')
      .map(phase => [phase, paymentIn(phase)] as [string, Payment]),
    ['failed', onceAccepted(failedOutcome)],
    ['settled with an unknown word', onceAccepted(unrecognised)],
    [
      'about another amount, and not paid as a person found',
      onceAccepted(mismatch, unrecognised, { ...samples.resolved, how: 'not-paid' }),
    ],
    ['about another amount', paymentIn('settled', mismatch)],
    [
      'failed as the service says, though staff saw it paid',
      onceAccepted(
        samples.expired,
        { ...samples.resolved, how: 'seen-in-dashboard' },
        failedOutcome,
      ),
    ],
    [
      'about another amount before it was paid after all',
      onceAccepted(failedOutcome, mismatch, paidAfterAll, samples.resolved),
    ],
  ])('is not possible for a payment that is %s', (_name, payment) => {
    expect(actions(payment)).not.toContain('give-back')
    expect(() => applyEvent(payment, givenBack)).toThrow(ImpossibleTransition)
  })
})

describe('a payment that was given back', () => {
  const payment = applyEvent(paid, givenBack)

  it('is still paid, for the screen, the day and the notifications', () => {
    for (const told of [statusOf(payment), dayStateOf(payment), resultOf(payment)])
      expect(told).toBe('paid')
  })

  it('has its goods not handed over any more (money rule 11)', () => {
    expect(actions(paid)).toContain('hand-over')
    expect(actions(payment)).toEqual(['check-now'])
    expect(() => applyEvent(payment, samples['goods-handed-over'])).toThrow(ImpossibleTransition)
  })

  it('gets copies of its receipt, and none by itself', () => {
    const soon = (payment.settledAt ?? 0) + 1_000
    expect(isDueByItself(paid, soon)).toBe(true)
    expect(isDueByItself(payment, soon)).toBe(false)
    expect(mayHaveReceipt(payment)).toBe(true)
    expect(applyEvent(payment, samples['receipt-printed']).receiptCopies).toBe(1)
  })

  it('was seen by the person who recorded it', () => {
    expect([isSeen(paid), isSeen(payment)]).toEqual([false, true])
  })

  it('takes a later answer as any paid payment does (money rule 6)', () => {
    const contradicted = applyEvent(payment, samples.contradicted)
    expect(contradicted).toMatchObject({
      outcome: 'paid',
      contradiction: 'failed',
      givenBack: [facts],
    })
    expect(needsResolving(contradicted)).toBe(true)
  })

  it('is found as paid and as given back, and other payments not as given back', () => {
    expect(searchStatusesOf(['givenBack'])).toContain(searchStatusOf(payment))
    expect(searchStatusesOf(['paid'])).toContain(searchStatusOf(payment))
    expect(searchStatusesOf(['givenBack'])).not.toContain(searchStatusOf(paid))
    const doubtful = applyEvent(payment, samples['answer-mismatched'])
    expect(searchStatusesOf(['manager'])).toContain(searchStatusOf(doubtful))
  })

  it('keeps that it was given back when its customer’s data goes, but not the reason', () => {
    const removed = applyEvent(payment, samples['customer-removed'])
    expect(removed.givenBack).toEqual([{ ...facts, reason: '' }])
  })
})
