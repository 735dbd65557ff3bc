import type { WayBack } from '../payment/given-back'
import type { Person } from '../person'

/**
 * How money moves: through the service, as cash of this till's drawer, or as staff say who saw or did it elsewhere (the
 * dashboard, the operator's message, other cash).
 */
export type Way = WayBack

/** Money that came in. Through the service: once for each payment, ever. */
type MoneyIn = { direction: 'in' } & (
  | {
      way: 'service'
      payment: string
      /** It came after the till or a person had given up. */
      late: boolean
    }
  /** What it is more than the value is the change. */
  | { way: 'cash'; received: number }
  /** `payment`: which one staff saw paid. */
  | { way: 'said'; payment: string }
)

/** Money that went out. `worth`: of goods that came back or are not taken; what is due falls by it. */
type MoneyOut = { direction: 'out' } & (
  | { way: WayBack; why: 'too-much' }
  | { way: WayBack; why: 'goods'; worth: number }
  | { way: 'service'; why: 'taken-back'; payment: string; worth: number }
)

/** The opposite of the entry with this number. Both stay on the record. */
type Undoing = { direction: 'in' | 'out'; way: Way; undoes: number }

/** Money that moved, as a press or an answer of the service moves it. */
export type Movement = { value: number } & (MoneyIn | MoneyOut | Undoing)

/** A movement in its place: nothing about money is ordered by a clock. */
export type NumberedMovement = Movement & { number: number }

/** A movement on the record: never changed, counted in the period in which it was committed. */
export type Entry = NumberedMovement & {
  period: number
  /** Only shown; it makes the hours of the day. */
  at: number
  /** Of money through the service: who asked for the payment. */
  person: Person | null
  currency: string
}

/** The entries that nothing undid, without those that undo. */
export function withoutUndone<E extends NumberedMovement>(
  entries: readonly E[],
): Exclude<E, Undoing>[] {
  const undone = new Set(entries.flatMap(entry => ('undoes' in entry ? [entry.undoes] : [])))
  return entries.filter(
    (entry): entry is Exclude<E, Undoing> => !('undoes' in entry) && !undone.has(entry.number),
  )
}

/** A person moved it: cash that was taken, or money that was given back. */
export function isByHand(entry: NumberedMovement): boolean {
  if ('undoes' in entry) return false
  return entry.direction === 'in' ? entry.way === 'cash' : entry.why !== 'taken-back'
}

/** What staff said of a payment, unless it was taken back. */
export function saidOf<E extends NumberedMovement>(payment: string, entries: readonly E[]) {
  return withoutUndone(entries).filter(
    entry => entry.way === 'said' && 'payment' in entry && entry.payment === payment,
  )
}

/** What undoes an entry. */
export function undoing({ number, direction, way, value }: NumberedMovement): Movement {
  return { direction: direction === 'in' ? 'out' : 'in', way, value, undoes: number }
}
