import {
  contractFields,
  type PaymentFields,
  pick,
} from '../../../electron/practice/answers/payment-fields'
import type { Clock, Timers } from '../../../electron/practice/clock'
import { isLoopback } from '../../../electron/practice/http'
import type { Payment } from '../../../electron/practice/payments/payment'
import { Ring } from './request-log'

/** Where notifications may go: nowhere, to this computer only, or also out to the internet. */
export type WebhookPolicy = 'off' | 'loopback-only' | 'any'

/** Whether the policy lets a notification go to `address`. Plain http never leaves this computer. */
export function mayNotify(policy: WebhookPolicy, address: string): boolean {
  if (policy === 'off' || !URL.canParse(address)) return false
  const url = new URL(address)
  return isLoopback(url) || (policy === 'any' && url.protocol === 'https:')
}

/** One attempt to notify a merchant, or the decision not to. */
export interface WebhookAttempt {
  /** ms since the epoch. */
  at: number
  reference: string
  url: string
  status: string
  /** 1 for the first try; 0 when the policy forbids to try. */
  attempt: number
  /** The result: `delivered`, or why not. */
  result: string
}

interface NotifierDeps {
  policy: WebhookPolicy
  clock: Clock
  timers: Timers
}

/** Waits between attempts, ms. §6 shows neither retries nor the answer expected: any 2xx is taken. */
const pauses = [1000, 5000]
const answerWithinMs = 5000
const logLimits = { count: 500, bytes: 1024 * 1024 }

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Sends `body` once and returns the result. Follows no redirect: it could lead off this computer. */
async function post(url: string, body: string, stop: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(answerWithinMs)]),
    })
    await response.body?.cancel()
    return response.ok ? 'delivered' : `answered ${response.status}`
  } catch (error) {
    return reasonOf(error)
  }
}

/** Notifies under `policy`, a few times at most for each change of a payment. */
export class Notifier {
  readonly #log = new Ring<WebhookAttempt>(
    logLimits,
    ({ url, result }) => url.length + result.length,
  )
  #stopping = new AbortController()

  constructor(private readonly deps: NotifierDeps) {}

  /** Sends the payment's present state to its `webhook_url` (§6). Returns at once, never throws. */
  notify(payment: Payment, fields: PaymentFields): void {
    const { policy } = this.deps
    const url = payment.webhookUrl
    if (url === null) return
    if (mayNotify(policy, url)) void this.#deliver(payment, fields, url)
    else this.#record(payment, url, 0, `not sent: webhooks are ${policy}`)
  }

  /** Every attempt so far, oldest first. */
  attempts(): WebhookAttempt[] {
    return this.#log.all()
  }

  /** Cancels what is in progress and deletes the attempts so far. */
  clear(): void {
    this.stop()
    this.#stopping = new AbortController()
    this.#log.clear()
  }

  /** Cancels what is in progress. */
  stop(): void {
    this.#stopping.abort()
  }

  async #deliver(payment: Payment, fields: PaymentFields, url: string): Promise<void> {
    const { signal } = this.#stopping
    // §6 shows no payload: it is the contract's status answer, whatever form the answers have.
    const body = JSON.stringify(pick(fields, contractFields[`${payment.channel}-status`]))
    for (let attempt = 1; attempt <= pauses.length + 1; attempt += 1) {
      const result = await post(url, body, signal)
      if (signal.aborted) return
      this.#record(payment, url, attempt, result)
      if (result === 'delivered') return
      await this.deps.timers.sleep(pauses[attempt - 1] ?? 0)
    }
  }

  #record({ reference, status }: Payment, url: string, attempt: number, result: string): void {
    this.#log.add({ at: this.deps.clock.wall(), reference, url, status, attempt, result })
  }
}
