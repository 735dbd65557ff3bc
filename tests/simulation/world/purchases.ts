import type { Payment } from '../../../shared/payment/payment'
import type { DraftFacts } from './facts'

/**
 * What each request of a schedule is for, as the customer knows it: a number, which the till never sees. Whoever pays
 * again on a phone whose last purchase got no money pays for that one, by any button and any channel; a request that
 * the cashier repeats from another is for the same. Once a purchase has its money, the phone's next one is a new one.
 */
export class Purchases {
  private numbers = new Map<string, number>()
  /** Payments that were recorded after money of the phone's earlier purchase was given back, even if that was undone later. */
  private readonly askedAfterBack = new Set<string>()
  private last = 0

  /** `sales`: all that are on the disk. */
  constructor(private readonly payments: () => readonly Payment[]) {}

  /** A request is on the disk; answers what it is for, as a trace names it. `named`: the payment that the cashier repeats it from, or that it is a part of. */
  add(payment: Payment, named: string | null): string {
    const byButton = this.numbers.get(named ?? '')
    const byPhone = this.ofPhone(payment)
    this.last += 1
    const number = byButton ?? byPhone ?? this.last
    this.numbers.set(payment.id, number)
    if (this.isAfterBack(payment)) this.askedAfterBack.add(payment.id)
    if (byPhone !== undefined && byPhone !== number) this.join(byPhone, number)
    return `purchase ${number}`
  }

  numbersNow(): ReadonlyMap<string, number> {
    return new Map(this.numbers)
  }

  /** What was asked for since is in no ledger. */
  goBackTo(numbers: ReadonlyMap<string, number>): void {
    this.numbers = new Map(numbers)
  }

  /** The other requests of the same purchase. */
  others({ id }: Payment): Payment[] {
    const number = this.numbers.get(id)
    return this.payments().filter(other => other.id !== id && this.numbers.get(other.id) === number)
  }

  /** Is the till known to be right about it? Not where one of two payments was given back. */
  judges(payment: Payment): boolean {
    return [payment, ...this.others(payment)].every(
      ({ id, givenBack }) => givenBack.length === 0 && !this.askedAfterBack.has(id),
    )
  }

  private isAfterBack(payment: Payment): boolean {
    const last = this.before(payment).slice(0, 1)
    return last
      .flatMap(each => [each, ...this.others(each)])
      .some(({ givenBack }) => givenBack.length > 0)
  }

  /** The purchase that the phone's customer still has to pay. */
  private ofPhone(payment: Payment): number | undefined {
    const [last] = this.before(payment)
    return last && !this.hasMoney(last) ? this.numbers.get(last.id) : undefined
  }

  /** One customer pays for two purchases by one request. */
  private join(from: number, to: number): void {
    for (const [id, number] of this.numbers) if (number === from) this.numbers.set(id, to)
  }

  private hasMoney(payment: Payment): boolean {
    return [payment, ...this.others(payment)].some(hasCome)
  }

  /** The requests of the same phone before this one that the service has or may still get, the newest first. */
  private before({ id, msisdn }: Payment): Payment[] {
    return this.payments()
      .filter(other => other.id < id && other.msisdn === msisdn && msisdn !== '')
      .filter(({ phase, maybeSent }) => maybeSent || ['ready', 'held', 'sending'].includes(phase))
      .sort((one, other) => (one.id < other.id ? 1 : -1))
  }
}

/** Money came for it: the service said so, or a person. */
export function hasCome({ outcome, contradictedByPaid, received, resolution }: Payment): boolean {
  const isSaid = ['paid-in-cash', 'seen-in-dashboard'].includes(resolution?.how ?? '')
  return outcome === 'paid' || contradictedByPaid || received !== null || isSaid
}

/** The payment that a draft names: the first of its sale, or the one that it is repeated from. */
export function namedBy({ draft }: DraftFacts): string | null {
  return draft.sale ?? draft.replaces
}
