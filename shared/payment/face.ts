import type { Sale } from './sale'

/** What a sale is called, on the screen and in the ledger's search. */
export type Face =
  | 'waitingToSend'
  | 'askCustomer'
  | 'sending'
  | 'unknown'
  | 'waitingForCustomer'
  | 'paid'
  | 'failed'
  | 'manager'
  | 'expired'
  | 'refused'
  | 'withdrawn'
  | 'stopped'

/** The face of a sale as it stands. Green needs an outcome read as paid that nothing speaks against. */
export function faceOf(sale: Pick<Sale, 'phase' | 'outcome' | 'mismatch'>): Face {
  switch (sale.phase) {
    case 'ready':
      return 'waitingToSend'
    case 'held':
      return 'askCustomer'
    case 'pending':
      return 'waitingForCustomer'
    case 'abandoned':
      return 'stopped'
    case 'settled':
      return settledFace(sale)
    default:
      return sale.phase
  }
}

function settledFace({ outcome, mismatch }: Pick<Sale, 'outcome' | 'mismatch'>): Face {
  if (mismatch !== null || outcome === null || outcome === 'unrecognised') return 'manager'
  return outcome
}
