import { describe, expect, it } from 'vitest'
import { dayStateOf } from '../../../shared/day/state'
import { type Action, allowedActions, needsResolving } from '../../../shared/payment/actions'
import { type Payment, phaseSchema } from '../../../shared/payment/payment'
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
const { type: _type, ...facts } = { ...samples.refunded, person: neema }
const refunded = { type: 'refunded', ...facts } as const
const paid = paymentIn('settled')

const actions = (payment: Payment): readonly Action[] =>
  allowedActions(payment, { freshness: 'fresh', overdue: false, promptGone: false, rest: 0 })

describe('a refund', () => {
  it.each<[string, readonly LaterEvent[]]>([
    ['paid', []],
    ['paid and handed over', [samples['goods-handed-over']]],
    ['paid, with a receipt', [samples['receipt-printed']]],
    ['paid twice', [samples['paid-twice']]],
    ['paid, then contradicted', [samples.contradicted]],
    ['paid twice and resolved', [samples['paid-twice'], samples.resolved]],
  ])('of a payment that is %s is a fact of its own: all else stays', (_name, events) => {
    const before = paymentIn('settled', ...events)
    expect(actions(before)).toContain('record-refund')
    expect(applyEvent(before, refunded)).toEqual({ ...before, refund: facts })
  })

  it('is possible for money that came late', () => {
    const late = onceAccepted(samples.expired, samples.settled)
    expect(late.late).toBe(true)
    expect(applyEvent(late, refunded)).toEqual({ ...late, refund: facts })
    expect(needsResolving(applyEvent(late, refunded))).toBe(true)
  })

  it('of cash is out of a drawer, and never through the service', () => {
    const cash = paymentIn('cash')
    expect(actions(cash)).toEqual(['record-refund'])
    expect(applyEvent(cash, { ...refunded, how: 'cash' }).refund?.how).toBe('cash')
    expect(() => applyEvent(cash, { ...refunded, how: 'dashboard' })).toThrow(ImpossibleTransition)
  })

  it('is recorded at most once', () => {
    const once = applyEvent(paid, refunded)
    expect(actions(once)).not.toContain('record-refund')
    expect(() => applyEvent(once, { ...refunded, how: 'dashboard' })).toThrow(ImpossibleTransition)
  })

  it.each<[string, Payment]>([
    ...phaseSchema.options
      .filter(phase => phase !== 'settled' && phase !== 'cash')
      .map(phase => [phase, paymentIn(phase)] as [string, Payment]),
    ['failed', onceAccepted(failedOutcome)],
    ['settled with an unknown word', onceAccepted(unrecognised)],
    ['about another amount', paymentIn('settled', samples['answer-mismatched'])],
  ])('is not possible for a payment that is %s', (_name, payment) => {
    expect(actions(payment)).not.toContain('record-refund')
    expect(() => applyEvent(payment, refunded)).toThrow(ImpossibleTransition)
  })
})

describe('a refunded payment', () => {
  const payment = applyEvent(paid, refunded)

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
    expect(contradicted).toMatchObject({ outcome: 'paid', contradiction: 'failed', refund: facts })
    expect(needsResolving(contradicted)).toBe(true)
  })

  it('is found as paid and as refunded, and other payments not as refunded', () => {
    expect(searchStatusesOf(['refunded'])).toContain(searchStatusOf(payment))
    expect(searchStatusesOf(['paid'])).toContain(searchStatusOf(payment))
    expect(searchStatusesOf(['refunded'])).not.toContain(searchStatusOf(paid))
    const doubtful = applyEvent(payment, samples['answer-mismatched'])
    expect(searchStatusesOf(['manager'])).toContain(searchStatusOf(doubtful))
  })

  it('keeps that it was refunded when its customer’s data goes, but not the reason', () => {
    const removed = applyEvent(payment, samples['customer-removed'])
    expect(removed.refund).toEqual({ ...facts, reason: '' })
  })
})
