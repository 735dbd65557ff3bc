import type { Sale } from '../../../shared/payment/sale'
import { applyEvent, ImpossibleTransition } from '../../../shared/payment/sale-reducer'
import { type LaterEvent, samples } from '../../support/payments/sales'
import { failed, notSent, repeatRefused, saleAfter, unrecognised } from './a-sale'

/** A sale, named by the events that led to it. */
export interface SaleCase {
  name: string
  sale: Sale
}

const { accepted, contradicted, resolved, 'status-classified': classified } = samples

/** Every kind of event, with each of its contents that can matter to a screen. */
const steps: Record<string, LaterEvent> = {
  ...samples,
  notSent,
  repeatRefused,
  acceptedNoCode: { ...accepted, checkoutFault: 'missing' },
  failed,
  unrecognised,
  paidAfterAll: { ...contradicted, status: 'paid', meaning: 'paid' },
  classifiedPending: { ...classified, meaning: 'pending' },
  resolvedInCash: { ...resolved, how: 'paid-in-cash' },
  resolvedSeen: { ...resolved, how: 'seen-in-dashboard' },
  resolvedNotPaid: { ...resolved, how: 'not-paid' },
}

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

function follow(from: SaleCase, name: string, event: LaterEvent): SaleCase | null {
  try {
    const sale = applyEvent(from.sale, event)
    const path = from.name === 'recorded' ? name : `${from.name} > ${name}`
    return { name: path, sale }
  } catch (error) {
    if (error instanceof ImpossibleTransition) return null
    throw error
  }
}

/** Every sale that up to `longest` events can lead to, the shortest way first. */
export function everySale(longest: number): SaleCase[] {
  const first: SaleCase = { name: 'recorded', sale: saleAfter() }
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
