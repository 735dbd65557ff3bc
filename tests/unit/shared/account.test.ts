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
      'perhaps sent with an unknown account',
      { ...paymentIn('unknown'), account: null },
      'another',
      true,
    ],
    [
      'perhaps sent with an unknown account, while the account in use is unknown too',
      { ...paymentIn('unknown'), account: null },
      null,
      true,
    ],
  ])('is told by the account that it was sent with: %s', (_which, payment, account, isOther) => {
    expect(isOfOtherAccount(payment, account)).toBe(isOther)
  })
})
