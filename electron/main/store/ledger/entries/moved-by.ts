import type { EventOf, PaymentEvent } from '../../../../../shared/payment/event'
import type { Why } from '../../../../../shared/payment/given-back'
import type { Payment } from '../../../../../shared/payment/payment'
import {
  applyEvent,
  beginPayment,
  ImpossibleTransition,
} from '../../../../../shared/payment/reducer'
import { isSaidFailed, isSaidPaid } from '../../../../../shared/payment/status'
import type { Person } from '../../../../../shared/person'
import {
  type Entry,
  isByHand,
  type Movement,
  saidOf,
  undoing,
  type Way,
  withoutUndone,
} from '../../../../../shared/sale/entry'

/** A movement of money, and the person in whose report it counts. */
interface Moved {
  movement: Movement
  person: Person | null
}

/** What a payment is and has before some events. */
interface PaymentBefore {
  id: string
  payment: Payment | null
  entries: readonly Entry[]
}

/** Where the next entry stands. */
export interface EntryPlace {
  number: number
  period: number
}

/** The entries that events add to those of a payment. */
export function entriesAdded(
  { id, payment: before, entries }: PaymentBefore,
  events: readonly PaymentEvent[],
  { number, period }: EntryPlace,
): Entry[] {
  const added: Entry[] = []
  let payment = before
  for (const event of events) {
    payment = afterEvent(id, payment, event)
    const { at } = event
    const { currency } = payment.amount
    for (const { movement, person } of movedBy(event, payment, [...entries, ...added]))
      added.push({ ...movement, number: number + added.length, period, at, person, currency })
  }
  return added
}

function afterEvent(id: string, payment: Payment | null, event: PaymentEvent): Payment {
  if (event.type === 'recorded') return beginPayment(id, event)
  if (payment === null) throw new ImpossibleTransition('none', event.type)
  return applyEvent(payment, event)
}

const moving: readonly PaymentEvent['type'][] = [
  'recorded',
  'cash-taken',
  'resolved',
  'given-back',
  'undone',
  'settled',
  'status-classified',
  'contradicted',
]

/** May it move money? Most events do not. */
export function mayMove({ type }: PaymentEvent): boolean {
  return moving.includes(type)
}

/**
 * The money that an event moved, of a payment as it is after the event. `entries`: those of the payment so far.
 * The first answer that means paid makes the payment's one entry of the service (money rule 6).
 */
function movedBy(event: PaymentEvent, payment: Payment, entries: readonly Entry[]): Moved[] {
  switch (event.type) {
    case 'recorded':
      return event.channel === 'cash' ? cashTaken(payment, event.person) : []
    case 'cash-taken':
      return cashTaken(payment, event.person)
    case 'resolved':
      return resolved(event, payment, entries)
    case 'given-back':
      return givenBack(event, payment)
    case 'undone':
      return undone(event, entries)
    case 'settled':
    case 'status-classified':
      return isSaidPaid(payment) ? confirmed(payment, entries, payment.late) : []
    case 'contradicted':
      return isPaidAfterFailure(event, payment) ? confirmed(payment, entries, true) : []
    default:
      return []
  }
}

/** It no longer counts, for the person who moved it. */
function undone({ what }: EventOf<'undone'>, entries: readonly Entry[]): Moved[] {
  const direction = what === 'cash' ? 'in' : 'out'
  const entry = withoutUndone(entries).findLast(
    each => isByHand(each) && each.direction === direction,
  )
  return entry === undefined ? [] : [{ movement: undoing(entry), person: entry.person }]
}

function cashTaken({ amount: { value }, received }: Payment, person: Person | null): Moved[] {
  const movement = { direction: 'in', way: 'cash', value, received: received ?? value } as const
  return [{ movement, person }]
}

/** An answer about another amount never counts as paid (money rule 12). */
function isPaidAfterFailure({ meaning }: EventOf<'contradicted'>, payment: Payment): boolean {
  return meaning === 'paid' && isSaidFailed(payment) && payment.mismatch === null
}

/** Money that staff had already seen is not late. */
function confirmed(payment: Payment, entries: readonly Entry[], isLate: boolean): Moved[] {
  if (isConfirmedIn(entries)) return []
  const { id, person, amount } = payment
  const { value } = amount
  const undone = saidUndone(payment, entries)
  const late = isLate && undone.length === 0
  const movement = { direction: 'in', way: 'service', value, payment: id, late } as const
  return [{ movement, person }, ...undone]
}

/** The service confirmed the payment to which these entries belong, whatever it said later. */
export function isConfirmedIn(entries: readonly Entry[]): boolean {
  return cameBy('service', entries)
}

function cameBy(wanted: Way, entries: readonly Entry[]): boolean {
  return withoutUndone(entries).some(({ direction, way }) => direction === 'in' && way === wanted)
}

/** What staff said no longer counts, for the person who said it. */
function saidUndone({ id }: Payment, entries: readonly Entry[]): Moved[] {
  return saidOf(id, entries).map(entry => ({ movement: undoing(entry), person: entry.person }))
}

function resolved(
  { how, value: seen, person }: EventOf<'resolved'>,
  payment: Payment,
  entries: readonly Entry[],
): Moved[] {
  if (how === 'shop-bears-it') return []
  if (how !== 'seen-in-dashboard') {
    const isFirstCash = how === 'paid-in-cash' && !cameBy('cash', entries)
    const cash = isFirstCash ? cashTaken(payment, person) : []
    return [...cash, ...saidUndone(payment, entries)]
  }
  const { id, amount } = payment
  const value = seen ?? amount.value
  if (isConfirmedIn(entries) || saidOf(id, entries).some(each => each.value === value)) return []
  const said = { direction: 'in', way: 'said', value, payment: id } as const
  return [...saidUndone(payment, entries), { movement: said, person }]
}

function givenBack(
  { way, why, value, worth, person }: EventOf<'given-back'>,
  { id }: Pick<Payment, 'id'>,
): Moved[] {
  const back = { direction: 'out', way, value } as const
  const movements: Record<Why, Movement> = {
    'too-much': { ...back, why: 'too-much' },
    goods: { ...back, why: 'goods', worth },
    'taken-back': { ...back, way: 'service', why: 'taken-back', payment: id, worth },
  }
  return [{ movement: movements[why], person }]
}
