import type { SeededRandom } from '../../support/seeded-random'
import { worldBegins } from '../world/virtual-time'
import type { AnswerWriter } from './answer-writer'
import type { Books } from './books'
import type { Dialect } from './dialect'
import { type Payment, readOrder } from './payment'
import { failure, page, type RawAnswer } from './raw-answer'
import { accountOf, type ServiceRequest } from './request'

/** the simulated payment service: honest with its books, odd in its answers. */
export interface ServiceEndpoint {
  answer(request: ServiceRequest): RawAnswer
  /** From now on these keys are revoked (§5.3). */
  revoke(keys: string): void
  /** Its own clock, ms since the epoch, by which it names moments. */
  now(): number
  /** Its `Date` header; sometimes it sends none. */
  date(): Record<string, string>
}

interface SimulatedServiceDeps {
  books: Books
  writer: AnswerWriter
  dialect: Dialect
  random: SeededRandom
  elapsed: () => number
  /** By how much its `Date` header is wrong: a fault that only some worlds have. */
  dateError: number
  /** The world is well again: no more trouble with single payments. */
  isWell: () => boolean
}

/** A simulated payment service on these books. */
export function createSimulatedService(deps: SimulatedServiceDeps): ServiceEndpoint {
  const { books, writer, dialect, random, elapsed, dateError, isWell } = deps
  const revoked = new Set<string>()

  const now = () => worldBegins + elapsed() + dateError

  const date = (): Record<string, string> => {
    if (random.chance(0.04)) return {}
    return { date: new Date(now()).toUTCString() }
  }

  const dated = (answer: RawAnswer): RawAnswer => ({
    ...answer,
    headers: { ...answer.headers, ...date() },
  })

  function create(request: ServiceRequest): RawAnswer {
    const order = readOrder(request.text)
    const { idempotencyKey } = request
    if (!order || idempotencyKey === null) return failure(400, 'validation_error', date())
    const refusal = refusalOf(order.amount.value)
    if (refusal) return failure(refusal, errorCodes[refusal], date())
    const account = accountOf(request.keys)
    const made = books.create({ account, idempotencyKey, body: request.text, order })
    const isRefused = made.isRepeat && dialect.repeats === 'refused'
    return isRefused ? refusedRepeat() : dated(writer.acceptance(made.payment, made.isRepeat))
  }

  /** The payment is there; who looks only at this answer would think that nothing was created. */
  function refusedRepeat(): RawAnswer {
    const status = random.pick([400, 409, 409, 422, 429, 403])
    return random.chance(0.8)
      ? failure(status, 'duplicate_transaction', date())
      : page(status, date())
  }

  function read(request: ServiceRequest): RawAnswer {
    const payment = books.read(accountOf(request.keys), request.text)
    if (!payment || isUnknownYet(payment))
      return failure(random.pick([404, 400]), 'not_found', date())
    if (isInTrouble(payment)) {
      const status = random.pick([500, 502, 503])
      const answer = random.chance(0.5) ? failure(status, 'server_error') : page(status)
      return { ...answer, saying: { about: 'trouble', reference: payment.reference } }
    }
    return dated(writer.status(payment))
  }

  const isUnknownYet = ({ knownFrom }: Payment) => !isWell() && elapsed() < knownFrom

  function isInTrouble({ trouble }: Payment): boolean {
    return !isWell() && trouble !== null && trouble.from <= elapsed() && elapsed() < trouble.to
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

const errorCodes = { 400: 'validation_error', 422: 'unprocessable', 402: 'PAYMENT_DECLINED' }

/** Orders that the service refuses at each attempt alike: bad bytes, or a push that is declined at once. */
function refusalOf(value: number): keyof typeof errorCodes | null {
  const byAmount: Record<number, keyof typeof errorCodes> = { 13: 400, 17: 422, 19: 402 }
  return byAmount[value % 100] ?? null
}
