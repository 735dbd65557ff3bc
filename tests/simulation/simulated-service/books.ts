import type { SeededRandom } from '../../support/seeded-random'
import type { Call } from '../network/call'
import type { Dialect } from './dialect'
import { drawLifetime, drawOddity, drawStatedExpiry, type Order, type Payment } from './payment'
import type { RawAnswer } from './raw-answer'
import type { Saying } from './saying'

/**
 * The service's own record: what it really executed, and what it truly said in each answer. The money rules
 * are judged by it, never by what the till made of an answer.
 */
export interface Books {
  /** Executes a create once for each key of an account; a known key gets the first payment back. */
  create(request: CreateRequest): { payment: Payment; isRepeat: boolean }
  /** The payment of a reference, as this account may see it. */
  read(account: string, reference: string): Payment | null
  payments(): readonly Payment[]
  /** Records an answer as it is sent. */
  sent(call: Call, answer: RawAnswer): Sent
}

/** One answer in the books. Times are what really passed, ms. */
export interface Sent {
  call: Call
  sentAt: number
  saying: Saying
  /** It carries the service's `Date`. */
  isDated: boolean
  /** When the till had all of its bytes, unchanged; null while it has not, or where it never will. */
  deliveredAt: number | null
}

/** An answer that the till has. */
export interface Delivered extends Sent {
  deliveredAt: number
}

export interface CreateRequest {
  account: string
  idempotencyKey: string
  body: string
  order: Order
}

interface BooksDeps {
  random: SeededRandom
  elapsed: () => number
  /** This service numbers its payments instead of naming them. */
  numbers: Dialect['numbers']
  /** Called with each execution as it happens. */
  executed: (payment: Payment) => void
}

/** Empty books. */
export function createBooks({ random, elapsed, numbers, executed }: BooksDeps): Books {
  const payments: Payment[] = []

  /** A fault of the service: what it calls a payment's own key belongs to two of them. */
  const referenceFor = ({ channel }: Order) => {
    const other = payments.find(payment => payment.channel === channel)
    if (other && random.chance(0.01)) return other.reference
    const count = payments.length + 1
    const names = { none: `R-${count}`, short: `70000${count}`, long: `90071992547409930${count}` }
    return names[numbers]
  }

  function execute({ account, idempotencyKey, body, order }: CreateRequest): Payment {
    const createdAt = elapsed()
    const lifetime = drawLifetime(random, createdAt)
    const troubleFrom = createdAt + random.int(0, 10_000)
    const payment: Payment = {
      ...order,
      account,
      idempotencyKey,
      body,
      reference: referenceFor(order),
      createdAt,
      ...lifetime,
      statedExpiry: drawStatedExpiry(random, lifetime.expiresAt),
      knownFrom: createdAt + (random.chance(0.15) ? random.int(1_000, 9_000) : 0),
      trouble: random.chance(0.1)
        ? {
            from: troubleFrom,
            to: troubleFrom + random.int(20_000, 240_000),
            kind: random.pick(['fails', 'hangs', 'asks for ten minutes'] as const),
          }
        : null,
      oddity: drawOddity(random),
    }
    payments.push(payment)
    executed(payment)
    return payment
  }

  return {
    create(request) {
      const known = payments.find(
        ({ account, idempotencyKey }) =>
          account === request.account && idempotencyKey === request.idempotencyKey,
      )
      return known
        ? { payment: known, isRepeat: true }
        : { payment: execute(request), isRepeat: false }
    },
    read: (account, reference) =>
      payments.find(each => each.account === account && each.reference === reference) ?? null,
    payments: () => payments,
    sent(call, { saying, headers }) {
      return { call, sentAt: elapsed(), saying, isDated: 'date' in headers, deliveredAt: null }
    },
  }
}
