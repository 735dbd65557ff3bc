import { type Failure, failure } from '../../../shared/ipc/result'
import { type Amount, cardCurrency } from '../../../shared/money'
import type { Channel } from '../../../shared/payment/channel'
import type { Draft } from '../../../shared/payment/draft'
import type { EventOf } from '../../../shared/payment/event'
import type { Person } from '../../../shared/person'
import {
  callbackMac,
  cardRequestBody,
  checkWebhookAddress,
  mobileRequestBody,
  type WebhookFault,
  webhookUrlFor,
} from '../service'

/** What is committed before anything is sent (money rule 1). */
export interface RequestResult {
  event: EventOf<'recorded'>
  body: string
}

export interface RequestFacts {
  paymentId: string
  /** This till's own id, for the merchant's server. */
  tillId: string
  /** Already read from what was typed. */
  msisdn: string
  idempotencyKey: string
  /** Currency of mobile payments; card is TZS (§2.2). */
  currency: string
  /** '' when the shop has none; card requires one (§4.3). Judged by `webhookFault` before. */
  webhookAddress: string
  callbackKey: Buffer | null
  /** Wall clock, ms. */
  now: number
  person: Person | null
}

/** Turns a draft into a payment's first event and the exact bytes that every attempt will send (§4.1, §4.3). */
export function buildRequest(draft: Draft, facts: RequestFacts): RequestResult {
  const amount: Amount = {
    value: draft.value,
    currency: draft.channel === 'card' ? cardCurrency : facts.currency,
  }
  return { event: recordedEvent(draft, amount, facts), body: requestBody(draft, amount, facts) }
}

function recordedEvent(draft: Draft, amount: Amount, facts: RequestFacts): EventOf<'recorded'> {
  return {
    type: 'recorded',
    at: facts.now,
    draftId: draft.draftId,
    channel: draft.channel,
    amount,
    msisdn: facts.msisdn,
    customer: draft.customer,
    note: draft.note,
    idempotencyKey: facts.idempotencyKey,
    ...(draft.lines.length > 0 && { lines: draft.lines }),
    person: facts.person,
  }
}

function requestBody(draft: Draft, amount: Amount, facts: RequestFacts): string {
  const input = {
    amount,
    msisdn: facts.msisdn,
    customer: draft.customer,
    webhookUrl: webhookUrl(facts),
  }
  return draft.channel === 'card' ? cardRequestBody(input) : mobileRequestBody(input)
}

/** Fixed with the body: every attempt names the same till and payment (money rule 2). */
function webhookUrl(facts: RequestFacts): string | null {
  const { webhookAddress, callbackKey, tillId: till, paymentId: payment } = facts
  if (webhookAddress === '') return null
  const mac = callbackKey && callbackMac(callbackKey, payment)
  return webhookUrlFor(webhookAddress, { till, payment, mac })
}

/**
 * Why no payment of this channel can be recorded with this webhook address ('' is none), or null. The
 * settings file can be edited by hand: an address that Settings would refuse must not stop the till.
 */
export function webhookFault(channel: Channel, address: string): Failure | null {
  if (address !== '') return webhookAddressFault(address)
  if (channel === 'mobile') return null
  return failure('webhook-address-needed', 'Card payments require a webhook address (§4.3)')
}

/** Why this webhook address cannot be used, or null. */
export function webhookAddressFault(address: string): Failure | null {
  const check = checkWebhookAddress(address)
  return check.ok ? null : failure(codes[check.reason], `The webhook address: ${check.reason}`)
}

const codes = {
  'not-a-url': 'webhook-address-bad',
  'https-only': 'webhook-address-bad',
  'has-credentials': 'webhook-address-bad',
  'this-computer': 'webhook-address-here',
} as const satisfies Record<WebhookFault, Failure['code']>
