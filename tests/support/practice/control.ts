import type { RateLimit } from '../../../electron/practice/access/rate-limiter'
import type { AnswerFormName } from '../../../electron/practice/answers/forms'
import type { Fault } from '../../../electron/practice/faults'
import type { Payment } from '../../../electron/practice/payments/payment'
import type { ServiceParts } from '../../../electron/practice/service'
import type { SessionSeconds } from '../../../electron/practice/settings'
import type { Gate, RequestMatch, Rules } from './fault-rules'
import type { LoggedRequest, RequestLog } from './request-log'
import type { Notifier, WebhookAttempt } from './webhooks'

interface ControlDeps extends ServiceParts {
  log: RequestLog
  notifier: Notifier
  rules: Rules
  gate: Gate
  /** The service's own key. */
  apiKey: string
  /** The limit that it started with. */
  rateLimit: RateLimit | null
}

/** What a test sees of the service and changes in it. A merchant's keys reach none of it. */
export class PracticeControl {
  constructor(private readonly deps: ControlDeps) {}

  /** Every payment ever created, oldest first: what really happened. */
  payments(): Payment[] {
    return this.deps.store.all()
  }

  /** What reached the service, oldest first, without secrets. */
  requests(): LoggedRequest[] {
    return this.deps.log.all()
  }

  /** Every try to send a notification, oldest first. */
  webhooks(): WebhookAttempt[] {
    return this.deps.notifier.attempts()
  }

  /** Gives a payment any status, also a decided one. Throws when there is no such reference. */
  decide(reference: string, status: string, providerStatus: string | null = null): Payment {
    const { store } = this.deps
    const payment = store.find(reference)
    if (!payment) throw new Error(`There is no payment ${reference}.`)
    return store.decide(payment, status, providerStatus, 'control')
  }

  /** `fault` happens to the next `times` requests that match. */
  rule(match: RequestMatch, fault: Fault, times = 1): void {
    this.deps.rules.add(match, fault, times)
  }

  /** Limits each account's requests from now on; null: no more. */
  setRateLimit(limit: RateLimit | null): void {
    this.deps.limiter.set(limit)
  }

  /** Rejects a key from now on, the service's own when none is named. Throws on an unknown one. */
  revokeKeys(apiKey = this.deps.apiKey): void {
    this.deps.keys.setRevoked(apiKey, true)
  }

  restoreKeys(apiKey = this.deps.apiKey): void {
    this.deps.keys.setRevoked(apiKey, false)
  }

  /** How long payments created from now on can be paid, seconds. */
  setSession(seconds: Partial<SessionSeconds>): void {
    this.deps.settings.setSession(seconds)
  }

  /** How long customers of payments created from now on take to answer, seconds. */
  setApproval(seconds: number): void {
    this.deps.settings.setApproval(seconds)
  }

  /** The form of the answers from now on, also about payments that exist already. */
  setAnswers(form: AnswerFormName): void {
    this.deps.settings.setAnswers(form)
  }

  /** Holds requests back until `resume` executes and answers them. */
  pause(): void {
    this.deps.gate.close()
  }

  resume(): void {
    this.deps.gate.open()
  }

  /** Sets the service's time, in `Date` headers and bodies, `ms` ahead of the clock. */
  skewDate(ms: number): void {
    this.deps.time.skew = ms
  }

  /** As at the start, with empty books. Requests held by `pause` are never answered. */
  reset(): void {
    const { store, log, notifier, rules, gate, keys, operations, settings, limiter } = this.deps
    for (const part of [store, log, notifier, rules]) part.clear()
    for (const part of [gate, keys, operations, settings]) part.reset()
    limiter.set(this.deps.rateLimit)
    this.skewDate(0)
  }
}
