import { describe, expect, it } from 'vitest'
import { isOfOtherAccount } from '../../../shared/payment/account'
import { saleIn } from '../../support/payments/sales'

describe('a sale of another account (money rules 3, 12)', () => {
  it('is one that may have been sent with it', () => {
    expect(isOfOtherAccount(saleIn('unknown'), 'practice')).toBe(false)
    expect(isOfOtherAccount(saleIn('unknown'), 'another')).toBe(true)
    expect(isOfOtherAccount(saleIn('pending'), 'another')).toBe(true)
  })

  it('is not one that was never sent, nor one whose account is not known', () => {
    expect(isOfOtherAccount(saleIn('ready'), 'another')).toBe(false)
    expect(isOfOtherAccount({ ...saleIn('unknown'), account: null }, 'another')).toBe(false)
  })
})
