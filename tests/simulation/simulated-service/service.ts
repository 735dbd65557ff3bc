import { repeatErrors } from '../../support/answer-grammar/payment-answer'
import type { SeededRandom } from '../../support/seeded-random'
import { worldBegins } from '../world/virtual-time'
import type { AnswerWriter } from './answer-writer'
import type { Books } from './books'
import type { Dialect } from './dialect'
import { type Payment, readOrder, type TroubleKind } from './payment'
import { failure, page, type RawAnswer } from './raw-answer'
import { accountOf, type ServiceRequest } from './request'

/** The simulated payment service: honest with its books, odd in its answers. */
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
  const pacing = random.fork('pacing')

  /** An answer to a create may name a time: for the reads or the repeats of that payment, and of no other. */
  const asking = (answer: RawAnswer): RawAnswer => {
    if (isWell() || !pacing.chance(0.08)) return answer
    const seconds = pacing.pick([5, 30, 600])
    return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } }
  }

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
    if (refusal) return asking(failure(refusal, errorCodes[refusal], date()))
    const account = accountOf(request.keys)
    const made = books.create({ account, idempotencyKey, body: request.text, order })
    const isRefused = made.isRepeat && dialect.repeats === 'refused'
    return isRefused
      ? refusedRepeat()
      : asking(dated(writer.acceptance(made.payment, made.isRepeat)))
  }

  /** The payment is there; who looks only at this answer would think that nothing was created. */
  function refusedRepeat(): RawAnswer {
    const status = random.pick([400, 402, 409, 409, 422, 429, 403])
    if (random.chance(0.2)) return page(status, date())
    const { code, message } = random.pick(repeatErrors)
    const saying = { about: 'refusal', httpStatus: status, isOfRepeat: true } as const
    return { ...failure(status, code, date(), message), saying }
  }

  function read(request: ServiceRequest): RawAnswer {
    const payment = books.read(accountOf(request.keys), request.text)
    if (!payment || isUnknownYet(payment))
      return failure(random.pick([404, 400]), 'not_found', date())
    const kind = troubleOf(payment)
    if (!kind) return dated(writer.status(payment))
    const saying = { about: 'trouble', reference: payment.reference } as const
    return { ...troubles[kind](), saying }
  }

  const troubles: Record<TroubleKind, () => RawAnswer> = {
    fails() {
      const status = random.pick([500, 502, 503])
      return random.chance(0.5) ? failure(status, 'server_error') : page(status)
    },
    hangs: () => ({ ...page(504), delay: 30_000 }),
    // It speaks of this payment's reads: only a 429 speaks for the account.
    'asks for ten minutes': () => {
      const asks = { 'retry-after': '600' }
      return random.chance(0.5) ? failure(503, 'server_error', asks) : page(503, asks)
    },
  }

  const isUnknownYet = ({ knownFrom }: Payment) => !isWell() && elapsed() < knownFrom

  function troubleOf({ trouble }: Payment): TroubleKind | null {
    if (isWell() || trouble === null) return null
    return trouble.from <= elapsed() && elapsed() < trouble.to ? trouble.kind : null
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
