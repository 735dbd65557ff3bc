import type { Clock } from '../clock'
import { answered, type Fault, faultSchema, type Outcome } from '../faults'
import { invalid, type Reply, refuse } from '../http'
import { type Channel, type Payment, pending } from '../payments/payment'
import type { PaymentStore } from '../payments/payment-store'
import type { Ids } from '../random'
import {
  cardCreateSchema,
  cardStatusSchema,
  type MerchantRequest,
  mobileCreateSchema,
  mobileStatusSchema,
  type Parsed,
  parseBody,
} from '../requests'
import { expiryOf, type Pace, planFor, type Scenario } from '../scenarios/scenario'
import { scenarioById, scenarioFor } from '../scenarios/table'
import type { ServiceSettings } from '../settings'
import type { Answers } from './answers'

/** What both create requests ask for, in one form. */
interface Order {
  amount: Payment['amount']
  /** The number that gets the push (mobile), or the customer's (card). */
  phone: string
  webhookUrl: string | null
}

const amountOf = (details: { amount: number; currency: string }) => ({
  currency: details.currency,
  value: details.amount,
})

function mobileOrder(body: string): Parsed<Order> {
  const parsed = parseBody(body, mobileCreateSchema)
  if (!parsed.ok) return parsed
  const { details, phone_number, webhook_url } = parsed.value
  const webhookUrl = webhook_url ?? null
  return { ok: true, value: { amount: amountOf(details), phone: phone_number, webhookUrl } }
}

function cardOrder(body: string): Parsed<Order> {
  const parsed = parseBody(body, cardCreateSchema)
  if (!parsed.ok) return parsed
  const { details, customer, webhook_url } = parsed.value
  const amount = amountOf(details)
  return { ok: true, value: { amount, phone: customer.phone_number, webhookUrl: webhook_url } }
}

/** Reads the body of a create request (§4.1, §4.3). */
const parseOrder = (channel: Channel, body: string): Parsed<Order> =>
  channel === 'mobile' ? mobileOrder(body) : cardOrder(body)

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
function newPayment(asked: NewPayment, { ids, answers }: { ids: Ids; answers: Answers }): Payment {
  const payment = withoutAnswer(asked, ids)
  return { ...payment, ...answers.first(payment) }
}

const keyHeader = 'x-idempotency-key'

/** The contract shows no bounds for keys (§8); these catch mistakes: no blanks, no endless text. */
const keyPattern = /^[\x21-\x7e]{1,255}$/

interface CreateDeps {
  store: PaymentStore
  clock: Clock
  ids: Ids
  answers: Answers
  settings: ServiceSettings
}

export interface Creator {
  /** §4.1 and §4.3. Creates at most one payment for an account and key, however often it is asked. */
  create(account: string, request: MerchantRequest): Outcome
  /** Forgets which scenario faults have happened. */
  reset(): void
}

/** The same key with another request is the caller's mistake; §8 leaves the answer open. */
const conflict = refuse(
  409,
  'idempotency_conflict',
  `The ${keyHeader} was already used for a different request.`,
)

const sameRequest = (payment: Payment, request: MerchantRequest) =>
  payment.channel === request.operation.channel && payment.request === request.body

/**
 * Creates payments in `store`. Nothing is awaited between the search for a key and the write of its
 * payment, so two requests at once cannot both find the key unused.
 */
export function createCreator(deps: CreateDeps): Creator {
  const { store, answers, settings } = deps
  /** The accounts and keys whose scenario fault has happened. */
  const hadFault = new Set<string>()

  /** The fault that a scenario has for this attempt, unless it happened before. */
  function faultFor(scenario: Scenario | null, name: string): Fault | null {
    if (!scenario?.createFault || (hadFault.has(name) && !scenario.createFaultRepeats)) return null
    hadFault.add(name)
    const fault = faultSchema.parse(scenario.createFault)
    return { ...fault, delayMs: fault.delayMs / settings.pace().speed }
  }

  /** The pace of the service; a form may have a lifetime of its own. */
  function paceFor(scenario: Scenario | null): Pace {
    const pace = settings.pace()
    const lifetime = settings.formFor(scenario).lifetimeSeconds
    return lifetime === null
      ? pace
      : { ...pace, sessionSeconds: { mobile: lifetime, card: lifetime } }
  }

  function repeat(payment: Payment, request: MerchantRequest): Outcome {
    if (!sameRequest(payment, request)) return answered(conflict)
    store.countAttempt(payment)
    const refusal = scenarioById(payment.scenario)?.repeatAnswer
    return answered(refusal ?? answers.repeat(store.find(payment.reference) ?? payment))
  }

  function first(account: string, idempotencyKey: string, request: MerchantRequest): Outcome {
    const { operation, body } = request
    const { channel } = operation
    const order = parseOrder(channel, body)
    // Nothing is kept of a refused attempt: the key stays free (§8: "first successful attempt").
    if (!order.ok) return answered(order.refusal)
    const scenario = scenarioFor(order.value.phone, channel)
    const fault = faultFor(scenario, JSON.stringify([account, idempotencyKey]))
    if (fault?.when === 'before' && fault.effect) return { executed: false, effect: fault.effect }
    const asked = { account, channel, idempotencyKey, request: body, order: order.value, scenario }
    const timing = { now: deps.clock.wall(), pace: paceFor(scenario) }
    const payment = newPayment({ ...asked, ...timing }, deps)
    store.add(payment)
    const after = fault?.when === 'after' ? fault : null
    return { executed: true, reply: answers.kept(payment), fault: after }
  }

  return {
    create(account, request) {
      const key = request.header(keyHeader)
      if (key === undefined) return answered(invalid(`The header ${keyHeader} is required.`))
      if (!keyPattern.test(key))
        return answered(invalid(`The header ${keyHeader} must be 1 to 255 visible characters.`))
      const known = store.findByKey(account, key)
      return known ? repeat(known, request) : first(account, key, request)
    },
    reset: () => hadFault.clear(),
  }
}

interface ReadDeps {
  store: PaymentStore
  clock: Clock
  answers: Answers
  settings: ServiceSettings
}

/** The reference goes by `referenceId` in §4.2 and by `reference` in §4.4. */
function parseReference(channel: Channel, body: string): Parsed<string> {
  if (channel === 'card') {
    const parsed = parseBody(body, cardStatusSchema)
    return parsed.ok ? { ok: true, value: parsed.value.reference } : parsed
  }
  const parsed = parseBody(body, mobileStatusSchema)
  return parsed.ok ? { ok: true, value: parsed.value.referenceId } : parsed
}

/**
 * §4.2 and §4.4: the payment's present state. An unknown reference is a validation error, the only
 * refusal that §4.4 names; a payment of another account or channel is unknown too.
 */
export function createReader({ store, clock, answers, settings }: ReadDeps) {
  /** What a scenario answers for some time in place of the payment, or null. */
  function earlyAnswer({ scenario, createdAt }: Payment): Reply | null {
    const early = scenarioById(scenario)?.earlyReads
    if (!early) return null
    const end = createdAt + (early.seconds * 1000) / settings.pace().speed
    return clock.wall() < end ? early.answer : null
  }

  return (account: string, request: MerchantRequest): Reply => {
    const { channel } = request.operation
    const reference = parseReference(channel, request.body)
    if (!reference.ok) return reference.refusal
    const found = store.find(reference.value)
    if (!found || found.account !== account || found.channel !== channel)
      return invalid(`There is no ${channel} payment with this reference.`)
    return earlyAnswer(found) ?? answers.read(store.read(found.reference) ?? found)
  }
}
