import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { becamePaid, spokenResult } from '../../../renderer/sale-status/spoken-result'
import en from '../../../resources/languages/en.json'
import sw from '../../../resources/languages/sw.json'
import { paymentIn } from '../../support/payments/payments'

const i18n = i18next.createInstance()
await i18n.init({ resources: { en: { translation: en }, sw: { translation: sw } } })

const paid = paymentIn('settled')
const payment = { ...paid, amount: { currency: 'TZS', value: 15_000 } }

describe('the spoken result', () => {
  it('says the amount with the currency’s word, in both languages', () => {
    expect(spokenResult(payment, 'production', i18n.getFixedT('en'))).toBe('Paid, 15000 shillings')
    expect(spokenResult(payment, 'production', i18n.getFixedT('sw'))).toBe(
      'Yamelipwa, shilingi 15000',
    )
    const other = { amount: { currency: 'RWF', value: 5 } }
    expect(spokenResult(other, 'production', i18n.getFixedT('en'))).toBe('Paid, 5 RWF')
  })

  it.each(['practice', 'sandbox'] as const)('says first that %s is no real money', kind => {
    expect(spokenResult(payment, kind, i18n.getFixedT('en'))).toMatch(/^.*not real money\. Paid/)
  })

  it('is for the payment on the screen that has just become paid, once', () => {
    const pending = { ...paymentIn('pending'), id: paid.id }
    expect(becamePaid(pending, paid)).toBe(true)
    expect(becamePaid(paid, paid)).toBe(false)
    expect(becamePaid({ ...pending, id: 'another' }, paid)).toBe(false)
    expect(becamePaid(pending, { ...paid, contradiction: 'failed' })).toBe(false)
    const late = { ...paid, late: true }
    expect(becamePaid(pending, late)).toBe(false)
    expect(becamePaid(late, paid)).toBe(false)
  })
})
