import { describe, expect, it } from 'vitest'
import { freshResult, type ResultName, resultOf, toneOf } from '../../../shared/payment/result'
import { type Phase, phaseSchema, type Sale } from '../../../shared/payment/sale'
import { applyEvent } from '../../../shared/payment/sale-reducer'
import {
  failedOutcome,
  type LaterEvent,
  saleAfter,
  saleIn,
  samples,
  unrecognised,
} from '../../support/payments/sales'

const accepted = [samples['attempt-started'], samples.accepted] as const
const failedThenPaid = (...more: LaterEvent[]) =>
  saleAfter(
    ...[...accepted, failedOutcome],
    ...[{ ...samples.contradicted, status: 'completed', meaning: 'paid' } as const, ...more],
  )
const resolved = { ...samples.resolved, how: 'other' } as const

describe('a result that a person must hear of', () => {
  it.each<[ResultName, string, Sale]>([
    ['paid', 'paid', saleIn('settled')],
    ['failed', 'failed', saleAfter(...accepted, failedOutcome)],
    ['refused', 'failed', saleIn('refused')],
    ['held', 'attention', saleIn('held')],
    ['expired', 'attention', saleIn('expired')],
    ['unrecognised', 'attention', saleAfter(...accepted, unrecognised)],
    ['mismatched', 'attention', saleAfter(...accepted, samples['answer-mismatched'], unrecognised)],
    ['contradicted', 'attention', applyEvent(saleIn('settled'), samples.contradicted)],
    ['paidLate', 'attention', saleAfter(...accepted, samples.expired, samples.settled)],
    ['paidLate', 'attention', saleAfter(...accepted, samples['stopped-waiting'], samples.settled)],
    ['paidTwice', 'attention', saleAfter(...accepted, samples['cash-taken'], samples.settled)],
    ['paidTwice', 'attention', failedThenPaid(samples['paid-twice'])],
    ['contradicted', 'attention', failedThenPaid()],
    ['paid', 'paid', saleAfter(...accepted, unrecognised, samples.settled)],
    ['paid', 'paid', applyEvent(saleIn('settled'), samples['provider-disagreed'])],
    ['paidLate', 'attention', saleAfter(...accepted, unrecognised, resolved, samples.settled)],
  ])('%s sounds %s', (result, tone, sale) => {
    expect(resultOf(sale)).toBe(result)
    expect(toneOf(result)).toBe(tone)
  })

  it('is none while it is on its way, and none that a person brought about', () => {
    const silent: Phase[] = [
      'ready',
      'sending',
      'unknown',
      'pending',
      'withdrawn',
      'abandoned',
      'cash',
    ]
    for (const phase of silent) expect(resultOf(saleIn(phase)), phase).toBeNull()
    expect(resultOf(applyEvent(saleIn('expired'), resolved))).toBeNull()
    expect(phaseSchema.options.filter(phase => resultOf(saleIn(phase)) === null)).toEqual(silent)
  })

  it('never sounds paid but for an outcome that nothing speaks against (money rule 5)', () => {
    for (const type of ['contradicted', 'answer-mismatched', 'paid-twice'] as const) {
      const result = resultOf(applyEvent(saleIn('settled'), samples[type]))
      expect(result && toneOf(result)).toBe('attention')
    }
  })
})

describe('what a step brought', () => {
  it('is a result that was not there before', () => {
    expect(freshResult(saleIn('pending'), saleIn('settled'))).toBe('paid')
    expect(freshResult(null, saleIn('held'))).toBe('held')
    const unclear = saleAfter(...accepted, unrecognised)
    expect(freshResult(unclear, applyEvent(unclear, samples.settled))).toBe('paid')
    const twice = applyEvent(saleIn('settled'), samples['paid-twice'])
    expect(freshResult(saleIn('settled'), twice)).toBe('paidTwice')
  })

  it('is nothing where the result stays: old news is not announced', () => {
    const handed = applyEvent(saleIn('settled'), samples['goods-handed-over'])
    expect(freshResult(saleIn('settled'), handed)).toBeNull()
    const read = applyEvent(saleIn('settled'), samples['status-read'])
    expect(freshResult(saleIn('settled'), read)).toBeNull()
  })

  it('is nothing where a word turns out to mean in progress', () => {
    const unclear = saleAfter(...accepted, unrecognised)
    expect(freshResult(unclear, applyEvent(unclear, samples.reopened))).toBeNull()
  })
})
