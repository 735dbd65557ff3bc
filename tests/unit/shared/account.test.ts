import { describe, expect, it } from 'vitest'
import { isOfOtherAccount } from '../../../shared/payment/account'
import { paymentIn } from '../../support/payments/payments'

describe('a payment of another account (money rules 3, 12)', () => {
  it.each([
    ['sent with this account', paymentIn('unknown'), 'practice', false],
    ['perhaps sent with another one', paymentIn('unknown'), 'another', true],
    ['sent with another one', paymentIn('pending'), 'another', true],
    ['never sent', paymentIn('ready'), 'another', false],
    [
      'perhaps sent with one that nobody knows',
      { ...paymentIn('unknown'), account: null },
      'another',
      true,
    ],
  ])('is told by the account that it was sent with: %s', (_which, payment, account, isOther) => {
    expect(isOfOtherAccount(payment, account)).toBe(isOther)
  })
})
