import { describe, expect, it } from 'vitest'
import { rowPresses } from '../../../renderer/features/cash-up/row-presses'
import { applyEvent } from '../../../shared/payment/reducer'
import type { ToDo } from '../../../shared/sale/to-do'
import { failedOutcome, paymentIn, samples, unrecognised } from '../../support/payments/payments'

const unclear = applyEvent(paymentIn('pending'), unrecognised)
const expired = paymentIn('expired')

describe('the presses in a row of the closing', () => {
  it.each<[ToDo, string[]]>([
    ['too-much', ['give-cash-back', 'given-back-in-dashboard', 'leave-open']],
    ['lacks', ['take-rest', 'give-back', 'leave-open']],
    ['unpaid', ['take-rest', 'resolve', 'leave-open']],
    ['late', ['hand-over', 'give-back', 'leave-open']],
    ['contradicted', ['resolve', 'leave-open']],
    ['said-contradicted', ['resolve', 'leave-open']],
    ['unknown', ['leave-open', 'resolve']],
    ['unclear', ['resolve', 'leave-open']],
  ])('end a sale that is %s, the usual one first', (toDo, presses) => {
    expect(rowPresses(expired, { toDos: [toDo] }, true)).toEqual(presses)
  })

  it('ask what a word means only where a person can say it', () => {
    const word = rowPresses(unclear, { toDos: ['unclear'] }, true)
    expect(word).toEqual(['classify', 'leave-open'])
    const other = { ...unclear, doubt: 'no-amount' } as const
    expect(rowPresses(other, { toDos: ['unclear'] }, true)).toEqual(['resolve', 'leave-open'])
  })

  it('offer no hand-over for money that came after FAILED before a manager resolves it', () => {
    const failed = applyEvent(paymentIn('pending'), failedOutcome)
    const late = applyEvent(failed, { ...samples.contradicted, meaning: 'paid' })
    const presses = rowPresses(late, { toDos: ['late'] }, true)
    expect(presses).toEqual(['resolve', 'give-back', 'leave-open'])
  })

  it('take no cash where the shop takes none', () => {
    expect(rowPresses(expired, { toDos: ['lacks'] }, false)).toEqual(['give-back', 'leave-open'])
  })

  it('resolve a payment that asks something although its sale asks nothing', () => {
    const twice = applyEvent(paymentIn('settled'), samples['also-paid'])
    expect(rowPresses(twice, { toDos: [] }, true)).toEqual(['resolve', 'leave-open'])
    expect(rowPresses(paymentIn('pending'), { toDos: [] }, true)).toEqual(['leave-open'])
  })
})
