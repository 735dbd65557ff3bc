import type { SeededRandom } from '../world/seeded-random'
import { worldBegins } from '../world/virtual-time'
import type { Books } from './books'
import { type Payment, readOrder, stageAt } from './payment'
import { failure, type RawAnswer, success } from './raw-answer'

/** A request as it arrives. */
export interface ServiceRequest {
  operation: 'create' | 'read'
  channel: 'mobile' | 'card'
  /** The keys that it carries. */
  keys: string
  idempotencyKey: string | null
  /** A create's body, a read's reference. */
  text: string
}

/** The payment service at the far end: honest with its books, odd in its answers. */
export interface FarEnd {
  answer(request: ServiceRequest): RawAnswer
  /** From now on these keys are nobody's (§5.3). */
  revoke(keys: string): void
  /** Its own clock, ms since the epoch, by which it names moments. */
  now(): number
  /** Its `Date` header; sometimes it sends none. */
  date(): Record<string, string>
}

interface FarEndNeeds {
  books: Books
  random: SeededRandom
  elapsed: () => number
  /** By how much its `Date` header is wrong: a fault that only some worlds have. */
  dateError: number
}

/** Keys are written `account:number`, so that a trace shows whose they are. */
export function accountOf(keys: string): string {
  return keys.split(':')[0] ?? ''
}

/** A far end on its books. */
export function createFarEnd({ books, random, elapsed, dateError }: FarEndNeeds): FarEnd {
  const revoked = new Set<string>()

  const now = () => worldBegins + elapsed() + dateError

  const date = (): Record<string, string> => {
    if (random.chance(0.04)) return {}
    return { date: new Date(now()).toUTCString() }
  }

  function create(request: ServiceRequest): RawAnswer {
    const order = readOrder(request.text)
    const { idempotencyKey } = request
    if (!order || idempotencyKey === null) return failure(400, 'validation_error', date())
    const verdict = verdictOn(order.amount.value)
    if (verdict) return failure(verdict, 'validation_error', date())
    const account = accountOf(request.keys)
    const payment = books.create({ account, idempotencyKey, body: request.text, order })
    return success(acceptance(payment), date())
  }

  function read(request: ServiceRequest): RawAnswer {
    const payment = books.read(accountOf(request.keys), request.text)
    if (!payment) return failure(404, 'not_found', date())
    return success(reading(payment, elapsed()), date())
  }

  return {
    answer(request) {
      if (revoked.has(request.keys)) return failure(401, 'unauthorized', date())
      return request.operation === 'create' ? create(request) : read(request)
    },
    revoke: keys => void revoked.add(keys),
    now,
    date,
  }
}

/** Bytes that the service does not take, at any attempt alike: 400 and 422 judge the bytes. */
function verdictOn(value: number): number | null {
  if (value % 100 === 13) return 400
  return value % 100 === 17 ? 422 : null
}

function acceptance(payment: Payment): object {
  const { amount, reference, expiresAt, statesExpiry, channel, oddity } = payment
  const value = oddity === 'accepts-other-amount' ? amount.value + 1 : amount.value
  return {
    object: 'payment',
    payment_type: channel,
    reference,
    status: 'pending',
    amount: { ...amount, value },
    ...(statesExpiry && { expires_at: new Date(worldBegins + expiresAt).toISOString() }),
    ...(channel === 'card'
      ? { checkout_url: 'https://pay.example/c' }
      : { api_version: '2026-01-01' }),
  }
}

function reading(payment: Payment, now: number): object {
  const { amount, reference, channel, oddity } = payment
  const { word, providerStatus } = stageAt(payment, now)
  return {
    object: 'payment',
    payment_type: channel,
    reference: oddity === 'reads-other-reference' ? `${reference}-other` : reference,
    status: word,
    provider_status: providerStatus,
    amount: {
      currency: oddity === 'reads-other-currency' ? 'KES' : amount.currency,
      value: oddity === 'reads-other-amount' ? amount.value - 1 : amount.value,
    },
  }
}
