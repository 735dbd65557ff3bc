import { describe, expect, it } from 'vitest'
import {
  buildRequest,
  type RequestFacts,
  webhookFault,
} from '../../../../electron/main/payments/build-request'
import { callbackMac } from '../../../../electron/main/service'
import type { Draft } from '../../../../shared/payment/draft'
import { allDetails } from '../../../support/conformance/contract'
import { asha } from '../../../support/day-payments'
import { morning } from '../../../support/payments/clock'
import { cardDraft, mobileDraft } from '../../../support/payments/payments'

const facts: RequestFacts = {
  paymentId: 'payment-2',
  tillId: 'till-1',
  msisdn: '255754001299',
  idempotencyKey: 'key-3',
  currency: 'KES',
  webhookAddress: 'https://shop.example/hook',
  callbackKey: null,
  now: morning,
  person: asha,
}
const hook = 'https://shop.example/hook?till=till-1&payment=payment-2'
const bodyOf = (draft: Draft, changes: Partial<RequestFacts> = {}) =>
  JSON.parse(buildRequest(draft, { ...facts, ...changes }).body)

describe('what is recorded of a draft', () => {
  it.each([
    ['mobile', mobileDraft(), 'KES'],
    ['card, which is TZS (§2.2)', cardDraft(), 'TZS'],
  ])('is all of it: %s', (_, draft, currency) => {
    const lines = [{ name: 'Soap', price: 5_000, quantity: 3 }]
    const noted = { ...draft, note: 'for the hotel', lines }
    const { draftId, channel, customer } = draft
    expect(buildRequest(noted, facts).event).toEqual({
      ...{ type: 'recorded', at: morning, draftId, channel, customer },
      ...{ amount: { value: 15_000, currency }, msisdn: facts.msisdn, note: 'for the hotel' },
      ...{ idempotencyKey: facts.idempotencyKey, lines, person: asha },
    })
    expect(buildRequest(draft, facts).event).not.toHaveProperty('lines')
  })
})

describe('what is sent of it (money rule 2)', () => {
  it('names its amount, phone and customer, and where the service can call', () => {
    expect(bodyOf(mobileDraft())).toMatchObject({
      payment_type: 'mobile',
      details: { amount: 15_000, currency: 'KES' },
      phone_number: facts.msisdn,
      customer: { firstname: 'Asha', lastname: 'Mushi' },
      webhook_url: hook,
    })
    expect(bodyOf(cardDraft())).toMatchObject({
      payment_type: 'card',
      details: { amount: 15_000, currency: 'TZS' },
      customer: { email: allDetails.email, phone_number: facts.msisdn },
      webhook_url: hook,
    })
  })

  it('signs the address where the shop’s key is known, and names none where there is none', () => {
    const callbackKey = Buffer.alloc(32, 7)
    const mac = callbackMac(callbackKey, facts.paymentId)
    const signed = new URL(bodyOf(mobileDraft(), { callbackKey }).webhook_url)
    expect([...signed.searchParams.values()]).toEqual(['till-1', 'payment-2', mac])
    expect(bodyOf(mobileDraft(), { webhookAddress: '' })).not.toHaveProperty('webhook_url')
  })
})

describe('a webhook address of the settings', () => {
  it.each([
    ['card', '', 'webhook-address-needed'],
    ['mobile', 'nowhere', 'webhook-address-bad'],
    ['mobile', 'http://shop.example/hook', 'webhook-address-bad'],
    ['card', 'https://me:secret@shop.example/', 'webhook-address-bad'],
    ['card', 'https://localhost/hook', 'webhook-address-here'],
  ] as const)('stops a %s payment: %j', (channel, address, code) => {
    expect(webhookFault(channel, address)).toMatchObject({ ok: false, code })
  })

  it.each([
    ['mobile', ''],
    ['mobile', facts.webhookAddress],
    ['card', facts.webhookAddress],
  ] as const)('stops no %s payment: %j', (channel, address) => {
    expect(webhookFault(channel, address)).toBeNull()
  })
})
