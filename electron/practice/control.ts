import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import { z } from 'zod'
import type { KeyRing } from './access/keys'
import { type RateLimit, type RateLimiter, rateLimitSchema } from './access/rate-limiter'
import { type AnswerFormName, answerFormNameSchema } from './answers/forms'
import type { ServiceTime } from './clock'
import {
  type FaultInput,
  faultSchema,
  type Gate,
  type RequestMatch,
  type Rules,
  requestMatchSchema,
} from './faults'
import { isJson, type PracticeEnv, type Reply, readBody, refuse, succeed, toResponse } from './http'
import type { Creator } from './merchant/operations'
import type { Payment } from './payments/payment'
import type { PaymentStore } from './payments/payment-store'
import type { LoggedRequest, RequestLog } from './request-log'
import { parseBody } from './requests'
import type { ServiceSettings, SessionSeconds } from './settings'
import type { Notifier, WebhookAttempt } from './webhooks'

/** What a test sees of the service and changes in it. A merchant's keys reach none of it. */
export interface PracticeControl {
  /** Every payment ever created, oldest first: what really happened. */
  payments(): Payment[]
  /** What reached the service, oldest first, without secrets. */
  requests(): LoggedRequest[]
  /** Every try to send a notification, oldest first. */
  webhooks(): WebhookAttempt[]
  /** Gives a payment any status, also a decided one. Throws when there is no such reference. */
  decide(reference: string, status: string, providerStatus?: string | null): Payment
  /** `fault` happens to the next `times` requests that match. Throws when it is not possible. */
  rule(match: RequestMatch, fault: FaultInput, times?: number): void
  /** Limits each account's requests from now on; null: no more. */
  setRateLimit(limit: RateLimit | null): void
  /** Rejects a key from now on, the service's own when none is named. Throws on an unknown one. */
  revokeKeys(apiKey?: string): void
  restoreKeys(apiKey?: string): void
  /** How long payments created from now on can be paid, seconds. */
  setSession(seconds: Partial<SessionSeconds>): void
  /** How long customers of payments created from now on take to answer, seconds. */
  setApproval(seconds: number): void
  /** The form of the answers from now on, also about payments that exist already. */
  setAnswers(form: AnswerFormName): void
  /** Holds requests back until `resume` executes and answers them. */
  pause(): void
  resume(): void
  /** Sets the service's time, in `Date` headers and bodies, `ms` ahead of the clock. */
  skewDate(ms: number): void
  /** As at the start, with empty books. Requests held by `pause` are never answered. */
  reset(): void
}

interface ControlDeps {
  store: PaymentStore
  log: RequestLog
  notifier: Notifier
  rules: Rules
  gate: Gate
  keys: KeyRing
  limiter: RateLimiter
  creator: Creator
  settings: ServiceSettings
  time: ServiceTime
  /** The service's own key. */
  apiKey: string
  /** The limit that it started with. */
  rateLimit: RateLimit | null
}

/** The control over a service's parts. */
export function createControl(deps: ControlDeps): PracticeControl {
  const { store, keys, settings, gate } = deps

  function decide(reference: string, status: string, providerStatus: string | null = null) {
    const payment = store.find(reference)
    if (!payment) throw new Error(`There is no payment ${reference}.`)
    return store.decide(payment, status, providerStatus, 'control')
  }

  function reset() {
    for (const part of [store, deps.log, deps.notifier, deps.rules]) part.clear()
    for (const part of [gate, keys, deps.creator, settings]) part.reset()
    deps.limiter.set(deps.rateLimit)
    deps.time.skew(0)
  }

  return {
    payments: store.all,
    requests: deps.log.all,
    webhooks: deps.notifier.attempts,
    decide,
    rule: (match, fault, times = 1) => deps.rules.add(match, fault, times),
    setRateLimit: limit => deps.limiter.set(limit && rateLimitSchema.parse(limit)),
    revokeKeys: (apiKey = deps.apiKey) => keys.revoke(apiKey),
    restoreKeys: (apiKey = deps.apiKey) => keys.restore(apiKey),
    setSession: settings.setSession,
    setApproval: settings.setApproval,
    setAnswers: settings.setAnswers,
    pause: gate.close,
    resume: gate.open,
    skewDate: deps.time.skew,
    reset,
  }
}

/** One call of the control plane, from the text of a request to the reply. */
interface ControlCall {
  name: string
  perform(body: string): Reply
}

/** An error of the control (an unknown reference, an unknown key) becomes a 404. */
function attempt(run: () => unknown): Reply {
  try {
    return succeed({ result: run() ?? null })
  } catch (error) {
    return refuse(404, 'not_found', error instanceof Error ? error.message : String(error))
  }
}

function call<Body>(name: string, schema: z.ZodType<Body>, run: (body: Body) => unknown) {
  const perform = (body: string) => {
    const parsed = parseBody(body, schema)
    return parsed.ok ? attempt(() => run(parsed.value)) : parsed.refusal
  }
  return { name, perform }
}

const seconds = z.number().positive()
const nothing = z.strictObject({})
const oneKey = z.strictObject({ apiKey: z.string().optional() })

const decisionSchema = z.strictObject({
  reference: z.string(),
  status: z.string().min(1),
  providerStatus: z.string().nullish(),
})

const ruleSchema = z.strictObject({
  match: requestMatchSchema.default({}),
  fault: faultSchema,
  times: z.int().min(1).default(1),
})

const sessionSchema = z.strictObject({ mobile: seconds.optional(), card: seconds.optional() })

/** Every call that changes something; each takes the arguments of `PracticeControl` by name. */
const controlCalls = (control: PracticeControl): readonly ControlCall[] => [
  call('decide', decisionSchema, ({ reference, status, providerStatus }) =>
    control.decide(reference, status, providerStatus),
  ),
  call('rule', ruleSchema, ({ match, fault, times }) => control.rule(match, fault, times)),
  call('rate-limit', z.strictObject({ limit: rateLimitSchema.nullable() }), ({ limit }) =>
    control.setRateLimit(limit),
  ),
  call('revoke-keys', oneKey, ({ apiKey }) => control.revokeKeys(apiKey)),
  call('restore-keys', oneKey, ({ apiKey }) => control.restoreKeys(apiKey)),
  call('session', sessionSchema, ({ mobile, card }) =>
    control.setSession({ ...(mobile && { mobile }), ...(card && { card }) }),
  ),
  call('approval', z.strictObject({ seconds: z.number().min(0) }), body =>
    control.setApproval(body.seconds),
  ),
  call('answers', z.strictObject({ form: answerFormNameSchema }), ({ form }) =>
    control.setAnswers(form),
  ),
  call('skew-date', z.strictObject({ ms: z.int() }), ({ ms }) => control.skewDate(ms)),
  call('pause', nothing, control.pause),
  call('resume', nothing, control.resume),
  call('reset', nothing, control.reset),
]

const notJson = refuse(415, 'unsupported_media_type', 'Send JSON.')
const noToken = refuse(401, 'unauthorized', 'Send the control token: Authorization: Bearer TOKEN.')

/** Takes the same time wherever two tokens differ. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/**
 * Adds the control plane to `app`: the calls of `PracticeControl` over HTTP, for tests in another
 * process. It is never switched on in the embedded use, and asks for its token.
 */
export function addControlRoutes(
  app: Hono<PracticeEnv>,
  control: PracticeControl,
  token: string,
): void {
  app.use('/control/*', async (context, next) =>
    isSame(context.req.header('authorization') ?? '', `Bearer ${token}`)
      ? next()
      : toResponse(noToken),
  )
  for (const name of ['payments', 'requests', 'webhooks'] as const)
    app.get(`/control/${name}`, () => toResponse(succeed({ [name]: control[name]() })))

  for (const { name, perform } of controlCalls(control)) {
    app.post(`/control/${name}`, async context => {
      if (!isJson(context.req.header('content-type'))) return toResponse(notJson)
      const body = await readBody(context)
      return toResponse(perform(body?.toString() ?? ''))
    })
  }
}
