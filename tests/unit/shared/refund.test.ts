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
  saleIn,
  samples,
  unrecognised,
} from '../../support/payments/sales'

const neema = { id: '0192f000-0000-4000-8000-00000000000a', name: 'Neema' }
const { type: _type, ...facts } = { ...samples.refunded, person: neema }
const refunded = { type: 'refunded', ...facts } as const
const paid = saleIn('settled')

const actions = (sale: Payment): readonly Action[] =>
  allowedActions(sale, { freshness: 'fresh', overdue: false, promptGone: false, rest: 0 })

describe('a refund', () => {
  it.each<[string, readonly LaterEvent[]]>([
    ['paid', []],
    ['paid and handed over', [samples['goods-handed-over']]],
    ['paid, with a receipt', [samples['receipt-printed']]],
    ['paid twice', [samples['paid-twice']]],
    ['paid, then contradicted', [samples.contradicted]],
    ['paid twice and resolved', [samples['paid-twice'], samples.resolved]],
  ])('of a sale that is %s is a fact of its own: all else stays', (_name, events) => {
    const before = saleIn('settled', ...events)
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
    const cash = saleIn('cash')
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
      .map(phase => [phase, saleIn(phase)] as [string, Payment]),
    ['failed', onceAccepted(failedOutcome)],
    ['settled with an unknown word', onceAccepted(unrecognised)],
    ['about another amount', saleIn('settled', samples['answer-mismatched'])],
  ])('is not possible for a sale that is %s', (_name, sale) => {
    expect(actions(sale)).not.toContain('record-refund')
    expect(() => applyEvent(sale, refunded)).toThrow(ImpossibleTransition)
  })
})

describe('a refunded sale', () => {
  const sale = applyEvent(paid, refunded)

  it('is still paid, for the screen, the day and the notifications', () => {
    for (const told of [statusOf(sale), dayStateOf(sale), resultOf(sale)]) expect(told).toBe('paid')
  })

  it('has its goods not handed over any more (money rule 11)', () => {
    expect(actions(paid)).toContain('hand-over')
    expect(actions(sale)).toEqual(['check-now'])
    expect(() => applyEvent(sale, samples['goods-handed-over'])).toThrow(ImpossibleTransition)
  })

  it('gets copies of its receipt, and none by itself', () => {
    const soon = (sale.settledAt ?? 0) + 1_000
    expect(isDueByItself(paid, soon)).toBe(true)
    expect(isDueByItself(sale, soon)).toBe(false)
    expect(mayHaveReceipt(sale)).toBe(true)
    expect(applyEvent(sale, samples['receipt-printed']).receiptCopies).toBe(1)
  })

  it('was seen by the person who recorded it', () => {
    expect([isSeen(paid), isSeen(sale)]).toEqual([false, true])
  })

  it('takes a later answer as any paid sale does (money rule 6)', () => {
    const contradicted = applyEvent(sale, samples.contradicted)
    expect(contradicted).toMatchObject({ outcome: 'paid', contradiction: 'failed', refund: facts })
    expect(needsResolving(contradicted)).toBe(true)
  })

  it('is found as paid and as refunded, and other sales not as refunded', () => {
    expect(searchStatusesOf(['refunded'])).toContain(searchStatusOf(sale))
    expect(searchStatusesOf(['paid'])).toContain(searchStatusOf(sale))
    expect(searchStatusesOf(['refunded'])).not.toContain(searchStatusOf(paid))
    const doubtful = applyEvent(sale, samples['answer-mismatched'])
    expect(searchStatusesOf(['manager'])).toContain(searchStatusOf(doubtful))
  })

  it('keeps that it was refunded when its customer’s data goes, but not the reason', () => {
    const removed = applyEvent(sale, samples['customer-removed'])
    expect(removed.refund).toEqual({ ...facts, reason: '' })
  })
})
