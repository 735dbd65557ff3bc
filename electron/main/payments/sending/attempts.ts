import type { Method } from '../../../../shared/payment/channel'
import type { SendingLimits } from '../../../../shared/payment/freshness'
import type { Sale } from '../../../../shared/payment/sale'
import type { Clock } from '../../platform/clock'
import type { Accepted, ServiceClient, ServiceResponse } from '../../service'
import type { Ledger } from '../../store/ledger/ledger'
import type { ElapsedTime } from '../clocks/elapsed-time'
import type { ServiceClock } from '../clocks/service-clock'
import type { Run } from '../request-gate/request-gate'
import { type AttemptFacts, decideAttempt, decideSharing } from './decide-attempt'
import { mayGoAlone } from './decide-send'

/** The attempts to send a sale: at most one of each sale is in flight. */
export interface Attempts {
  /** Records that an attempt begins, then makes it; throws what the ledger throws. */
  start(sale: Sale, run: Run): void
  isInFlight(saleId: string): boolean
  size(): number
  /** Resolves when what is in flight now was answered and written down. */
  idle(): Promise<unknown>
}

export interface AttemptsDeps {
  ledger: Pick<Ledger, 'ofReference' | 'append' | 'appendToAll' | 'request'>
  client: Pick<ServiceClient, 'createMobilePayment' | 'createCardPayment'>
  clock: Clock
  limits: (channel: Method) => SendingLimits
  account: () => string
  elapsed: Pick<ElapsedTime, 'agesOf' | 'attempted' | 'forget'>
  /** How long a payment is watched when the service does not say, ms. */
  assumedLifetime: () => number
  serviceClock: ServiceClock
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

interface Listeners {
  /** The answer was written down. */
  answered: (sale: Sale, answer: ServiceResponse<Accepted>) => void
  /** No attempt of this sale is in flight any more. */
  ended: (saleId: string) => void
}

/** Nothing is in flight yet. */
export function createAttempts(deps: AttemptsDeps, { answered, ended }: Listeners): Attempts {
  const { ledger, clock, elapsed } = deps
  const inFlight = new Map<string, Promise<void>>()

  async function send(sale: Sale): Promise<ServiceResponse<Accepted>> {
    const request = {
      idempotencyKey: sale.idempotencyKey,
      body: ledger.request(sale.id).body,
      // Connecting takes time, and a computer can fall asleep meanwhile.
      mayGo: () => mayGoAlone(sale, elapsed.agesOf(sale), deps.limits(sale.channel)),
    }
    return sale.channel === 'card'
      ? deps.client.createCardPayment(request)
      : deps.client.createMobilePayment(request)
  }

  function settle(sale: Sale, answer: ServiceResponse<Accepted>): void {
    const now = clock.wall()
    const named = answer.class === 'ok' ? ledger.ofReference(answer.value.reference) : []
    // Each account of the service numbers its own payments.
    const holders = named.filter(({ account }) => account === sale.account)
    const facts: AttemptFacts = {
      ...timesOf(answer),
      now,
      assumedLifetime: deps.assumedLifetime(),
      isTaken: holders.length > 0,
    }
    const events = decideAttempt(sale, answer, facts)
    const eventsOf = (holder: Sale) => decideSharing(holder, sale, now)
    const doubtful = holders.filter(holder => eventsOf(holder).length > 0).map(({ id }) => id)
    answered(ledger.appendToAll(sale.id, events, doubtful, eventsOf), answer)
  }

  function timesOf(answer: ServiceResponse<Accepted>) {
    const serviceDate = 'serverDate' in answer ? answer.serverDate : null
    const { now, isSure } = deps.serviceClock
    const possible = isSure() ? [now()] : [now(), clock.wall()]
    return {
      // One wrong `Date` must not set an assumed end days away.
      serviceNow: isSure() ? now() : clock.wall(),
      possibleTimes: serviceDate === null ? possible : [serviceDate],
      serviceAt: serviceDate === null ? null : now(),
    }
  }

  return {
    /** The attempt is on record before its first byte leaves: after a crash it is known to be a `maybe`. */
    start(sale, run) {
      const sending = ledger.append(sale.id, {
        type: 'attempt-started',
        at: clock.wall(),
        attempt: sale.attempts + 1,
        account: deps.account(),
      })
      elapsed.attempted(sale.id)
      const done = run(() => send(sending))
        .then(answer => settle(sending, answer))
        .catch(deps.fault)
        .finally(() => {
          inFlight.delete(sale.id)
          ended(sale.id)
        })
      inFlight.set(sale.id, done)
    },
    isInFlight: saleId => inFlight.has(saleId),
    size: () => inFlight.size,
    idle: () => Promise.all(inFlight.values()),
  }
}
