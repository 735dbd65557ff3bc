import type { Clock } from '../clock'
import { type Fault, faultSchema } from '../faults/fault'
import { answered, type Outcome } from '../faults/outcome'
import type { Desk } from '../payments/desk'
import type { Payment } from '../payments/payment'
import { invalid, refuse, repeat } from '../reply'
import type { MerchantRequest } from '../requests/operation'
import type { Scenario } from '../scenarios/scenario'
import type { Pace } from '../scenarios/schedule'
import { scenarioFor } from '../scenarios/table'
import { type Maker, newPayment } from './new-payment'
import { parseOrder } from './order'

const keyHeader = 'x-idempotency-key'

/** The contract shows no bounds for keys (§8); these keep mistakes out: no blanks, not endless. */
const keyPattern = /^[\x21-\x7e]{1,255}$/

interface CreateDeps extends Maker {
  desk: Desk
  clock: Clock
  pace(): Pace
}

export interface Creator {
  /** §4.1 and §4.3. Creates at most one payment for an account and key, however often it is asked. */
  create(account: string, request: MerchantRequest): Outcome
  /** Forgets which faults have struck. */
  reset(): void
}

/** The same key with another request is a mistake of the caller's; §8 leaves the answer open. */
const conflict = refuse(
  409,
  'idempotency_conflict',
  `The ${keyHeader} was already used for a different request.`,
)

const sameRequest = (payment: Payment, request: MerchantRequest) =>
  payment.channel === request.operation.channel && payment.request === request.body

/**
 * Creates payments at `desk`. Nothing is awaited between looking a key up and writing its payment
 * down, so two requests at once cannot both find it unused.
 */
export function createCreator(deps: CreateDeps): Creator {
  const struck = new Set<string>()

  /** The fault that a scenario has for this attempt, if its turn has come. */
  function faultOf(scenario: Scenario | null, name: string): Fault | null {
    if (!scenario?.createFault || (struck.has(name) && !scenario.createFaultRepeats)) return null
    struck.add(name)
    const fault = faultSchema.parse(scenario.createFault)
    return { ...fault, delayMs: fault.delayMs / deps.pace().speed }
  }

  function replay(payment: Payment, request: MerchantRequest): Outcome {
    if (!sameRequest(payment, request)) return answered(conflict)
    deps.desk.countAttempt(payment)
    return answered(repeat(payment.answer))
  }

  function first(account: string, idempotencyKey: string, request: MerchantRequest): Outcome {
    const { operation, body } = request
    const { channel } = operation
    const order = parseOrder(channel, body)
    // Nothing is kept of a refused attempt: the key stays free (§8: "first successful attempt").
    if (!order.ok) return answered(order.refusal)
    const scenario = scenarioFor(order.value.phone, channel)
    const fault = faultOf(scenario, JSON.stringify([account, idempotencyKey]))
    if (fault?.when === 'before' && fault.effect) return { executed: false, effect: fault.effect }
    const asked = { account, channel, idempotencyKey, request: body, order: order.value, scenario }
    const payment = newPayment({ ...asked, now: deps.clock.wall(), pace: deps.pace() }, deps)
    deps.desk.open(payment)
    const after = fault?.when === 'after' ? fault : null
    return { executed: true, reply: repeat(payment.answer), fault: after }
  }

  return {
    create(account, request) {
      const key = request.header(keyHeader)
      if (key === undefined) return answered(invalid(`The header ${keyHeader} is required.`))
      if (!keyPattern.test(key))
        return answered(invalid(`The header ${keyHeader} must be 1 to 255 visible characters.`))
      const known = deps.desk.findByKey(account, key)
      return known ? replay(known, request) : first(account, key, request)
    },
    reset: () => struck.clear(),
  }
}
