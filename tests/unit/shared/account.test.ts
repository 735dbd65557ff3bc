import { describe, expect, it } from 'vitest'
import { isOfOtherAccount } from '../../../shared/payment/account'
import { saleIn } from '../../support/payments/sales'

describe('a sale of another account (money rules 3, 12)', () => {
  it.each([
    ['sent with this account', saleIn('unknown'), 'practice', false],
    ['perhaps sent with another one', saleIn('unknown'), 'another', true],
    ['sent with another one', saleIn('pending'), 'another', true],
    ['never sent', saleIn('ready'), 'another', false],
    [
      'perhaps sent with one that nobody knows',
      { ...saleIn('unknown'), account: null },
      'another',
      true,
    ],
  ])('is told by the account that it was sent with: %s', (_which, sale, account, isOther) => {
    expect(isOfOtherAccount(sale, account)).toBe(isOther)
  })
})
