import { once } from 'node:events'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Hono } from 'hono'
import type { KeyRing } from '../access/keys'
import type { RateLimiter } from '../access/rate-limiter'
import type { ServiceTime, Timers } from '../clock'
import { answered, type FaultAfter, type Outcome, type ReplacingEffect } from '../faults'
import type { ServiceHooks } from '../hooks'
import {
  bodyLimit,
  invalid,
  isJson,
  type PracticeContext,
  type PracticeEnv,
  type Reply,
  readBody,
  refuse,
  toResponse,
} from '../http'
import { type MerchantRequest, type Operation, operationTable } from '../requests'
import type { Operations } from './operations'

interface MerchantDeps {
  keys: KeyRing
  limiter: RateLimiter
  operations: Operations
}

function withHeaders(outcome: Outcome, headers: Record<string, string>): Outcome {
  if (!outcome.executed) return outcome
  const { reply } = outcome
  return { ...outcome, reply: { ...reply, headers: { ...reply.headers, ...headers } } }
}

/** Handles one request of §4: credentials, rate limit, permission, operation. */
export function createMerchant({ keys, limiter, operations }: MerchantDeps) {
  function perform(account: string, request: MerchantRequest): Outcome {
    if (!isJson(request.header('content-type')))
      return answered(invalid('The header Content-Type must be application/json.'))
    return request.operation.name.endsWith('create')
      ? operations.create(account, request)
      : answered(operations.read(account, request))
  }

  return (request: MerchantRequest): Outcome => {
    const caller = keys.identify(request.header('x-api-key'), request.header('x-api-secret'))
    if (!caller.known) return answered(caller.refusal)
    const { headers, refusal } = limiter.take(caller.account)
    if (refusal) return withHeaders(answered(refusal), headers)
    const { channel } = request.operation
    if (!caller.channels.includes(channel)) {
      const message = `The account may not use ${channel} payments.`
      return withHeaders(answered(refuse(403, 'forbidden', message)), headers)
    }
    return withHeaders(perform(caller.account, request), headers)
  }
}

/** Does not answer until the client gives up or the service stops. */
async function hang({ env, var: { exchange } }: PracticeContext): Promise<Response> {
  exchange.ended('hung', null)
  await once(env.outgoing, 'close')
  return RESPONSE_ALREADY_SENT
}

function sendInstead(
  context: PracticeContext,
  effect: ReplacingEffect,
): Response | Promise<Response> {
  const { env, var: variables } = context
  if (effect.kind === 'answer') return toResponse({ headers: {}, ...effect })
  if (effect.kind === 'hang') return hang(context)
  const reset = effect.kind === 'reset'
  variables.exchange.ended(reset ? 'reset' : 'dropped', null)
  if (reset) env.incoming.socket.resetAndDestroy()
  else env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** The headers announce the whole body; the connection closes in the middle of it. */
function cut({ env, var: { exchange } }: PracticeContext, reply: Reply, bytes: number): Response {
  const whole = Buffer.from(reply.body)
  exchange.ended('cut', reply.status)
  env.outgoing.writeHead(reply.status, { ...reply.headers, 'content-length': whole.length })
  env.outgoing.flushHeaders()
  env.outgoing.write(whole.subarray(0, bytes), () => env.incoming.socket.destroy())
  return RESPONSE_ALREADY_SENT
}

/** Sends outcomes, with their faults. */
function createDelivery(timers: Timers, time: ServiceTime) {
  async function sendWithFault(context: PracticeContext, reply: Reply, fault: FaultAfter) {
    await timers.sleep(fault.delayMs ?? 0)
    const { effect } = fault
    if (!effect) return toResponse(reply)
    if (effect.kind === 'pad')
      return toResponse({ ...reply, body: reply.body + ' '.repeat(effect.bytes) })
    if (effect.kind !== 'cut') return sendInstead(context, effect)
    context.env.outgoing.setHeader('date', time.httpDate())
    return cut(context, reply, effect.bytes)
  }

  return async (context: PracticeContext, outcome: Outcome): Promise<Response> => {
    if (!outcome.executed) return sendInstead(context, outcome.effect)
    const { reply, fault } = outcome
    return fault ? sendWithFault(context, reply, fault) : toResponse(reply)
  }
}

interface RouteDeps {
  pathPrefix: string
  keys: KeyRing
  hooks: Pick<ServiceHooks, 'execute'>
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

  /** §5: what a stranger sends is not kept. */
  const isKnown = ({ req }: PracticeContext) =>
    deps.keys.identify(req.header('x-api-key'), req.header('x-api-secret')).known

  async function receive(context: PracticeContext, operation: Operation): Promise<Outcome> {
    const bytes = await readBody(context)
    if (!bytes) return tooLarge
    if (isKnown(context)) context.var.exchange.received(bytes.toString())
    const body = decode(bytes)
    if (body === null) return notUtf8
    const request = { operation, body, header: (name: string) => context.req.header(name) }
    return deps.hooks.execute(request, () => deps.merchant(request))
  }

  for (const operation of operationTable) {
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
