import { expect, it } from 'vitest'
import type { ServicePayment } from '../../../shared/payment/service-payment'
import { isPaidHere, type OtherTillsPayment } from '../../../shared/shop-meeting'
import { paidLink } from '../../support/shop/session'

const { payment } = paidLink(1, 'R-1')
const found: OtherTillsPayment = {
  payment: payment,
  till: { id: 'two', name: 'Counter 2' },
  ageMs: 0,
  isReplaced: false,
}
const read: ServicePayment = {
  reference: 'R-1',
  meaning: 'paid',
  status: 'completed',
  value: payment.amount.value,
  currency: payment.amount.currency,
  providerStatus: null,
  createdAt: null,
  updatedAt: null,
  readAt: payment.recordedAt,
}

it("shows another till's payment as paid for what this till read of it, and for nothing else", () => {
  expect(isPaidHere(found, read)).toBe(true)
  expect(isPaidHere(found, null)).toBe(false)
  for (const other of [
    { reference: 'R-2' },
    { meaning: 'pending' },
    { meaning: 'unrecognised' },
    { value: payment.amount.value - 1 },
    { value: null },
    { currency: 'KES' },
    { currency: null },
  ] as const)
    expect(isPaidHere(found, { ...read, ...other }), JSON.stringify(other)).toBe(false)
})
