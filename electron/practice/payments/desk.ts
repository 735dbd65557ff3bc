import type { Clock } from '../clock'
import type { Timers } from '../timers'
import type { Books } from './books'
import { advance, afterRead, decide, nextDue } from './lifecycle'
import type { DecidedBy, Payment } from './payment'

/** Where payments are opened, read and decided: the only place that changes the books. */
export interface Desk {
  open(payment: Payment): void
  /** Another create request came with this payment's idempotency key. */
  countAttempt(payment: Payment): void
  findByKey(account: string, idempotencyKey: string): Payment | undefined
  findByCheckoutToken(token: string): Payment | undefined
  /** The payment as of now. */
  find(reference: string): Payment | undefined
  /** Like `find`, as a merchant's status read, which some scenarios react to. */
  read(reference: string): Payment | undefined
  decide(payment: Payment, status: string, providerStatus: string | null, by: DecidedBy): Payment
  /** Every payment as of now, in the order of creation. */
  all(): Payment[]
  /** Catches up with what became due while the service was off. */
  resume(): void
  /** Forgets every payment. */
  clear(): void
}

/** How long until a change is tried again that could not be written down. */
const retryMs = 1000

interface DeskDeps {
  books: Books
  clock: Clock
  timers: Timers
  /** Told of every change of status after creation. */
  onChange(payment: Payment): void
}

/** A desk over `books`. Changes of status happen on time, whether or not anybody reads. */
export function createDesk({ books, clock, timers, onChange }: DeskDeps): Desk {
  const alarms = new Map<string, () => void>()

  function disarm(reference: string): void {
    alarms.get(reference)?.()
    alarms.delete(reference)
  }

  function arm(payment: Payment): void {
    disarm(payment.reference)
    const due = nextDue(payment)
    if (due !== null) wake(payment.reference, due - clock.wall())
  }

  function wake(reference: string, delay: number): void {
    alarms.set(
      reference,
      timers.after(Math.max(1, delay), () => ring(reference)),
    )
  }

  /** A timer may ring a little early: then nothing is due yet, and it is armed again. */
  function ring(reference: string): void {
    try {
      const payment = find(reference)
      if (payment) arm(payment)
    } catch {
      // The books could not be written (a full disk). Nobody is there to be told; a read will be.
      wake(reference, retryMs)
    }
  }

  function keep(before: Payment, after: Payment): Payment {
    if (after === before) return before
    books.put(after)
    arm(after)
    onChange(after)
    return after
  }

  const upToDate = (payment: Payment) => keep(payment, advance(payment, clock.wall()))

  function find(reference: string): Payment | undefined {
    const payment = books.byReference(reference)
    return payment && upToDate(payment)
  }

  return {
    open(payment) {
      books.put(payment)
      arm(payment)
    },
    countAttempt: payment => books.put({ ...payment, attempts: payment.attempts + 1 }),
    findByKey: books.byKey,
    findByCheckoutToken(token) {
      const payment = books.byCheckoutToken(token)
      return payment && upToDate(payment)
    },
    find,
    read(reference) {
      const shown = find(reference)
      if (shown) keep(shown, afterRead(shown, clock.wall()))
      return shown
    },
    decide: (payment, status, providerStatus, by) =>
      keep(payment, decide(payment, { status, providerStatus }, clock.wall(), by)),
    all: () => books.all().map(upToDate),
    resume() {
      for (const payment of books.all()) arm(upToDate(payment))
    },
    clear() {
      for (const reference of [...alarms.keys()]) disarm(reference)
      books.clear()
    },
  }
}
