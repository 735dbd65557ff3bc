import type { Hono } from 'hono'
import type { KeyRing } from '../access/keys'
import type { Timers } from '../clock'
import { answered, type Outcome } from '../faults/fault'
import type { Gate } from '../faults/gate'
import type { Rules } from '../faults/rules'
import { bodyLimit, type PracticeContext, type PracticeEnv, readBody } from '../http'
import { invalid, refuse } from '../reply'
import { type MerchantRequest, type Operation, operations } from '../requests/operation'
import type { ServiceTime } from '../service-time'
import { createDelivery } from './deliver'

interface RouteDeps {
  pathPrefix: string
  keys: KeyRing
  gate: Gate
  rules: Rules
  timers: Timers
  time: ServiceTime
  /** What the service does without a fault. */
  merchant(request: MerchantRequest): Outcome
}

const tooLarge = answered(
  refuse(413, 'payload_too_large', `The body must not be larger than ${bodyLimit} bytes.`),
)
const notUtf8 = answered(invalid('The body is not valid JSON: it is not UTF-8.'))

/** The text is compared byte for byte later: it must not be corrected or shortened. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Buffer): string | null {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return null
  }
}

/** Adds the four operations of §4 to `app`; any other method on their paths is a 405. */
export function addMerchantRoutes(app: Hono<PracticeEnv>, deps: RouteDeps): void {
  const deliver = createDelivery(deps.timers, deps.time)

  /** Executes the request; the fault of a test's rule happens before or after. */
  async function perform(request: MerchantRequest): Promise<Outcome> {
    const fault = deps.rules.take({
      operation: request.operation.name,
      idempotencyKey: request.header('x-idempotency-key'),
      body: request.body,
    })
    if (fault?.when === 'before') {
      await deps.timers.sleep(fault.delayMs)
      if (fault.effect) return { executed: false, effect: fault.effect }
    }
    const outcome = deps.merchant(request)
    return outcome.executed && fault?.when === 'after' ? { ...outcome, fault } : outcome
  }

  /** §5: what a stranger sends is not kept. */
  const isKnown = ({ req }: PracticeContext) =>
    deps.keys.identify(req.header('x-api-key'), req.header('x-api-secret')).known

  async function receive(context: PracticeContext, operation: Operation): Promise<Outcome> {
    const bytes = await readBody(context)
    if (!bytes) return tooLarge
    if (isKnown(context)) context.var.exchange.received(bytes.toString())
    const body = decode(bytes)
    if (body === null) return notUtf8
    await deps.gate.pass()
    return perform({ operation, body, header: name => context.req.header(name) })
  }

  for (const operation of operations) {
    const path = `/${deps.pathPrefix}${operation.path}`
    app.post(path, async context => deliver(context, await receive(context, operation)))
    app.all(path, context => {
      const message = 'Every operation of the service is a POST.'
      return deliver(
        context,
        answered(refuse(405, 'method_not_allowed', message, { allow: 'POST' })),
      )
    })
  }
}
