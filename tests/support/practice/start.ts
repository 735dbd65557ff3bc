import * as practice from '../../../electron/practice'
import { type Clock, systemClock, Timers } from '../../../electron/practice/clock'
import type { ServiceHooks } from '../../../electron/practice/hooks'
import { PracticeControl } from './control'
import { Gate, Rules } from './fault-rules'
import { RequestLog } from './request-log'
import { Notifier, type WebhookPolicy } from './webhooks'

/** The options of a practice service in a test. */
export interface PracticeOptions extends Omit<practice.PracticeOptions, 'hooks'> {
  /** Where notifications may go: `loopback-only` when absent. */
  webhooks?: WebhookPolicy
}

/** A practice service that a test sees into and changes. */
export interface PracticeService extends practice.PracticeService {
  control: PracticeControl
}

/** What a test puts round a service: a log of its requests, faults, and notifications (§6). */
function createSurroundings(clock: Clock, policy: WebhookPolicy) {
  const timers = new Timers(clock)
  const log = new RequestLog(clock)
  const rules = new Rules()
  const gate = new Gate()
  const notifier = new Notifier({ policy, clock, timers })
  const hooks: ServiceHooks = {
    opened: (...request) => log.open(...request),
    changed: (...change) => notifier.notify(...change),
    stopped() {
      timers.cancelAll()
      notifier.stop()
    },
    async execute(request, execute) {
      await gate.pass()
      const fault = rules.take({
        operation: request.operation.name,
        idempotencyKey: request.header('x-idempotency-key'),
        body: request.body,
      })
      if (fault?.when === 'before') {
        await timers.sleep(fault.delayMs ?? 0)
        if (fault.effect) return { executed: false, effect: fault.effect }
      }
      const outcome = execute()
      return outcome.executed && fault?.when === 'after' ? { ...outcome, fault } : outcome
    },
  }
  return { log, rules, gate, notifier, hooks }
}

/** Starts the till's practice service with a control. */
export async function startPracticeService({
  webhooks = 'loopback-only',
  ...options
}: PracticeOptions = {}): Promise<PracticeService> {
  const { hooks, ...surroundings } = createSurroundings(options.clock ?? systemClock, webhooks)
  const service = await practice.startPracticeService({ ...options, hooks })
  const { parts, apiKey } = service
  const rateLimit = options.rateLimit ?? null
  return {
    ...service,
    control: new PracticeControl({ ...parts, ...surroundings, apiKey, rateLimit }),
  }
}
