import type { Clock } from '../clock'
import { answered, type Fault, type Outcome } from '../faults'
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

interface OperationsDeps {
  store: PaymentStore
  clock: Clock
  ids: Ids
  answers: Answers
  settings: ServiceSettings
}

/** The same key with another request is the caller's mistake; §8 leaves the answer open. */
const conflict = refuse(
  409,
  'idempotency_conflict',
  `The ${keyHeader} was already used for a different request.`,
)

const sameRequest = (payment: Payment, request: MerchantRequest) =>
  payment.channel === request.operation.channel && payment.request === request.body

/** The reference goes by `referenceId` in §4.2 and by `reference` in §4.4. */
function parseReference(channel: Channel, body: string): Parsed<string> {
  if (channel === 'card') {
    const parsed = parseBody(body, cardStatusSchema)
    return parsed.ok ? { ok: true, value: parsed.value.reference } : parsed
  }
  const parsed = parseBody(body, mobileStatusSchema)
  return parsed.ok ? { ok: true, value: parsed.value.referenceId } : parsed
}

/** §4.1 to §4.4, without credentials and limits. */
export class Operations {
  /** The accounts and keys whose scenario fault has happened. */
  readonly #hadFault = new Set<string>()

  constructor(private readonly deps: OperationsDeps) {}

  /**
   * §4.1 and §4.3. Creates at most one payment for an account and key, however often it is asked: nothing is awaited
   * between the search for a key and the write of its payment.
   */
  create(account: string, request: MerchantRequest): Outcome {
    const key = request.header(keyHeader)
    if (key === undefined) return answered(invalid(`The header ${keyHeader} is required.`))
    if (!keyPattern.test(key))
      return answered(invalid(`The header ${keyHeader} must be 1 to 255 visible characters.`))
    const known = this.deps.store.findByKey(account, key)
    return known ? this.#repeat(known, request) : this.#first(account, key, request)
  }

  /**
   * §4.2 and §4.4: the payment's present state. An unknown reference is a validation error, the only
   * refusal that §4.4 names; a payment of another account or channel is unknown too.
   */
  read(account: string, request: MerchantRequest): Reply {
    const { store, answers } = this.deps
    const { channel } = request.operation
    const reference = parseReference(channel, request.body)
    if (!reference.ok) return reference.refusal
    const found = store.find(reference.value)
    if (!found || found.account !== account || found.channel !== channel)
      return invalid(`There is no ${channel} payment with this reference.`)
    return this.#earlyAnswer(found) ?? answers.read(store.read(found.reference) ?? found)
  }

  /** Forgets which scenario faults have happened. */
  reset(): void {
    this.#hadFault.clear()
  }

  #first(account: string, idempotencyKey: string, request: MerchantRequest): Outcome {
    const { operation, body } = request
    const { channel } = operation
    const order = parseOrder(channel, body)
    // Nothing is kept of a refused attempt: the key stays free (§8: "first successful attempt").
    if (!order.ok) return answered(order.refusal)
    const scenario = scenarioFor(order.value.phone, channel)
    const fault = this.#faultFor(scenario, JSON.stringify([account, idempotencyKey]))
    if (fault?.when === 'before' && fault.effect) return { executed: false, effect: fault.effect }
    const asked = { account, channel, idempotencyKey, request: body, order: order.value, scenario }
    const timing = { now: this.deps.clock.wall(), pace: this.#paceFor(scenario) }
    const payment = newPayment({ ...asked, ...timing }, this.deps)
    this.deps.store.add(payment)
    const after = fault?.when === 'after' ? fault : null
    return { executed: true, reply: this.deps.answers.kept(payment), fault: after }
  }

  #repeat(payment: Payment, request: MerchantRequest): Outcome {
    const { store, answers } = this.deps
    if (!sameRequest(payment, request)) return answered(conflict)
    store.countAttempt(payment)
    const refusal = scenarioById(payment.scenario)?.repeatAnswer
    return answered(refusal ?? answers.repeat(store.find(payment.reference) ?? payment))
  }

  /** The fault that a scenario has for this attempt, unless it happened before. */
  #faultFor(scenario: Scenario | null, name: string): Fault | null {
    const happened = this.#hadFault.has(name)
    if (!scenario?.createFault || (happened && !scenario.createFaultRepeats)) return null
    this.#hadFault.add(name)
    const { delayMs = 0 } = scenario.createFault
    return { ...scenario.createFault, delayMs: delayMs / this.deps.settings.pace.speed }
  }

  /** The pace of the service; a form may have a lifetime of its own. */
  #paceFor(scenario: Scenario | null): Pace {
    const { pace } = this.deps.settings
    const lifetime = this.deps.settings.formFor(scenario).lifetimeSeconds
    return lifetime === null
      ? pace
      : { ...pace, sessionSeconds: { mobile: lifetime, card: lifetime } }
  }

  /** What a scenario answers for some time in place of the payment, or null. */
  #earlyAnswer({ scenario, createdAt }: Payment): Reply | null {
    const { clock, settings } = this.deps
    const early = scenarioById(scenario)?.earlyReads
    if (!early) return null
    const end = createdAt + (early.seconds * 1000) / settings.pace.speed
    return clock.wall() < end ? early.answer : null
  }
}
