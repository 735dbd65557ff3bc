import { type Failure, failure, type Result, success } from '../../../shared/ipc/result'
import type { LookedUp, ServicePayment } from '../../../shared/payment/service-payment'
import type { Clock } from '../platform/clock'
import type { ServiceResponse as ServiceAnswer, ServiceClient, StatusRead } from '../service'
import type { Ledger } from '../store/ledger/ledger'
import type { ElapsedTime } from './clocks/elapsed-time'
import { judgeAnswer, type KnownMeanings } from './judge-answer'
import type { Rejected, RequestGate } from './request-gate/request-gate'

type Read = ServiceAnswer<StatusRead> | { class: 'rejected'; why: Rejected }

interface Lookup {
  reference: string
  /** How long ago the service answered, ms; null while it has not. */
  age: (() => number) | null
  answer: Promise<Result<LookedUp>>
}

/** A person who asks again sooner than this after the service answered gets that answer, ms. */
const askedAgainAfter = 2_000

/** Finds a payment by its reference, whichever till took it. Writes nothing to the ledger. */
export class ReferenceLookup {
  private last: Lookup | null = null

  constructor(
    private readonly deps: {
      ledger: Pick<Ledger, 'findByReference'>
      client: Pick<ServiceClient, 'readMobilePayment' | 'readCardPayment'>
      gate: Pick<RequestGate, 'join'>
      clock: Pick<Clock, 'wall' | 'monotonic'>
      elapsed: Pick<ElapsedTime, 'stopwatch'>
      meanings: () => KnownMeanings
    },
  ) {}

  /**
   * The payment of this till with this reference; otherwise what the service says of it, asked as a mobile
   * payment (§4.2) and then as a card payment (§4.4). Throws what the ledger throws.
   */
  async lookUp(reference: string): Promise<Result<LookedUp>> {
    const payment = this.deps.ledger.findByReference(reference)
    if (payment) return success({ kind: 'own', payment: payment })
    if (this.last === null || !this.stillHolds(this.last, reference))
      this.last = this.askNow(reference)
    return this.last.answer
  }

  private stillHolds({ reference, age }: Lookup, asked: string): boolean {
    return reference === asked && (age === null || age() < askedAgainAfter)
  }

  private askNow(reference: string): Lookup {
    const asked: Lookup = { reference, age: null, answer: this.ask(reference) }
    const answered = () => {
      asked.age = this.deps.elapsed.stopwatch()
    }
    // Where the service was not reached, the next press tries again.
    const forget = () => {
      if (this.last === asked) this.last = null
    }
    const isReached = (found: Result<LookedUp>) => found.ok || found.code !== 'no-network'
    asked.answer.then(found => (isReached(found) ? answered() : forget()), forget)
    return asked
  }

  private async ask(reference: string): Promise<Result<LookedUp>> {
    const { client } = this.deps
    const mobile = await this.inTurn(reference, client.readMobilePayment)
    if (isAbout(mobile, reference)) return this.found(reference, mobile.value)
    if (!mayBeCard(mobile)) return notRead(mobile)
    const card = await this.inTurn(reference, client.readCardPayment)
    if (isAbout(card, reference)) return this.found(reference, card.value)
    if (isNotKnown(mobile) && isNotKnown(card)) return failure('reference-unknown', card.message)
    return notRead(isNotKnown(card) ? mobile : card)
  }

  /** Through the gate like every call: as a person's read, which is refused at once when it cannot go. */
  private inTurn(
    reference: string,
    read: (reference: string) => Promise<ServiceAnswer<StatusRead>>,
  ): Promise<Read> {
    const { gate, clock } = this.deps
    return new Promise((resolve, reject) => {
      gate.join({
        key: 'reference',
        priority: 'asked-read',
        atOnce: true,
        since: clock.monotonic(),
        begin: run => {
          run(() => read(reference), reference).then(resolve, reject)
        },
        rejected: why => resolve({ class: 'rejected', why }),
      })
    })
  }

  private found(reference: string, read: StatusRead): Result<LookedUp> {
    const { facts, providerStatus, createdAt, updatedAt } = read
    const judgment = judgeAnswer(facts, { reference, amount: null }, this.deps.meanings())
    const values = new Set(facts.amounts.map(({ value }) => value))
    const [value = null] = values
    const isComparable =
      values.size <= 1 && !values.has(null) && new Set(facts.currencies).size <= 1
    const payment: ServicePayment = {
      ...{ reference, providerStatus, createdAt, updatedAt },
      status: judgment.status,
      // Two amounts or currencies, or one that cannot be read: no one could compare it (money rule 12).
      meaning: isComparable ? judgment.meaning : 'unrecognised',
      value: values.size > 1 ? null : value,
      currency: facts.currencies[0] ?? null,
      readAt: this.deps.clock.wall(),
    }
    return success({ kind: 'other', payment })
  }
}

/** An answer that names another payment says nothing of this one (money rule 12). */
function isAbout(read: Read, reference: string): read is Extract<Read, { class: 'ok' }> {
  if (read.class !== 'ok') return false
  const { references } = read.value.facts
  return references.length === 0 || references.includes(reference)
}

/** The service answered, and it may be a card payment that its mobile endpoint does not know. */
function mayBeCard(read: Read): boolean {
  if (read.class === 'unintelligible') return read.reason !== 'server-error'
  return read.class === 'refused' || read.class === 'ok'
}

/** The statuses with which a service says that it has no such payment; the contract names only 400. */
const unknownStatuses: readonly number[] = [400, 404, 410, 422]

function isNotKnown(read: Read): read is Extract<Read, { class: 'refused' }> {
  return read.class === 'refused' && unknownStatuses.includes(read.httpStatus)
}

/** Why nothing is known of the reference; each reason has words of its own. */
function notRead(read: Read): Failure {
  switch (read.class) {
    case 'rejected':
      return rejected[read.why]
    case 'unauthorized':
      return rejected['keys-rejected']
    case 'throttled':
      return rejected['asked-to-wait']
    case 'unsent':
      return failure('lookup-failed', `Nothing was sent: ${read.detail}`)
    case 'unreachable':
      return failure('no-network', `${read.class}: ${read.reason}`)
    case 'unintelligible':
      return failure('lookup-failed', `${read.class}: ${read.reason}`)
    case 'refused':
      return failure('lookup-failed', `${read.httpStatus}: ${read.message}`)
    case 'ok':
      return failure('lookup-failed', 'The service answered with another payment')
  }
}

const rejected: Record<Rejected, Failure> = {
  'keys-rejected': failure('keys-rejected', 'unauthorized: the keys were rejected'),
  'asked-to-wait': failure('asked-to-wait', 'The service asked the till to wait'),
  stopped: failure('lookup-failed', 'The till is stopping'),
}
