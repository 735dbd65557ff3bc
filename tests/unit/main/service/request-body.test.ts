import { describe, expect, it } from 'vitest'
import {
  cardRequestBody,
  mobileRequestBody,
  type PaymentInput,
} from '../../../../electron/main/service'
import { allDetails, cardRequest, mobileRequest } from '../../../support/conformance/contract'

const full: PaymentInput = {
  amount: { currency: 'TZS', value: 15000 },
  msisdn: '255754001212',
  customer: { ...allDetails, lastName: 'Juma "A"' },
  webhookUrl: 'https://shop.example/hook',
}

describe('the mobile request body (§2.2, §4.1)', () => {
  it('writes every field under the name of the contract, always in the same order', () => {
    const customer = { ...mobileRequest.customer, lastname: 'Juma "A"' }
    expect(mobileRequestBody(full)).toBe(JSON.stringify({ ...mobileRequest, customer }))
  })

  it.each([null, ''])('leaves out what is not known (%j)', none => {
    const customer = { ...full.customer, email: none, country: none, city: none, address: none }
    const sent = JSON.parse(mobileRequestBody({ ...full, customer })).customer
    expect(Object.keys(sent)).toEqual(['firstname', 'lastname'])
  })

  it('takes any currency', () => {
    const amount = { currency: 'KES', value: 1 }
    const { details } = JSON.parse(mobileRequestBody({ ...full, amount }))
    expect(details).toEqual({ amount: 1, currency: 'KES' })
  })

  it.each<[string, Partial<PaymentInput>]>([
    ['a plus in the number', { msisdn: '+255754001212' }],
    ['a local number', { msisdn: '0754001212' }],
    ['an amount of zero', { amount: { currency: 'TZS', value: 0 } }],
    ['a fraction', { amount: { currency: 'TZS', value: 10.5 } }],
    ['no first name', { customer: { firstName: '', lastName: 'Juma' } }],
    ['an email that is none', { customer: { ...full.customer, email: 'asha' } }],
    ['an open webhook', { webhookUrl: 'http://shop.example/hook' }],
    ['a webhook at this computer', { webhookUrl: 'https://localhost/hook' }],
    ['an open webhook at this computer', { webhookUrl: 'http://127.0.0.1:8080/hook' }],
  ])('throws on %s', (_what, change) => {
    expect(() => mobileRequestBody({ ...full, ...change })).toThrow()
  })
})

describe('the card request body (§2.2, §4.3)', () => {
  it('writes every field under the name of the contract, the number inside the customer', () => {
    expect(JSON.parse(cardRequestBody(full))).toEqual({
      ...cardRequest,
      customer: { ...cardRequest.customer, lastname: 'Juma "A"' },
    })
  })

  it.each(['email', 'country', 'city', 'address'] as const)('throws without %s', field => {
    const customer = { ...full.customer, [field]: null }
    expect(() => cardRequestBody({ ...full, customer })).toThrow()
  })

  it('throws without a webhook, and on any currency but TZS', () => {
    expect(() => cardRequestBody({ ...full, webhookUrl: null })).toThrow()
    expect(() => cardRequestBody({ ...full, amount: { currency: 'KES', value: 1 } })).toThrow()
  })
})
