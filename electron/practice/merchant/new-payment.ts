import { createData } from '../payments/answers'
import { pending } from '../payments/lifecycle'
import type { Channel, Payment } from '../payments/payment'
import type { Ids } from '../random'
import { successBody } from '../reply'
import type { Scenario } from '../scenarios/scenario'
import { expiryOf, type Pace, planFor } from '../scenarios/schedule'
import type { ServiceTime } from '../service-time'
import type { Order } from './order'

/** Everything that a new payment is made of. */
export interface Making {
  account: string
  channel: Channel
  idempotencyKey: string
  request: string
  order: Order
  scenario: Scenario | null
  /** ms since the epoch. */
  now: number
  pace: Pace
}

export interface Maker {
  ids: Ids
  time: ServiceTime
  /** Where the checkout pages are. */
  address: string
}

function unanswered(making: Making, ids: Ids): Payment {
  const { account, channel, idempotencyKey, request, order, scenario, now, pace } = making
  const expiresAt = expiryOf(scenario, channel, now, pace)
  return {
    account,
    channel,
    reference: ids.reference(),
    amount: order.amount,
    status: pending,
    providerStatus: null,
    createdAt: now,
    updatedAt: now,
    expiresAt,
    history: [{ at: now, by: 'creation', status: pending, providerStatus: null }],
    plan: planFor(scenario, channel, { createdAt: now, expiresAt }, pace),
    scenario: scenario?.id ?? null,
    webhookUrl: order.webhookUrl,
    checkoutToken: channel === 'card' ? ids.token() : null,
    idempotencyKey,
    request,
    answer: '',
    attempts: 1,
  }
}

/** A new payment, `pending` (§3 rule 1), with the answer that is given now and on every replay. */
export function newPayment(making: Making, { ids, time, address }: Maker): Payment {
  const payment = unanswered(making, ids)
  const data = createData(payment, time, address)
  const answer = successBody(making.scenario?.alterCreate?.(data) ?? data)
  return { ...payment, answer }
}
