import type { Clock, Timers } from '../clock'
import type { Journal } from './journal'
import { advance, afterRead, type DecidedBy, decide, nextDue, type Payment } from './payment'

/** Every payment of the service, found by each of its names. */
interface Books {
  /** Writes a payment, new or changed. Throws, and changes nothing, if it cannot. */
  put(payment: Payment): void
  byReference(reference: string): Payment | undefined
  /** Idempotency keys belong to their account: two accounts may use the same one (§8). */
  byKey(account: string, idempotencyKey: string): Payment | undefined
  byCheckoutToken(token: string): Payment | undefined
  /** In the order of creation. */
  all(): Payment[]
  clear(): void
  close(): void
}

const keyName = (account: string, key: string) => JSON.stringify([account, key])

/** The books as the journal last had them. */
export function createBooks(journal: Journal): Books {
  const payments = new Map<string, Payment>()
  const references = { key: new Map<string, string>(), token: new Map<string, string>() }
  const byReference = (reference: string | undefined) => payments.get(reference ?? '')

  const enter = (payment: Payment) => {
    payments.set(payment.reference, payment)
    references.key.set(keyName(payment.account, payment.idempotencyKey), payment.reference)
    if (payment.checkoutToken) references.token.set(payment.checkoutToken, payment.reference)
  }
  const empty = () => {
    for (const map of [payments, references.key, references.token]) map.clear()
  }

  for (const payment of journal.load()) enter(payment)
  return {
    put(payment) {
      journal.append(payment)
      enter(payment)
    },
    byReference,
    byKey: (account, key) => byReference(references.key.get(keyName(account, key))),
    byCheckoutToken: token => byReference(references.token.get(token)),
    all: () => [...payments.values()],
    clear() {
      journal.clear()
      empty()
    },
    close: journal.close,
  }
}

/** Adds, reads and decides payments. Only this module changes the books. */
export interface PaymentStore {
  add(payment: Payment): void
  /** Counts one more create request with this payment's idempotency key. */
  countAttempt(payment: Payment): void
  findByKey(account: string, idempotencyKey: string): Payment | undefined
  findByCheckoutToken(token: string): Payment | undefined
  /** The payment as of now. */
  find(reference: string): Payment | undefined
  /** Like `find`, for a merchant's status read: a read can start the next step of a scenario. */
  read(reference: string): Payment | undefined
  decide(payment: Payment, status: string, providerStatus: string | null, by: DecidedBy): Payment
  /** Every payment as of now, in the order of creation. */
  all(): Payment[]
  /** Applies the changes that became due while the service was not running. */
  resume(): void
  /** Deletes every payment. */
  clear(): void
}

/** How long until a change is tried again that could not be written to the books. */
const retryMs = 1000

interface PaymentStoreDeps {
  books: Books
  clock: Clock
  timers: Timers
  /** Called after every change of status after creation. */
  onChange(payment: Payment): void
}

/** A store over `books`. A status changes on time, also when no request comes. */
export function createPaymentStore({
  books,
  clock,
  timers,
  onChange,
}: PaymentStoreDeps): PaymentStore {
  const cancelTimers = new Map<string, () => void>()

  function cancelTimer(reference: string): void {
    cancelTimers.get(reference)?.()
    cancelTimers.delete(reference)
  }

  function startTimer(reference: string, delay: number): void {
    cancelTimers.set(
      reference,
      timers.after(Math.max(1, delay), () => onTimer(reference)),
    )
  }

  function scheduleNextChange(payment: Payment): void {
    cancelTimer(payment.reference)
    const due = nextDue(payment)
    if (due !== null) startTimer(payment.reference, due - clock.wall())
  }

  /** A timer may fire a little early: then nothing is due yet, and it is started again. */
  function onTimer(reference: string): void {
    try {
      const payment = find(reference)
      if (payment) scheduleNextChange(payment)
    } catch {
      // The books cannot be written (a full disk). No request waits here; the next read will fail.
      startTimer(reference, retryMs)
    }
  }

  function save(before: Payment, after: Payment): Payment {
    if (after === before) return before
    books.put(after)
    scheduleNextChange(after)
    onChange(after)
    return after
  }

  const upToDate = (payment: Payment) => save(payment, advance(payment, clock.wall()))

  function find(reference: string): Payment | undefined {
    const payment = books.byReference(reference)
    return payment && upToDate(payment)
  }

  return {
    add(payment) {
      books.put(payment)
      scheduleNextChange(payment)
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
      if (shown) save(shown, afterRead(shown, clock.wall()))
      return shown
    },
    decide: (payment, status, providerStatus, by) =>
      save(payment, decide(payment, { status, providerStatus }, clock.wall(), by)),
    all: () => books.all().map(upToDate),
    resume() {
      for (const payment of books.all()) scheduleNextChange(upToDate(payment))
    },
    clear() {
      for (const reference of [...cancelTimers.keys()]) cancelTimer(reference)
      books.clear()
    },
  }
}
