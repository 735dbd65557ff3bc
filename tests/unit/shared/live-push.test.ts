import { describe, expect, it } from 'vitest'
import { isOfOtherAccount } from '../../../shared/payment/account'
import { isLivePush } from '../../../shared/payment/live-push'
import { phaseSchema } from '../../../shared/payment/sale'
import { saleIn } from '../../support/payments-sales'

const lifetime = 900_000

describe('a push that may still ring (money rule 10)', () => {
  it.each(phaseSchema.options)('while %s', phase => {
    const live = ['ready', 'held', 'sending', 'unknown', 'pending', 'abandoned'].includes(phase)
    expect(isLivePush(saleIn(phase), 0, lifetime)).toBe(live)
  })

  it('that a person stopped counts until it must be over', () => {
    expect(isLivePush(saleIn('abandoned'), lifetime - 1, lifetime)).toBe(true)
    expect(isLivePush(saleIn('abandoned'), lifetime, lifetime)).toBe(false)
  })

  it('that was accepted counts until it ends, whatever a clock says that jumped', () => {
    expect(isLivePush(saleIn('pending'), 365 * 86_400_000, lifetime)).toBe(true)
  })

  it('is never a card’s', () => {
    expect(isLivePush({ ...saleIn('pending'), channel: 'card' }, 0, lifetime)).toBe(false)
  })
})

describe('a sale of another account (money rules 3, 12)', () => {
  it('is one that may have been sent with it', () => {
    expect(isOfOtherAccount(saleIn('unknown'), 'practice')).toBe(false)
    expect(isOfOtherAccount(saleIn('unknown'), 'another')).toBe(true)
    expect(isOfOtherAccount(saleIn('pending'), 'another')).toBe(true)
  })

  it('is not one that nobody has been sent, nor one from before accounts were kept', () => {
    expect(isOfOtherAccount(saleIn('ready'), 'another')).toBe(false)
    expect(isOfOtherAccount({ ...saleIn('unknown'), account: null }, 'another')).toBe(false)
  })
})
