import type { SeededRandom } from '../world/seeded-random'
import { drawCourse, drawOddity, type Order, type Payment } from './payment'

/** The far end's own record: what it really executed, whatever the till believes. */
export interface Books {
  /** Executes a create once for each key of an account; a known key gets the first payment back. */
  create(request: CreateRequest): Payment
  /** The payment of a reference, as this account may see it. */
  read(account: string, reference: string): Payment | null
  payments(): readonly Payment[]
}

export interface CreateRequest {
  account: string
  idempotencyKey: string
  body: string
  order: Order
}

interface BooksNeeds {
  random: SeededRandom
  elapsed: () => number
  /** Told of each execution as it happens. */
  executed: (payment: Payment) => void
}

/** Empty books. */
export function createBooks({ random, elapsed, executed }: BooksNeeds): Books {
  const payments: Payment[] = []

  /** A fault of the service: what it calls a payment's own key belongs to two of them. */
  const referenceFor = ({ channel }: Order) => {
    const other = payments.find(payment => payment.channel === channel)
    return other && random.chance(0.01) ? other.reference : `R-${payments.length + 1}`
  }

  function execute({ account, idempotencyKey, body, order }: CreateRequest): Payment {
    const createdAt = elapsed()
    // Below the till's own limit of 15 minutes, which stands in where the answer names none.
    const expiresAt = createdAt + random.int(20_000, random.chance(0.2) ? 600_000 : 120_000)
    const payment: Payment = {
      ...order,
      account,
      idempotencyKey,
      body,
      reference: referenceFor(order),
      createdAt,
      expiresAt,
      statesExpiry: random.chance(0.94),
      course: drawCourse(random, createdAt, expiresAt),
      oddity: drawOddity(random),
    }
    payments.push(payment)
    executed(payment)
    return payment
  }

  return {
    create: request =>
      payments.find(
        ({ account, idempotencyKey }) =>
          account === request.account && idempotencyKey === request.idempotencyKey,
      ) ?? execute(request),
    read: (account, reference) =>
      payments.find(each => each.account === account && each.reference === reference) ?? null,
    payments: () => payments,
  }
}
