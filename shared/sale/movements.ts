import type { GivenFor, WayBack } from '../payment/given-back'
import {
  dueOf,
  hasByWay,
  hasOf,
  isUndecided,
  lackingOf,
  mayStillCome,
  type SaleMoney,
  type SalePayment,
  sumOf,
  waitedFor,
} from './cover'
import { type Movement, type NumberedMovement, saidOf, undoing, withoutUndone } from './entry'

/** What a press moves; main computes it in the press's transaction. */
export type Outcome<Problem extends string> =
  | {
      moved: readonly Movement[]
      /** The payments that staff stop waiting for, in the same commit. */
      stopped: readonly string[]
    }
  | { refused: Problem }

/** The most that the service may be asked for in addition to the payments that staff wait for. */
export function mostToAsk(sale: SaleMoney): number {
  return Math.max(0, lackingOf(sale) - sumOf(waitedFor(sale)))
}

/** The most cash that may be taken, and the most that may be asked for instead of what staff wait for. */
export function mostToTake(sale: SaleMoney): number {
  return Math.max(0, lackingOf(sale))
}

/** A further request to the service, in addition to the payments that staff wait for, or instead of them. */
export function askService(
  sale: SaleMoney,
  { value, instead }: { value: number; instead: boolean },
): Outcome<'more-than-lacks'> {
  if (value > (instead ? mostToTake(sale) : mostToAsk(sale))) return { refused: 'more-than-lacks' }
  return { moved: [], stopped: instead ? waitedFor(sale).map(({ id }) => id) : [] }
}

/** Cash of the customer. Staff stop waiting for the payments whose money would be too much with it. */
export function takeCash(
  sale: SaleMoney,
  { value, received }: { value: number; received: number },
): Outcome<'more-than-lacks' | 'not-enough'> {
  if (value > mostToTake(sale)) return { refused: 'more-than-lacks' }
  if (received < value) return { refused: 'not-enough' }
  const stopped = value > mostToAsk(sale) ? waitedFor(sale).map(({ id }) => id) : []
  return { moved: [{ direction: 'in', way: 'cash', value, received }], stopped }
}

/** What a person gives back, and what for. */
export interface GivingBack {
  value: number
  way: WayBack
  why: GivenFor
  /** The customer keeps and takes nothing. */
  allGoods?: boolean
}

/** The most that may be given back in this way for this. Cash does not go back through the service. */
export function mostToGiveBack(sale: SaleMoney, { way, why }: Pick<GivingBack, 'way' | 'why'>) {
  const has = hasOf(sale)
  const most = why === 'too-much' ? has - dueOf(sale) : Math.min(has, dueOf(sale))
  return Math.max(0, way === 'service' ? Math.min(most, hasByWay(sale).service) : most)
}

export function giveBack(sale: SaleMoney, giving: GivingBack): Outcome<'more-than-there'> {
  const { value, way, why } = giving
  if (value > mostToGiveBack(sale, giving)) return { refused: 'more-than-there' }
  const back = { direction: 'out', way, value } as const
  if (why === 'too-much') return { moved: [{ ...back, why }], stopped: [] }
  return { moved: [{ ...back, why, worth: worthOf(sale, giving) }], stopped: [] }
}

/** While the goods are here, a customer who gets back all that the sale has takes none of them. */
function worthOf(sale: SaleMoney, { value, allGoods = false }: GivingBack): number {
  const takesNothing = sale.handedOverAfter === null && value === hasOf(sale)
  return allGoods || takesNothing ? dueOf(sale) : value
}

/**
 * The first read that means paid, also after *failed* and after a person's word (money rule 6). What staff had said of
 * this payment gives way to it.
 */
export function paid(sale: SaleMoney, payment: SalePayment): Movement[] {
  if (isCounted(sale, payment)) return []
  const { id, value } = payment
  const said = saidOf(id, sale.entries)
  const late = sumOf(said) < value && isGivenUp(sale, payment)
  return [{ direction: 'in', way: 'service', value, payment: id, late }, ...said.map(undoing)]
}

function isCounted({ entries }: SaleMoney, { id }: SalePayment): boolean {
  return withoutUndone(entries).some(entry => 'late' in entry && entry.payment === id)
}

/** Staff had stopped waiting for this sale, or this payment had a result already. */
function isGivenUp(sale: SaleMoney, { state }: SalePayment): boolean {
  return state !== 'open' || waitedFor(sale).length === 0
}

/** A manager saw elsewhere that a payment is paid whose end is not known, and how much of it. */
export function seenPaid(
  sale: SaleMoney,
  payment: SalePayment,
  value: number,
): Outcome<'not-unknown'> {
  if (payment.state === 'open' || !isUndecided(payment, sale)) return { refused: 'not-unknown' }
  return { moved: [{ direction: 'in', way: 'said', value, payment: payment.id }], stopped: [] }
}

/** Staff take back what they said of a payment. */
export function takeSaidBack({ entries }: SaleMoney, { id }: SalePayment): Outcome<'not-said'> {
  const said = saidOf(id, entries)
  return said.length === 0 ? { refused: 'not-said' } : { moved: said.map(undoing), stopped: [] }
}

/** The service took back what it had left of a confirmed payment. With nothing left and the goods here, the sale is over. */
export function takenBack(
  sale: SaleMoney,
  payment: SalePayment,
  value: number,
): Outcome<'not-paid'> {
  if (!isCounted(sale, payment) || isTakenBack(sale, payment)) return { refused: 'not-paid' }
  const { id } = payment
  const isOver = sale.handedOverAfter === null && hasOf(sale) === value && mayStillCome(sale) === 0
  const worth = isOver ? dueOf(sale) : 0
  const back = { direction: 'out', way: 'service', why: 'taken-back' } as const
  return { moved: [{ ...back, value, payment: id, worth }], stopped: [] }
}

function isTakenBack({ entries }: SaleMoney, { id }: SalePayment): boolean {
  return withoutUndone(entries).some(
    entry => 'why' in entry && entry.why === 'taken-back' && entry.payment === id,
  )
}

/** For so long a press can be undone, ms. */
export const undoFor = 60_000

/** What has passed since the entry. */
export interface SinceEntry {
  /** By a clock that nobody can set, ms. */
  elapsed: number
  /** A cash-up came since: its period is closed. */
  cashedUp: boolean
}

/** Undoes the newest money that a person moved, cash taken or given back, unless the service took money back since. */
export function undo(
  sale: SaleMoney,
  number: number,
  { elapsed, cashedUp }: SinceEntry,
): Outcome<'not-the-newest' | 'too-late' | 'goods-gone'> {
  const newest = withoutUndone(sale.entries).findLast(
    ({ direction, way }) => direction === 'out' || way === 'cash',
  )
  if (newest?.number !== number || isByService(newest)) return { refused: 'not-the-newest' }
  if (elapsed > undoFor || cashedUp) return { refused: 'too-late' }
  const areGoodsGone = sale.handedOverAfter !== null && sale.handedOverAfter >= number
  return areGoodsGone ? { refused: 'goods-gone' } : { moved: [undoing(newest)], stopped: [] }
}

function isByService(entry: NumberedMovement): boolean {
  return 'why' in entry && entry.why === 'taken-back'
}
