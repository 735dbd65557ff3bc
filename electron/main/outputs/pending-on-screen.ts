import { isOpen } from '../../../shared/payment/actions'
import type { Payment } from '../../../shared/payment/payment'
import { type PaymentStatus, statusOf } from '../../../shared/payment/status'
import type { Clock } from '../platform/clock'

/** A payment that nobody answers does not keep the till open for longer, ms. */
const longest = 15 * 60_000

/** Whether the customer is still to do something, or the till, for the payment to have a result. */
const isAwaited: Record<PaymentStatus, boolean> = {
  waitingToSend: true,
  askCustomer: false,
  sending: true,
  unknown: true,
  waitingForCustomer: true,
  paid: false,
  failed: false,
  manager: false,
  expired: false,
  refused: false,
  withdrawn: false,
  stopped: false,
  cash: false,
}

/**
 * Whether a payment that the cashier has on the screen waits for its result. Meanwhile, for at most 15 minutes, the
 * display does not sleep and the till does not lock by itself: the customer reads a code there.
 */
export class PendingOnScreen {
  #paymentId: string | null = null
  #pending: boolean = false
  #cancel = () => {}

  constructor(
    private readonly deps: {
      clock: Pick<Clock, 'after'>
      changed: (pending: boolean) => void
    },
  ) {}

  isPending(): boolean {
    return this.#pending
  }

  /** The cashier opens a payment, or leaves it (null). */
  show(payment: Payment | null): void {
    // The same one again (a window reloaded) begins no other 15 minutes.
    if (payment !== null && payment.id === this.#paymentId) return
    this.#paymentId = payment?.id ?? null
    this.#cancel()
    this.#set(payment !== null && waits(payment))
    if (this.#pending) this.#cancel = this.deps.clock.after(longest, () => this.#set(false))
  }

  paymentChanged(payment: Payment): void {
    if (payment.id === this.#paymentId && this.#pending && !waits(payment)) this.#set(false)
  }

  stop(): void {
    this.show(null)
  }

  #set(pending: boolean): void {
    if (pending === this.#pending) return
    this.#pending = pending
    this.deps.changed(pending)
  }
}

function waits(payment: Payment): boolean {
  return isOpen(payment) && isAwaited[statusOf(payment)]
}
