import type { Channel } from '../../../../shared/payment/channel'
import { freshnessOf, type SendingLimits } from '../../../../shared/payment/freshness'
import type { Sale } from '../../../../shared/payment/sale'
import type { Clock } from '../../clock'
import type { Ledger } from '../../ledger/ledger'
import type { Accepted, ServiceClient, ServiceResponse } from '../../service'
import type { SaleAge } from '../clocks/sale-age'
import type { ServiceClock } from '../clocks/service-clock'
import { backoff } from '../request-gate/backoff'
import type { RequestGate, Run } from '../request-gate/request-gate'
import { decideAttempt } from './decide-attempt'
import { decideSend, longestOwnPause, type SendingPlan, waitsAlone } from './decide-send'

/** Sends recorded sales: the queue. */
export interface SendQueue {
  /** Looks at a sale and does what its plan says, now or later. */
  consider(saleId: string): void
  /**
   * Forgets the till's own pauses for a sale, and looks at it: a person asked for it. What the
   * service asked for is still waited out (§7).
   */
  hurry(saleId: string): void
  /** Looks at every sale that waits: time may have jumped, and some may be too old to go alone. */
  reconsider(): void
  /** True while a sale waits for its turn, is on the wire, or grows old before a person decides. */
  isBusy(): boolean
  /** Starts nothing more and waits for what is on the wire. */
  stop(): Promise<void>
}

interface SendQueueDeps {
  ledger: Pick<Ledger, 'find' | 'findByReference' | 'append' | 'request'>
  client: Pick<ServiceClient, 'createMobilePayment' | 'createCardPayment'>
  gate: Pick<RequestGate, 'join'>
  clock: Clock
  fraction: () => number
  limits: (channel: Channel) => SendingLimits
  account: () => string
  saleAge: SaleAge
  /** How long a payment is watched when the service does not say, ms. */
  assumedLifetime: () => number
  serviceClock: ServiceClock
  accepted: (sale: Sale) => void
  /** Something began or ceased to wait. */
  busyChanged: () => void
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

/** What the sendQueue remembers of a sale between attempts; lost at a restart, when all are tried afresh. */
interface Memory {
  failures: number
  /** Monotonic ms before which the sale does not stand in line. */
  notBefore: number
  /** A person asked for the next attempt. */
  hurried: boolean
  /** It waits: in line, or for its own pause to end. */
  waiting: boolean
  cancelTimer: () => void
  leaveLine: () => void
}

const nothing = () => undefined

const newMemory = (): Memory => ({
  ...{ failures: 0, notBefore: 0, hurried: false, waiting: false },
  ...{ cancelTimer: nothing, leaveLine: nothing },
})

/** A sendQueue that has looked at nothing yet. */
export function createSendQueue(deps: SendQueueDeps): SendQueue {
  const { ledger, clock } = deps
  const memories = new Map<string, Memory>()
  const onTheWire = new Map<string, Promise<void>>()
  let stopped = false

  const memoryOf = (saleId: string) => {
    const memory = memories.get(saleId) ?? newMemory()
    memories.set(saleId, memory)
    return memory
  }

  const guarded = (work: () => void) => {
    try {
      work()
    } catch (error) {
      deps.fault(error)
    }
  }

  function consider(saleId: string): void {
    if (stopped || onTheWire.has(saleId)) return
    guarded(() => {
      const sale = ledger.find(saleId)
      if (sale) carryOut(sale)
    })
    deps.busyChanged()
  }

  function planOf(sale: Sale): SendingPlan {
    return decideSend(sale, {
      ages: deps.saleAge.agesOf(sale),
      limits: deps.limits(sale.channel),
      account: deps.account(),
      pause: memoryOf(sale.id).notBefore - clock.monotonic(),
    })
  }

  function carryOut(sale: Sale): void {
    const plan = planOf(sale)
    const memory = rest(sale.id)
    memory.waiting = plan.do === 'send' || plan.do === 'wait'
    if (plan.do === 'send') standInLine(sale, memory, plan.staleIn)
    else if (plan.do === 'wait')
      memory.cancelTimer = clock.after(plan.delay, () => consider(sale.id))
    else if (plan.do === 'hold') ledger.append(sale.id, { type: 'held', at: clock.wall() })
    else forgetUnlessWaiting(sale)
  }

  /** Neither in line nor with a timer. */
  function rest(saleId: string): Memory {
    const memory = memoryOf(saleId)
    memory.cancelTimer()
    memory.leaveLine()
    memory.leaveLine = nothing
    return memory
  }

  function forgetUnlessWaiting(sale: Sale): void {
    if (sale.phase === 'held' || sale.phase === 'unknown') return
    memories.delete(sale.id)
    deps.saleAge.forget(sale.id)
  }

  function standInLine(sale: Sale, memory: Memory, staleIn: number): void {
    // Whatever the gate does, nobody is surprised later: a sale that grows stale in line leaves it.
    memory.cancelTimer = clock.after(staleIn, () => consider(sale.id))
    memory.leaveLine = deps.gate.join({
      key: sale.id,
      priority: 'create',
      since: sale.recordedAt,
      atOnce: memory.hurried,
      repeat: sale.attempts > 0 && !memory.hurried,
      begin: run => begin(sale.id, run),
    })
  }

  /** Its turn has come; meanwhile it may have been withdrawn, or have grown stale. */
  function begin(saleId: string, run: Run): void {
    guarded(() => {
      const sale = stopped ? null : ledger.find(saleId)
      if (!sale) return
      if (planOf(sale).do === 'send') start(sale, run)
      else carryOut(sale)
    })
  }

  /** The attempt is on record before its first byte leaves, so a crash is known to be a `maybe`. */
  function start(sale: Sale, run: Run): void {
    const memory = rest(sale.id)
    memory.hurried = false
    memory.waiting = false
    const attempt = sale.attempts + 1
    const sending = ledger.append(sale.id, {
      type: 'attempt-started',
      at: clock.wall(),
      attempt,
      account: deps.account(),
    })
    deps.saleAge.attempted(sale.id)
    const done = run(() => send(sending))
      .then(answer => guarded(() => settle(sending, answer)))
      .catch(deps.fault)
      .finally(() => {
        onTheWire.delete(sale.id)
        consider(sale.id)
      })
    onTheWire.set(sale.id, done)
  }

  async function send(sale: Sale): Promise<ServiceResponse<Accepted>> {
    const request = {
      idempotencyKey: sale.idempotencyKey,
      body: ledger.request(sale.id).body,
      // Connecting takes time, and a computer can fall asleep over it.
      mayGo: () =>
        freshnessOf(sale, deps.saleAge.agesOf(sale), deps.limits(sale.channel)) === 'fresh',
    }
    return sale.channel === 'card'
      ? deps.client.createCardPayment(request)
      : deps.client.createMobilePayment(request)
  }

  function settle(sale: Sale, answer: ServiceResponse<Accepted>): void {
    const { serviceClock } = deps
    const serviceDate = 'serverDate' in answer ? answer.serverDate : null
    const { now, isSure } = serviceClock
    const facts = {
      now: clock.wall(),
      // One wrong `Date` must not set an assumed end days away.
      serviceNow: isSure() ? now() : clock.wall(),
      possibleTimes:
        serviceDate !== null ? [serviceDate] : isSure() ? [now()] : [now(), clock.wall()],
      serviceAt: serviceDate === null ? null : now(),
      assumedLifetime: deps.assumedLifetime(),
      isTaken: (reference: string) =>
        (ledger.findByReference(reference)?.id ?? sale.id) !== sale.id,
    }
    const after = ledger.append(sale.id, ...decideAttempt(sale, answer, facts))
    if (after.phase === 'pending') deps.accepted(after)
    else if (waitsAlone(answer)) waitAfterFailure(memoryOf(sale.id))
  }

  function waitAfterFailure(memory: Memory): void {
    memory.failures += 1
    const pause = backoff(memory.failures, deps.fraction(), longestOwnPause)
    memory.notBefore = clock.monotonic() + pause
  }

  return {
    consider,
    hurry(saleId) {
      const memory = memoryOf(saleId)
      memory.notBefore = 0
      memory.hurried = true
      consider(saleId)
    },
    reconsider() {
      for (const [saleId, { waiting }] of memories) if (waiting) consider(saleId)
    },
    isBusy: () => onTheWire.size > 0 || memories.size > 0,
    async stop() {
      stopped = true
      for (const saleId of memories.keys()) rest(saleId)
      await Promise.all(onTheWire.values())
    },
  }
}
