import type { Journal } from './journal'
import type { Payment } from './payment'

/** Every payment of the service, found by each of its names. */
export interface Books {
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
