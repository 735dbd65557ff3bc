import { describe, expect, it } from 'vitest'
import { paymentScreenOf } from '../../../renderer/sale-status/presenter'
import { waitsSince } from '../../../renderer/sale-status/waiting'
import en from '../../../resources/languages/en.json'
import sw from '../../../resources/languages/sw.json'
import type { Payment } from '../../../shared/payment/payment'
import { calm, events, onceAccepted, paymentAfter, refusedRepeat } from './a-payment'

const { accepted, cashTaken, expired, failed, lost, notSent } = events
const { paid, recorded, refused, started } = events

const pending = onceAccepted()
const card: Payment = { ...pending, channel: 'card', checkoutUrl: 'https://pay.example/1' }
const cash = onceAccepted(cashTaken)

/** What is said after so many seconds, with so many left. */
const said = (payment: Payment, seconds: number, left: number | null = null, more = {}) =>
  paymentScreenOf(payment, { ...calm, waited: seconds * 1000, secondsLeft: left, ...more }).sentence

describe('what the cashier says aloud', () => {
  it('changes while a customer decides on a phone', () => {
    const heard = [19, 20, 59, 60].map(seconds => said(pending, seconds, 200))
    expect(heard).toEqual(['waitingMobile', 'mobileCame', 'mobileCame', 'mobileTrouble'])
    expect([said(pending, 0, 200), said(pending, 300, 200)]).toEqual([heard[0], heard[3]])
  })

  it('changes while a customer pays by card', () => {
    const heard = [0, 29, 30, 89, 90].map(seconds => said(card, seconds, 200))
    expect(heard).toEqual(['waitingCard', 'waitingCard', 'cardOpened', 'cardOpened', 'cardTrouble'])
  })

  it('hurries near the end, but not a customer who was only just asked', () => {
    expect(said(pending, 90, 20)).toBe('ending')
    expect(said(card, 90, 1)).toBe('ending')
    expect(said(pending, 90, 21)).toBe('mobileTrouble')
    expect(said(pending, 2, 10)).toBe('waitingMobile')
    expect(said(pending, 90, 0, { timeUp: true })).toBe('asking')
  })

  it('asks about the message on the phone once it has probably gone', () => {
    for (const seconds of [0, 300])
      expect(said(pending, seconds, null, { promptGone: true })).toBe('promptGone')
  })

  it('asks a customer not to pay otherwise while a refused repeat leaves it open', () => {
    expect(said(refusedRepeat, 0)).toBe('unknownLong')
  })

  it('does not send a customer to the phone who has paid in cash', () => {
    for (const seconds of [0, 30, 100]) expect(said(cash, seconds, 10)).toBe('waitingCash')
    expect(said(cash, 100, 0, { timeUp: true })).toBe('waitingCash')
  })

  it('asks for timeouts before it went out, and names the network where that is why', () => {
    expect([0, 20].map(seconds => said(paymentAfter(), seconds))).toEqual(['ready', 'stillWaiting'])
    const sending = paymentAfter(started)
    expect([0, 10].map(seconds => said(sending, seconds))).toEqual(['ready', 'stillWaiting'])
    const offline = (seconds: number) =>
      said(paymentAfter(started, notSent), seconds, null, { why: 'no-internet' })
    expect([0, 30].map(offline)).toEqual(['readyNoNetwork', 'noNetworkLong'])
  })

  it('keeps a customer from paying twice where it is unknown what arrived', () => {
    const unknown = paymentAfter(started, lost)
    expect([0, 20].map(seconds => said(unknown, seconds))).toEqual(['asking', 'unknownLong'])
    expect(said(unknown, 0, null, { freshness: 'too-old' })).toBeNull()
  })

  it('says how it ended, and nothing that only a manager can say', () => {
    expect(said(onceAccepted(paid), 0)).toBe('thanks')
    expect(said(onceAccepted(failed), 0)).toBe('failed')
    expect(said(paymentAfter(started, refused), 0)).toBe('refused')
    expect(said(onceAccepted(expired), 0)).toBe('asking')
    expect(said(onceAccepted(expired, paid), 0)).toBeNull()
    expect(said(pending, 0, 100, { elsewhere: true })).toBeNull()
  })

  it('counts from when the customer was asked, not from when the payment was taken', () => {
    expect(waitsSince(pending)).toBe(accepted.at)
    expect(waitsSince(paymentAfter(started))).toBe(started.at)
    expect(waitsSince(paymentAfter())).toBe(recorded.at)
  })

  it('is set in quotation marks, in both languages', () => {
    for (const { live } of [en, sw])
      for (const text of Object.values(live.sentence)) expect(text).toMatch(/^“.*”$/)
  })
})
