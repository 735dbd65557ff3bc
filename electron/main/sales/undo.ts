import type { ToUndo } from '../../../shared/ipc/calls/payments'
import { failure, type Result, success } from '../../../shared/ipc/result'
import { isPaidInCash } from '../../../shared/payment/actions'
import type { EventOf } from '../../../shared/payment/event'
import type { Payment } from '../../../shared/payment/payment'
import type { Person } from '../../../shared/person'
import { undo, undoFor } from '../../../shared/sale/movements'
import type { ElapsedTime } from '../payments/clocks/elapsed-time'
import type { Clock } from '../platform/clock'
import type { Ledger } from '../store/ledger/ledger'

type LastByHand = NonNullable<ReturnType<Ledger['sales']['lastByHand']>>

const notUndone = failure('not-undone', 'It can no longer be undone')

/**
 * Takes back the money that a person moved last, cash or money given back, within a minute. A press of before this start
 * cannot be undone: how long ago it was is not surely known. Each method throws what the ledger throws.
 */
export class Undo {
  /** How long an entry of this run has been there, by its number. */
  private readonly ages = new Map<number, () => number>()

  constructor(
    private readonly deps: {
      ledger: Pick<Ledger, 'find' | 'appendToAll' | 'sales' | 'day' | 'onCommit'>
      clock: Pick<Clock, 'wall'>
      elapsed: Pick<ElapsedTime, 'stopwatch'>
      /** Who is signed in, for the record; null on a till without staff. */
      person: () => Person | null
      /** The payment as it is now, or as committed where it cannot be read again. */
      reread: (committed: Payment) => Payment
      fault: (error: unknown) => void
    },
  ) {
    deps.ledger.onCommit((payment, before) => this.committed(payment, before), deps.fault)
  }

  /** What of a payment's sale can be undone now. */
  toUndo(paymentId: string): ToUndo | null {
    const payment = this.deps.ledger.find(paymentId)
    const last = payment && this.last(payment)
    if (!last || !this.mayUndo(last)) return null
    const { number } = last.entry
    return { entry: number, what: whatOf(last), left: Math.max(0, undoFor - this.age(number)) }
  }

  /** Undoes all that one press moved, also where it gave back money of several payments. */
  undo(paymentId: string, entry: number): Result<Payment> {
    const { ledger, clock, person, reread } = this.deps
    const payment = ledger.find(paymentId)
    if (!payment) return failure('no-such-payment', `There is no payment ${paymentId}`)
    const last = this.last(payment)
    if (last?.entry.number !== entry || !this.mayUndo(last)) return notUndone
    const what = whatOf(last)
    const event: EventOf<'undone'> = {
      ...{ type: 'undone', at: clock.wall(), what, person: person() },
    }
    const others = what === 'cash' ? [] : this.othersOfPress(last)
    ledger.appendToAll(last.payment.id, [event], others, () => [event])
    return success(reread(payment))
  }

  private committed(payment: Payment, before: Payment | null): void {
    if (!movedByHand(payment, before)) return
    for (const [number, age] of this.ages) if (age() > undoFor) this.ages.delete(number)
    const last = this.last(payment)
    if (last) this.ages.set(last.entry.number, this.deps.elapsed.stopwatch())
  }

  private last({ sale }: Payment): LastByHand | null {
    return this.deps.ledger.sales.lastByHand(sale)
  }

  private mayUndo({ payment, entry }: LastByHand): boolean {
    const { ledger } = this.deps
    const since = { elapsed: this.age(entry.number), cashedUp: entry.period < ledger.day.period }
    return 'moved' in undo(ledger.sales.money(payment.sale), entry.number, since)
  }

  private age(number: number): number {
    return this.ages.get(number)?.() ?? Number.POSITIVE_INFINITY
  }

  /** The other payments that the press gave money back of. */
  private othersOfPress({ payment }: LastByHand): string[] {
    const { sales } = this.deps.ledger
    const draftId = payment.givenBack.at(-1)?.draftId
    return sales
      .paymentsOf(payment.sale)
      .filter(({ id, givenBack }) => id !== payment.id && givenBack.at(-1)?.draftId === draftId)
      .filter(({ givenBack }) => givenBack.length > 0)
      .map(({ id }) => id)
  }
}

function whatOf({ entry }: LastByHand): ToUndo['what'] {
  return entry.direction === 'in' ? 'cash' : 'given-back'
}

function movedByHand(payment: Payment, before: Payment | null): boolean {
  if (before === null) return payment.channel === 'cash'
  const tookCash = isPaidInCash(payment) && !isPaidInCash(before)
  return tookCash || payment.givenBack.length > before.givenBack.length
}
