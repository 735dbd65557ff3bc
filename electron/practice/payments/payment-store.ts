import type { Clock, Timers } from '../clock'
import type { Journal } from './journal'
import { advance, afterRead, type DecidedBy, decide, nextDue, type Payment } from './payment'

/** Idempotency keys belong to their account: two accounts may use the same one (§8). */
const keyName = (account: string, key: string) => JSON.stringify([account, key])

/** How long until a change is tried again that could not be written to the books. */
const retryMs = 1000

interface PaymentStoreDeps {
  journal: Journal
  clock: Clock
  timers: Timers
  /** Called after every change of status after creation. */
  onChange(payment: Payment): void
}

/**
 * Every payment of the service, found by each of its names, as the journal last had it. A status changes on time, also
 * when no request comes. What cannot be written throws, and changes nothing.
 */
export class PaymentStore {
  /** By reference, in the order of creation. */
  readonly #payments = new Map<string, Payment>()
  readonly #byKey = new Map<string, string>()
  readonly #byToken = new Map<string, string>()
  readonly #timers = new Map<string, () => void>()

  constructor(private readonly deps: PaymentStoreDeps) {
    for (const payment of deps.journal.load()) this.#enter(payment)
  }

  add(payment: Payment): void {
    this.#put(payment)
    this.#scheduleNextChange(payment)
  }

  /** Counts one more create request with this payment's idempotency key. */
  countAttempt(payment: Payment): void {
    this.#put({ ...payment, attempts: payment.attempts + 1 })
  }

  findByKey(account: string, idempotencyKey: string): Payment | undefined {
    return this.#payments.get(this.#byKey.get(keyName(account, idempotencyKey)) ?? '')
  }

  findByCheckoutToken(token: string): Payment | undefined {
    return this.find(this.#byToken.get(token) ?? '')
  }

  /** The payment as of now. */
  find(reference: string): Payment | undefined {
    const payment = this.#payments.get(reference)
    return payment && this.#upToDate(payment)
  }

  /** Like `find`, for a merchant's status read: a read can start the next step of a scenario. */
  read(reference: string): Payment | undefined {
    const shown = this.find(reference)
    if (shown) this.#save(shown, afterRead(shown, this.deps.clock.wall()))
    return shown
  }

  decide(payment: Payment, status: string, providerStatus: string | null, by: DecidedBy): Payment {
    return this.#save(
      payment,
      decide(payment, { status, providerStatus }, this.deps.clock.wall(), by),
    )
  }

  /** Every payment as of now, in the order of creation. */
  all(): Payment[] {
    return [...this.#payments.values()].map(payment => this.#upToDate(payment))
  }

  /** Applies the changes that became due while the service was not running. */
  resume(): void {
    for (const payment of this.all()) this.#scheduleNextChange(payment)
  }

  /** Deletes every payment. */
  clear(): void {
    for (const reference of [...this.#timers.keys()]) this.#cancelTimer(reference)
    this.deps.journal.clear()
    for (const map of [this.#payments, this.#byKey, this.#byToken]) map.clear()
  }

  close(): void {
    this.deps.journal.close()
  }

  #put(payment: Payment): void {
    this.deps.journal.append(payment)
    this.#enter(payment)
  }

  #enter(payment: Payment): void {
    const { reference, account, idempotencyKey, checkoutToken } = payment
    this.#payments.set(reference, payment)
    this.#byKey.set(keyName(account, idempotencyKey), reference)
    if (checkoutToken) this.#byToken.set(checkoutToken, reference)
  }

  #save(before: Payment, after: Payment): Payment {
    if (after === before) return before
    this.#put(after)
    this.#scheduleNextChange(after)
    this.deps.onChange(after)
    return after
  }

  #upToDate(payment: Payment): Payment {
    return this.#save(payment, advance(payment, this.deps.clock.wall()))
  }

  #scheduleNextChange(payment: Payment): void {
    this.#cancelTimer(payment.reference)
    const due = nextDue(payment)
    if (due !== null) this.#startTimer(payment.reference, due - this.deps.clock.wall())
  }

  #startTimer(reference: string, delay: number): void {
    const cancel = this.deps.timers.after(Math.max(1, delay), () => this.#onTimer(reference))
    this.#timers.set(reference, cancel)
  }

  #cancelTimer(reference: string): void {
    this.#timers.get(reference)?.()
    this.#timers.delete(reference)
  }

  /** A timer may fire a little early: then nothing is due yet, and it is started again. */
  #onTimer(reference: string): void {
    try {
      const payment = this.find(reference)
      if (payment) this.#scheduleNextChange(payment)
    } catch {
      // The books cannot be written (a full disk). No request waits here; the next read will fail.
      this.#startTimer(reference, retryMs)
    }
  }
}
