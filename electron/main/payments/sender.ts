import type { FreshnessLimits } from '../../../shared/payment/freshness'
import type { Channel, Sale } from '../../../shared/payment/sale'
import type { Clock } from '../clock'
import type { Accepted, Answer, ServiceClient } from '../service'
import { attemptResult } from './attempt-result'
import type { Ledger } from './ledger'
import type { SaleAge } from './sale-age'
import { pauseAfterFailure, planSending } from './sending-plan'
import type { ServiceClock } from './service-clock'
import type { Standing } from './standing'

/** Sends recorded sales: the queue. */
export interface Sender {
  /** Looks at a sale and does what its plan says, now or later. */
  consider(saleId: string): void
  /**
   * Forgets the till's own pause for a sale, and looks at it: a person asked for it. What the service
   * asked for is still waited out (§7).
   */
  hurry(saleId: string): void
  /** Starts nothing more and waits for what is on the wire. */
  stop(): Promise<void>
}

interface SenderNeeds {
  ledger: Pick<Ledger, 'find' | 'findByReference' | 'append' | 'request'>
  client: Pick<ServiceClient, 'createMobilePayment' | 'createCardPayment'>
  clock: Clock
  fraction: () => number
  limits: (channel: Channel) => FreshnessLimits
  account: () => string
  saleAge: SaleAge
  /** How long a payment is watched when the service does not say, ms. */
  assumedLifetime: () => number
  serviceClock: ServiceClock
  standing: Standing
  accepted: (saleId: string) => void
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

/** What the sender remembers of a sale between attempts; lost at a restart, when all are tried afresh. */
interface Memory {
  failures: number
  /** Monotonic ms before which nothing is sent. */
  notBefore: number
  /** The same, as far as the service asked for it. */
  askedUntil: number
  cancelTimer: () => void
}

const noTimer = () => undefined

/** A sender that has looked at nothing yet. */
export function createSender(needs: SenderNeeds): Sender {
  const { ledger, clock, standing } = needs
  const memories = new Map<string, Memory>()
  const onTheWire = new Map<string, Promise<void>>()
  let stopped = false

  const memoryOf = (saleId: string) => {
    const fresh = { failures: 0, notBefore: 0, askedUntil: 0, cancelTimer: noTimer }
    const memory = memories.get(saleId) ?? fresh
    memories.set(saleId, memory)
    return memory
  }

  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      needs.fault(error)
    }
  }

  function consider(saleId: string): void {
    if (stopped || onTheWire.has(saleId)) return
    guarded(() => {
      const sale = ledger.find(saleId)
      if (sale) carryOut(sale)
    })
  }

  function carryOut(sale: Sale): void {
    const memory = memoryOf(sale.id)
    memory.cancelTimer()
    const pause = standing.keysRejected()
      ? Number.POSITIVE_INFINITY
      : memory.notBefore - clock.monotonic()
    const plan = planSending(sale, {
      ages: needs.saleAge.agesOf(sale),
      limits: needs.limits(sale.channel),
      account: needs.account(),
      pause,
    })
    if (plan.do === 'send') start(sale)
    else if (plan.do === 'hold') ledger.append(sale.id, { type: 'held', at: clock.wall() })
    else if (plan.do === 'wait')
      memory.cancelTimer = clock.after(plan.delay, () => consider(sale.id))
    else if (sale.phase !== 'held' && sale.phase !== 'unknown') memories.delete(sale.id)
  }

  /** The attempt is on record before its first byte leaves, so a crash is known to be a `maybe`. */
  function start(sale: Sale): void {
    const attempt = sale.attempts + 1
    const sending = ledger.append(sale.id, {
      type: 'attempt-started',
      at: clock.wall(),
      attempt,
      account: needs.account(),
    })
    const done = send(sending)
      .then(answer => guarded(() => settle(sending, answer)))
      .catch(needs.fault)
      .finally(() => {
        onTheWire.delete(sale.id)
        consider(sale.id)
      })
    onTheWire.set(sale.id, done)
  }

  function send(sale: Sale): Promise<Answer<Accepted>> {
    const request = {
      idempotencyKey: sale.idempotencyKey,
      body: ledger.request(sale.id).body,
    }
    return sale.channel === 'card'
      ? needs.client.createCardPayment(request)
      : needs.client.createMobilePayment(request)
  }

  function settle(sale: Sale, answer: Answer<Accepted>): void {
    standing.note(answer)
    if (answer.class === 'ok') needs.serviceClock.learn(answer.serverDate)
    const facts = {
      now: clock.wall(),
      serviceNow: needs.serviceClock.now(),
      assumedLifetime: needs.assumedLifetime(),
      isTaken: (reference: string) =>
        (ledger.findByReference(reference)?.id ?? sale.id) !== sale.id,
    }
    const after = ledger.append(sale.id, ...attemptResult(sale, answer, facts))
    if (after.phase === 'pending') needs.accepted(sale.id)
    else waitAfter(memoryOf(sale.id), answer)
  }

  function waitAfter(memory: Memory, answer: Answer<Accepted>): void {
    memory.failures += 1
    const retryAfter = answer.class === 'throttled' ? answer.retryAfter : null
    const pause = pauseAfterFailure(memory.failures, needs.fraction(), retryAfter)
    memory.notBefore = clock.monotonic() + pause
    memory.askedUntil = clock.monotonic() + (retryAfter ?? 0)
  }

  return {
    consider,
    hurry(saleId) {
      const memory = memoryOf(saleId)
      memory.notBefore = memory.askedUntil
      consider(saleId)
    },
    async stop() {
      stopped = true
      for (const memory of memories.values()) memory.cancelTimer()
      await Promise.all(onTheWire.values())
    },
  }
}
