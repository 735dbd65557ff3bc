import { z } from 'zod'
import type { Sale } from '../payment/sale'
import { isConfirmed, isUnknown } from './standing'

/** How a sale is named in a day's totals (`day.state.<name>`). */
export const dayStateSchema = z.enum([
  'paid',
  'cash',
  'otherwise',
  'waitingToSend',
  'sending',
  'unknown',
  'waitingForCustomer',
  'expired',
  'stopped',
  'mismatched',
  'unrecognised',
  'contradicted',
  'failed',
  'refused',
  'withdrawn',
  'refunded',
])

export type DayState = z.infer<typeof dayStateSchema>

/** The state of a sale as the day counts it. A refund does not change it: `refunded` names its own line. */
export function dayStateOf(sale: Sale): DayState {
  if (isConfirmed(sale)) return 'paid'
  if (isUnknown(sale)) return unknownState(sale)
  if (sale.resolution !== null) return sale.resolution.how === 'paid-in-cash' ? 'cash' : 'otherwise'
  return sale.phase === 'refused' || sale.phase === 'withdrawn' ? sale.phase : 'failed'
}

function unknownState(sale: Sale): DayState {
  if (sale.mismatch !== null) return 'mismatched'
  switch (sale.phase) {
    case 'ready':
    case 'held':
      return 'waitingToSend'
    case 'pending':
      return 'waitingForCustomer'
    case 'abandoned':
      return 'stopped'
    case 'sending':
    case 'expired':
      return sale.phase
    case 'settled':
      return sale.outcome === 'unrecognised' ? 'unrecognised' : 'contradicted'
    default:
      return 'unknown'
  }
}
