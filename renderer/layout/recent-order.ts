import { isOpen, needsResolving } from '../../shared/payment/actions'
import type { Payment } from '../../shared/payment/payment'
import { recentLength } from '../../shared/payment/recent'
import { type ResultTone, resultOf, toneOf } from '../../shared/payment/result'
import type { ListedSale } from '../sale-status/listed-sale'
import { inLedgerOrder } from '../stores/ledger-order'

/**
 * The rail's order: sales with something open, then what waits for a person, then the last ones that are over; newest
 * first.
 */
export function recentOrder(sales: readonly ListedSale[]): ListedSale[] {
  const rank = ({ lead, view }: ListedSale) => {
    if (isOpen(lead)) return 0
    return (view ? view.asks.length > 0 : needsResolving(lead)) ? 1 : 2
  }
  const sorted = sales.toSorted(
    (one, other) => rank(one) - rank(other) || inLedgerOrder(other.lead, one.lead),
  )
  const over = sorted.findIndex(sale => rank(sale) === 2)
  return over < 0 ? sorted : sorted.slice(0, over + recentLength)
}

/** The graver first. */
const resultTones: readonly ResultTone[] = ['failed', 'attention', 'paid']

/**
 * The results that wait to be seen, those on the screen left out: failures first, of each the newest first. Money that
 * came late has a strip of its own across the window.
 */
export function newResults(unseen: readonly Payment[], shown: string | null): Payment[] {
  const waiting = unseen.filter(payment => payment.id !== shown && !payment.late)
  return waiting.sort((one, other) => gravity(one) - gravity(other) || inLedgerOrder(other, one))
}

function gravity(payment: Payment): number {
  const result = resultOf(payment)
  return result === null ? resultTones.length : resultTones.indexOf(toneOf(result))
}

/** A wait in its largest whole unit: what a glance at the rail needs. */
export function waitedFor(ms: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return { unit: 'minutes', count: minutes }
  return { unit: 'hours', count: Math.floor(minutes / 60) }
}
