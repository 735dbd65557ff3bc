import type { Sale } from '../../../../shared/payment/sale'
import type { Accepted, ServiceResponse } from '../../service'
import type { Ledger } from '../../store/ledger/ledger'
import type { RequestGate, Run } from '../request-gate/request-gate'
import { type AttemptsDeps, createAttempts } from './attempts'
import { decideSend, type SendingPlan, waitsAlone } from './decide-send'
import { createWaitingSales, type WaitingSale } from './waiting-sales'

/** Sends recorded sales. */
export interface SendQueue {
  /** Decides what happens next with a sale, and does it now or later. */
  consider(saleId: string): void
  /**
   * Forgets the till's own pauses for a sale, and considers it: a person asked for it. What the
   * service asked for is still waited out (§7).
   */
  hurry(saleId: string): void
  /** Considers every sale that waits: time may have jumped, and some may be too old to go alone. */
  reconsider(): void
  /** True while a sale waits, is in flight, or grows old before a person decides. */
  isBusy(): boolean
  /** Starts nothing more and waits for what is in flight. */
  stop(): Promise<void>
}

interface SendQueueDeps extends AttemptsDeps {
  ledger: AttemptsDeps['ledger'] & Pick<Ledger, 'find'>
  gate: Pick<RequestGate, 'join'>
  fraction: () => number
  accepted: (sale: Sale) => void
  /** Something started or stopped waiting. */
  busyChanged: () => void
}

/** No sale was considered yet. */
export function createSendQueue(deps: SendQueueDeps): SendQueue {
  const { ledger, clock } = deps
  const sales = createWaitingSales(clock, deps.fraction)
  const attempts = createAttempts(deps, { answered, ended: consider })
  let stopped = false

  function guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      deps.fault(error)
    }
  }

  function consider(saleId: string): void {
    if (stopped || attempts.isInFlight(saleId)) return
    guarded(() => {
      const sale = ledger.find(saleId)
      if (sale) carryOut(sale)
    })
    deps.busyChanged()
  }

  function planOf(sale: Sale): SendingPlan {
    return decideSend(sale, {
      ages: deps.elapsed.agesOf(sale),
      limits: deps.limits(sale.channel),
      account: deps.account(),
      pause: sales.pauseLeft(sale.id),
    })
  }

  function carryOut(sale: Sale): void {
    const plan = planOf(sale)
    const waiting = sales.rest(sale.id)
    waiting.waiting = plan.do === 'send' || plan.do === 'wait'
    if (plan.do === 'send') joinGate(sale, waiting, plan.staleIn)
    else if (plan.do === 'wait')
      waiting.cancelTimer = clock.after(plan.delay, () => consider(sale.id))
    else if (plan.do === 'hold') ledger.append(sale.id, { type: 'held', at: clock.wall() })
    else forgetUnlessOpen(sale)
  }

  function forgetUnlessOpen(sale: Sale): void {
    if (sale.phase === 'held' || sale.phase === 'unknown') return
    sales.forget(sale.id)
    deps.elapsed.forget(sale.id)
  }

  function joinGate(sale: Sale, waiting: WaitingSale, staleIn: number): void {
    // Whatever the gate does: a sale that grows stale while it waits leaves (money rule 7).
    waiting.cancelTimer = clock.after(staleIn, () => consider(sale.id))
    waiting.leaveGate = deps.gate.join({
      key: sale.id,
      priority: 'create',
      since: sale.recordedAt,
      // A person has just pressed.
      atOnce: waiting.hurried || sale.attempts === 0,
      repeat: sale.attempts > 0 && !waiting.hurried,
      begin: run => begin(sale.id, run),
    })
  }

  /** The gate admitted it; meanwhile it may have been withdrawn, or have grown stale. */
  function begin(saleId: string, run: Run): void {
    guarded(() => {
      const sale = stopped ? null : ledger.find(saleId)
      if (!sale) return
      if (planOf(sale).do === 'send') start(sale, run)
      else carryOut(sale)
    })
  }

  function start(sale: Sale, run: Run): void {
    const waiting = sales.rest(sale.id)
    waiting.hurried = false
    waiting.waiting = false
    attempts.start(sale, run)
  }

  function answered(sale: Sale, answer: ServiceResponse<Accepted>): void {
    if (sale.phase === 'pending') deps.accepted(sale)
    else if (waitsAlone(answer)) sales.pause(sale.id)
  }

  return {
    consider,
    hurry(saleId) {
      const waiting = sales.of(saleId)
      waiting.notBefore = 0
      waiting.hurried = true
      consider(saleId)
    },
    reconsider() {
      for (const saleId of sales.waiting()) consider(saleId)
    },
    isBusy: () => attempts.size() > 0 || sales.ids().length > 0,
    async stop() {
      stopped = true
      for (const saleId of sales.ids()) sales.rest(saleId)
      await attempts.idle()
    },
  }
}
