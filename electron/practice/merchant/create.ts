import type { Clock } from '../clock'
import type { ServiceSettings } from '../control/settings'
import { answered, type Fault, faultSchema, type Outcome } from '../faults/fault'
import type { Payment } from '../payments/payment'
import type { PaymentStore } from '../payments/payment-store'
import type { Ids } from '../random'
import { invalid, refuse } from '../reply'
import type { MerchantRequest } from '../requests/operation'
import type { Scenario } from '../scenarios/scenario'
import type { Pace } from '../scenarios/schedule'
import { scenarioById, scenarioFor } from '../scenarios/table'
import type { Answers } from './answers'
import { newPayment, parseOrder } from './new-payment'

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
