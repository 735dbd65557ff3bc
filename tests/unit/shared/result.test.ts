import { describe, expect, it } from 'vitest'
import { type Payment, phaseSchema } from '../../../shared/payment/payment'
import { applyEvent } from '../../../shared/payment/reducer'
import { freshResult, type ResultName, resultOf, toneOf } from '../../../shared/payment/result'
import {
  failedOutcome,
  onceAccepted,
  paymentIn,
  samples,
  unrecognised,
} from '../../support/payments/payments'

const { 'answer-mismatched': mismatch, 'also-paid': alsoPaid, contradicted } = samples
const {
  'cash-taken': cashTaken,
  'stopped-waiting': stoppedWaiting,
  expired,
  resolved,
  settled,
} = samples
const paidAfterAll = { ...contradicted, status: 'completed', meaning: 'paid' } as const
const unclear = onceAccepted(unrecognised)

describe('a result that a person must hear of', () => {
  it.each<[ResultName, string, Payment]>([
    ['paid', 'paid', paymentIn('settled')],
    ['failed', 'failed', onceAccepted(failedOutcome)],
    ['refused', 'failed', paymentIn('refused')],
    ['held', 'attention', paymentIn('held')],
    ['expired', 'attention', paymentIn('expired')],
    ['unrecognised', 'attention', unclear],
    ['mismatched', 'attention', onceAccepted(mismatch, unrecognised)],
    ['mismatched', 'attention', paymentIn('settled', mismatch)],
    ['contradicted', 'attention', paymentIn('settled', contradicted)],
    ['paidLate', 'attention', onceAccepted(expired, settled)],
    ['paidLate', 'attention', onceAccepted(stoppedWaiting, settled)],
    ['paidLate', 'attention', onceAccepted(unrecognised, resolved, settled)],
    ['paidLate', 'attention', onceAccepted(cashTaken, settled)],
    ['paidLate', 'attention', onceAccepted(alsoPaid, settled)],
    ['paidLate', 'attention', paymentIn('settled', alsoPaid)],
    ['contradicted', 'attention', onceAccepted(failedOutcome, paidAfterAll)],
    ['paid', 'paid', onceAccepted(unrecognised, settled)],
    ['paid', 'paid', paymentIn('settled', samples['provider-disagreed'])],
  ])('%s sounds %s', (result, tone, payment) => {
    expect(resultOf(payment)).toBe(result)
    expect(toneOf(result)).toBe(tone)
  })

  it('is none while it is on its way, and none that a person brought about', () => {
    const silent = phaseSchema.options
      .filter(phase => resultOf(paymentIn(phase)) === null)
      .join(' ')
    expect(silent).toBe('ready sending unknown pending withdrawn abandoned cash')
    expect(resultOf(paymentIn('expired', resolved))).toBeNull()
  })
})

describe('what a step brought', () => {
  it('is a result that was not there before', () => {
    expect(freshResult(paymentIn('pending'), paymentIn('settled'))).toBe('paid')
    expect(freshResult(null, paymentIn('held'))).toBe('held')
    expect(freshResult(unclear, applyEvent(unclear, settled))).toBe('paid')
    expect(freshResult(paymentIn('settled'), paymentIn('settled', alsoPaid))).toBe('paidLate')
  })

  it('is nothing where the result stays: old news is not announced', () => {
    for (const event of [samples['goods-handed-over'], samples['status-read']])
      expect(freshResult(paymentIn('settled'), paymentIn('settled', event))).toBeNull()
  })

  it('is nothing where a word turns out to mean in progress', () => {
    expect(freshResult(unclear, applyEvent(unclear, samples.reopened))).toBeNull()
  })
})
