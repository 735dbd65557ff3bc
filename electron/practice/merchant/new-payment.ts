import { pending } from '../payments/lifecycle'
import type { Channel, Payment } from '../payments/payment'
import type { Ids } from '../random'
import type { Scenario } from '../scenarios/scenario'
import { expiryOf, type Pace, planFor } from '../scenarios/schedule'
import type { Answers } from './answers'
import type { Order } from './order'

/** What a new payment is made of. */
interface NewPayment {
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

function withoutAnswer(asked: NewPayment, ids: Ids): Payment {
  const { account, channel, idempotencyKey, request, order, scenario, now, pace } = asked
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
    answerStatus: 0,
    attempts: 1,
  }
}

/** A new payment, `pending` (§3 rule 1), with the answer that its creator gets. */
export function newPayment(
  asked: NewPayment,
  { ids, answers }: { ids: Ids; answers: Answers },
): Payment {
  const payment = withoutAnswer(asked, ids)
  return { ...payment, ...answers.first(payment) }
}
