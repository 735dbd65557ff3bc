import type { PaymentEvent } from '../../shared/payment/event'
import type { Payment } from '../../shared/payment/payment'
import { applyEvent, beginPayment } from '../../shared/payment/reducer'
import { events } from '../unit/renderer/a-payment'

const { accepted, failed, lost, mismatched, notSent } = events
const { paid, recorded, refused, started, unrecognised } = events

type Next = Exclude<PaymentEvent, { type: 'recorded' }>

/** What is planted of each customer, so that it can be searched for. */
export interface Planted {
  paymentId: string
  value: number
  msisdn: string
  name: string
  email: string
  reference: string
  code: string
}

/** The n-th customer: nothing of one is part of another's. */
export function planted(number: number): Planted {
  const two = String(number).padStart(2, '0')
  return {
    paymentId: `0192f000-0000-7000-8000-0000000009${two}`,
    value: 710_000 + number * 101,
    msisdn: `25575400${two}8${two}`,
    name: `Jina${two}fulani`,
    email: `mteja${two}@example.com`,
    reference: `REF-${two}-SIRI`,
    code: `https://pay.example/c/${two}-code`,
  }
}

const at = 1_001_000
const contradicted = (meaning: 'paid' | 'failed') =>
  ({ type: 'contradicted', at, status: meaning, meaning }) as const
const disagreed = { type: 'provider-disagreed', at, providerStatus: 'DECLINED' } as const
const resolved = { type: 'resolved', at, reason: 'looked', how: 'other', person: null } as const

/** Each state that a payment can be in, by the events that lead there. */
export const roads = {
  ready: [],
  waitsForNetwork: [started, notSent],
  held: [{ type: 'held', at }],
  sending: [started],
  unknown: [started, lost],
  pending: [started, accepted],
  stoppedWaiting: [started, accepted, { type: 'stopped-waiting', at, person: null }],
  paid: [started, accepted, paid],
  handedOver: [started, accepted, paid, { type: 'goods-handed-over', at, person: null }],
  failed: [started, accepted, failed],
  unrecognised: [started, accepted, unrecognised],
  reopened: [started, accepted, unrecognised, { type: 'reopened', at, status: 'pending' }],
  unrecognisedThenPaid: [started, accepted, unrecognised, paid],
  providerDisagrees: [started, accepted, paid, disagreed],
  mismatched: [started, accepted, mismatched],
  mismatchedAndFailed: [started, accepted, mismatched, failed],
  contradicted: [started, accepted, paid, contradicted('failed')],
  failedThenPaid: [started, accepted, failed, contradicted('paid')],
  expired: [started, accepted, { type: 'expired', at }],
  paidLate: [started, accepted, { type: 'expired', at }, paid],
  alsoPaid: [started, accepted, paid, { type: 'also-paid', at, other: 'another' }],
  givenBack: [
    started,
    accepted,
    paid,
    {
      type: 'given-back',
      at,
      draftId: '0192f000-0000-4000-8000-0000000000b1',
      ...{ value: 15_000, way: 'cash', why: 'goods', worth: 15_000 },
      reason: 'torn',
      person: null,
    },
  ],
  paidAndResolved: [started, accepted, { type: 'expired', at }, paid, resolved],
  refused: [started, refused],
  withdrawn: [{ type: 'withdrawn', at, person: null }],
  abandoned: [started, lost, { type: 'abandoned', at, serviceAt: null, person: null }],
} as const satisfies Record<string, readonly object[]>

export type Road = keyof typeof roads

/** A customer's payment that went this road. */
export function paymentOn(
  road: Road,
  who: Planted,
  channel: Payment['channel'] = 'mobile',
): Payment {
  const { name, email, reference, code } = who
  const begun = beginPayment(who.paymentId, {
    ...recorded,
    channel,
    amount: { currency: 'TZS', value: who.value },
    msisdn: who.msisdn,
    customer: { ...recorded.customer, firstName: name, lastName: `${name}son`, email },
    note: `kwa ${name}`,
  })
  // The roads are of events as the ledger has them; their exact types are lost in the table.
  const events = roads[road] as readonly Next[]
  return events
    .map(event =>
      event.type === 'accepted'
        ? { ...event, reference, checkoutUrl: channel === 'card' ? code : null }
        : event,
    )
    .reduce<Payment>(applyEvent, begun)
}
