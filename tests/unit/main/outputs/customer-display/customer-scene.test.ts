import { describe, expect, it } from 'vitest'
import { customerView } from '../../../../../electron/main/outputs/customer-display/customer-scene'
import type { CustomerScene } from '../../../../../shared/customer-view'
import type { Payment } from '../../../../../shared/payment/payment'
import { paymentOn, planted, type Road, roads } from '../../../../support/payments-in-states'

const moment = { serviceClockOffset: 4_000, account: 'practice', promptLifetimeMs: 180_000 }
const who = planted(7)
const amount = { currency: 'TZS', value: who.value }

/** What the customer is shown of each state: complete, or it does not compile. */
const names: Record<Road, CustomerScene['name']> = {
  ready: 'moment',
  waitsForNetwork: 'moment',
  held: 'ask',
  sending: 'moment',
  unknown: 'ask',
  pending: 'phone',
  stoppedWaiting: 'ask',
  paid: 'paid',
  handedOver: 'paid',
  failed: 'notPaid',
  unrecognised: 'ask',
  reopened: 'phone',
  unrecognisedThenPaid: 'paid',
  providerDisagrees: 'paid',
  mismatched: 'phone',
  mismatchedAndFailed: 'ask',
  contradicted: 'ask',
  failedThenPaid: 'ask',
  expired: 'ask',
  paidLate: 'ask',
  alsoPaid: 'ask',
  paidAndResolved: 'ask',
  givenBack: 'ask',
  refused: 'notPaid',
  withdrawn: 'idle',
  abandoned: 'ask',
}

describe('the customer is shown', () => {
  it.each(Object.keys(roads) as Road[])('of a payment that is %s what is known of it', road => {
    expect(customerView(paymentOn(road, who), moment).name).toBe(names[road])
  })

  it('no PAID where a person resolved the payment: the money may be given back', () => {
    const { resolution } = paymentOn('paidAndResolved', who)
    expect(resolution).not.toBeNull()
    expect(customerView({ ...paymentOn('paid', who), resolution }, moment).name).toBe('ask')
  })

  it('the end of the number that is to ring, and the time on the service’s clock', () => {
    const { acceptedAt, expiresAt } = paymentOn('pending', who)
    const time = { acceptedAt, expiresAt, serviceClockOffset: 4_000 }
    const phone = { name: 'phone', amount, lines: [], phoneEnding: '807' }
    expect(customerView(paymentOn('pending', who), moment)).toEqual({ ...phone, time })
  })

  it('of a mobile payment that lives for hours the time of its prompt, of a card payment all of it', () => {
    const timeOf = (channel: Payment['channel'], changes: Partial<Payment>) => {
      const scene = customerView({ ...paymentOn('pending', who, channel), ...changes }, moment)
      return 'time' in scene ? scene.time?.expiresAt : null
    }
    const { acceptedAt } = paymentOn('pending', who)
    if (acceptedAt === null) return expect.fail('It was not accepted')
    const expiresAt = acceptedAt + 4 * 3_600_000
    // By the till's clock and what the service's is ahead of it, or by what the service said then.
    expect(timeOf('mobile', { expiresAt })).toBe(acceptedAt + 4_000 + 180_000)
    const acceptedServiceAt = acceptedAt + 9_000
    expect(timeOf('mobile', { expiresAt, acceptedServiceAt })).toBe(acceptedServiceAt + 180_000)
    expect(timeOf('card', { expiresAt })).toBe(expiresAt)
  })

  it('no countdown where the service named no time', () => {
    const payment = { ...paymentOn('pending', who), expiresAt: null }
    expect(customerView(payment, moment)).toMatchObject({ name: 'phone', time: null })
  })

  it('the code of a card payment, and the cashier where there is none', () => {
    const payment = paymentOn('pending', who, 'card')
    expect(customerView(payment, moment)).toMatchObject({ name: 'card', amount, code: who.code })
    expect(customerView({ ...payment, checkoutUrl: null }, moment)).toEqual({ name: 'ask' })
  })

  it('nothing of a payment that another account’s keys were used for', () => {
    const other = { ...moment, account: 'other' }
    expect(customerView(paymentOn('pending', who), other)).toEqual({ name: 'ask' })
  })
})
