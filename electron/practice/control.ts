import type { KeyRing } from './access/keys'
import { type RateLimit, type RateLimiter, rateLimitSchema } from './access/rate-limiter'
import type { AnswerFormName } from './answers/forms'
import type { ServiceTime } from './clock'
import type { FaultInput, Gate, RequestMatch, Rules } from './faults'
import type { Creator } from './merchant/operations'
import type { Payment } from './payments/payment'
import type { PaymentStore } from './payments/payment-store'
import type { LoggedRequest, RequestLog } from './request-log'
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
