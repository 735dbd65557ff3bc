import { isOfOtherAccount } from '../../../shared/payment/account'
import type { Sale } from '../../../shared/payment/sale'
import type { StatusWords } from '../../../shared/payment/status-words'
import type { Clock } from '../clock'
import type { Answer, ServiceClient, StatusRead } from '../service'
import type { Ledger } from './ledger'
import { paidForTheSame } from './paid-twice'
import { nextPoll } from './polling-plan'
import { readResult } from './read-result'
import { clockDoubt, type ServiceClock } from './service-clock'
import type { Standing } from './standing'

/** Reads the status of accepted payments until there is a result: the polling (§4.2, §4.4). */
export interface Watcher {
  /** Follows a pending sale; `soon` reads it at once, as after a start. */
  watch(saleId: string, when?: 'soon'): void
  /** Reads now because a person asked; joins a read that is under way. Any time, for ever. */
  checkNow(saleId: string): Promise<Answer<StatusRead>>
  /** Starts nothing more and waits for what is on the wire. */
  stop(): Promise<void>
}

interface WatcherNeeds {
  ledger: Pick<Ledger, 'find' | 'append' | 'replacing'>
  client: Pick<ServiceClient, 'readMobilePayment' | 'readCardPayment'>
  clock: Clock
  fraction: () => number
  words: () => StatusWords
  account: () => string
  serviceClock: ServiceClock
  standing: Standing
  /** The ledger failed: selling has to stop, visibly. */
  fault: (error: unknown) => void
}

interface Memory {
  reads: number
  retryAfter: number
  cancelTimer: () => void
}

const noTimer = () => undefined

/** A watcher that follows nothing yet. */
export function createWatcher(needs: WatcherNeeds): Watcher {
  const { ledger, clock, serviceClock, standing } = needs
  const memories = new Map<string, Memory>()
  const onTheWire = new Map<string, Promise<Answer<StatusRead>>>()
  let stopped = false

  const memoryOf = (saleId: string) => {
    const memory = memories.get(saleId) ?? { reads: 0, retryAfter: 0, cancelTimer: noTimer }
    memories.set(saleId, memory)
    return memory
  }

  function schedule(saleId: string, delay: number): void {
    const memory = memoryOf(saleId)
    memory.cancelTimer()
    if (!stopped) memory.cancelTimer = clock.after(delay, () => poll(saleId))
  }

  /** With its timer: nothing is read alone any more once there is a result (§4.4). */
  function forget(saleId: string): void {
    memories.get(saleId)?.cancelTimer()
    memories.delete(saleId)
  }

  function watch(saleId: string, when?: 'soon'): void {
    const sale = ledger.find(saleId)
    if (sale?.phase !== 'pending' || isOfOtherAccount(sale, needs.account())) {
      forget(saleId)
      return
    }
    const { reads, retryAfter } = memoryOf(saleId)
    const untilExpiry = (sale.expiresAt ?? 0) - serviceClock.now()
    const delay = nextPoll({ reads, fraction: needs.fraction(), untilExpiry, retryAfter })
    schedule(saleId, when === 'soon' ? 0 : delay)
  }

  function poll(saleId: string): void {
    // Keys that were rejected are not tried again (§5.6); the sale stays and is read with new ones.
    if (stopped || standing.keysRejected()) return
    read(saleId, 'watcher').catch(needs.fault)
  }

  /** One read of a sale at a time; whoever asks meanwhile gets the same answer. */
  function read(saleId: string, by: 'watcher' | 'person'): Promise<Answer<StatusRead>> {
    const underWay = onTheWire.get(saleId)
    if (underWay) return underWay
    const sale = ledger.find(saleId)
    if (!sale?.reference)
      return Promise.reject(new Error(`Sale ${saleId} has no reference to read`))
    const reading = readAndSettle(sale, sale.reference, by).finally(() => {
      onTheWire.delete(saleId)
      if (!stopped) watch(saleId)
    })
    onTheWire.set(saleId, reading)
    return reading
  }

  async function readAndSettle(
    sale: Sale,
    reference: string,
    by: 'watcher' | 'person',
  ): Promise<Answer<StatusRead>> {
    const begun = clock.monotonic()
    const { client } = needs
    const answer = await (sale.channel === 'card'
      ? client.readCardPayment(reference)
      : client.readMobilePayment(reference))
    standing.note(answer)
    remember(sale.id, answer)
    if (answer.class === 'ok') {
      serviceClock.learn(answer.serverDate)
      apply(sale.id, answer.value, by)
    }
    // The read's moment, on the clock as this very answer corrects it: after a start or a clock jump
    // the till's own may be hours ahead, and the sale would expire while the customer can still pay.
    const startedAt = serviceClock.now() - (clock.monotonic() - begun)
    if (isAnswered(answer)) expireIfOver(sale.id, startedAt)
    return answer
  }

  function remember(saleId: string, answer: Answer<StatusRead>): void {
    const memory = memoryOf(saleId)
    memory.reads += 1
    memory.retryAfter = answer.class === 'throttled' ? (answer.retryAfter ?? 0) : 0
  }

  function apply(saleId: string, value: StatusRead, by: 'watcher' | 'person'): void {
    const sale = ledger.find(saleId)
    if (!sale) return
    const events = readResult(sale, value, {
      by,
      words: needs.words(),
      now: clock.wall(),
      alsoPaid: paidForTheSame(ledger, sale),
    })
    if (events.length > 0) ledger.append(saleId, ...events)
  }

  /** Still pending in a read made, beyond doubt, after `expires_at`: polling stops here (§4.4). */
  function expireIfOver(saleId: string, startedAt: number): void {
    const sale = ledger.find(saleId)
    if (sale?.phase === 'pending' && startedAt >= (sale.expiresAt ?? 0) + clockDoubt)
      ledger.append(saleId, { type: 'expired', at: clock.wall() })
  }

  return {
    watch,
    checkNow: saleId => read(saleId, 'person'),
    async stop() {
      stopped = true
      for (const memory of memories.values()) memory.cancelTimer()
      await Promise.allSettled(onTheWire.values())
    },
  }
}

/** True when the service itself spoke of this payment, also to say that it has nothing to say. */
function isAnswered(answer: Answer<StatusRead>): boolean {
  return answer.class === 'ok' || answer.class === 'refused'
}
