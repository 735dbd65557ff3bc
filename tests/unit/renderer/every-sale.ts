import type { PaymentEvent } from '../../../shared/payment/event'
import type { Sale } from '../../../shared/payment/sale'
import { applyEvent, ImpossibleTransition } from '../../../shared/payment/sale-reducer'
import {
  accepted,
  expired,
  failed,
  lost,
  mismatched,
  notSent,
  paid,
  providerDisagreed,
  refused,
  repeatRefused,
  reversed,
  saleAfter,
  started,
  unrecognised,
} from './a-sale'

type Next = Exclude<PaymentEvent, { type: 'recorded' }>

/** A sale and the events that led to it. */
export interface SaleCase {
  name: string
  events: readonly Next[]
  sale: Sale
}

const at = 1_012_000
const other = '0192f000-0000-7000-8000-000000000002'
const resolvedInCash = { type: 'resolved', at, reason: '', how: 'paid-in-cash', person: null }
const resolvedOtherwise = { ...resolvedInCash, reason: 'asked', how: 'other' }

/** Every kind of event, with each of its contents that can matter to a screen. */
const steps = {
  attempt: started,
  notSent,
  lost,
  repeatRefused,
  refused,
  accepted,
  acceptedNoCode: { ...accepted, checkoutFault: 'missing' },
  held: { type: 'held', at },
  released: { type: 'released', at, person: null },
  withdrawn: { type: 'withdrawn', at, person: null },
  abandoned: { type: 'abandoned', at, person: null },
  stoppedWaiting: { type: 'stopped-waiting', at, person: null },
  cashTaken: { type: 'cash-taken', at, note: '', person: null },
  mismatched,
  paid,
  failed,
  unrecognised,
  reopened: { type: 'reopened', at, status: 'pending' },
  providerDisagreed,
  reversed,
  paidAfterAll: { ...reversed, status: 'paid', meaning: 'paid' },
  expired,
  classifiedPaid: { type: 'status-classified', at, meaning: 'paid', person: null },
  classifiedPending: { type: 'status-classified', at, meaning: 'pending', person: null },
  handedOver: { type: 'goods-handed-over', at, person: null },
  refunded: { type: 'refunded', at, how: 'cash', reason: 'torn', person: null },
  paidTwice: { type: 'paid-twice', at, other },
  receiptPrinted: {
    type: 'receipt-printed',
    at,
    copy: 1,
    to: 'printer',
    automatic: false,
    person: null,
  },
  receiptFailed: { type: 'receipt-failed', at, reason: 'no-printer' },
  resolvedInCash,
  resolvedSeen: { ...resolvedOtherwise, how: 'seen-in-dashboard' },
  resolvedNotPaid: { ...resolvedOtherwise, how: 'not-paid' },
  resolvedOtherwise,
} as unknown as Record<string, Next>

/** What can change what is said of a sale. Two sales with the same facts are one case. */
function factsOf(sale: Sale): string {
  return JSON.stringify([
    sale.phase,
    sale.outcome,
    sale.maybeSent,
    sale.repeatRefused,
    sale.lastFailure?.reason ?? null,
    sale.checkoutFault,
    sale.mismatch !== null,
    sale.contradiction,
    sale.contradictedByPaid,
    sale.providerContradiction !== null,
    sale.late,
    sale.paidTwice,
    sale.cashTakenAt !== null,
    sale.stoppedWaitingAt !== null,
    sale.resolution?.how ?? null,
    sale.handedOverAt !== null,
    sale.refund !== null,
    Math.min(sale.receiptCopies, 1),
    sale.receiptFailure,
  ])
}

function follow(from: SaleCase, name: string, event: Next): SaleCase | null {
  try {
    const sale = applyEvent(from.sale, event)
    const path = from.name === 'recorded' ? name : `${from.name} > ${name}`
    return { name: path, events: [...from.events, event], sale }
  } catch (error) {
    if (error instanceof ImpossibleTransition) return null
    throw error
  }
}

/** Every sale that up to `longest` events can lead to, the shortest way first. */
export function everySale(longest: number): SaleCase[] {
  const first: SaleCase = { name: 'recorded', events: [], sale: saleAfter() }
  const known = new Map([[factsOf(first.sale), first]])
  let newest = [first]
  for (let length = 0; length < longest; length += 1) {
    const found: SaleCase[] = []
    for (const from of newest)
      for (const [name, event] of Object.entries(steps)) {
        const next = follow(from, name, event)
        if (next === null || known.has(factsOf(next.sale))) continue
        known.set(factsOf(next.sale), next)
        found.push(next)
      }
    newest = found
  }
  return [...known.values()]
}
