import { isPaidInCash } from '../../shared/payment/paid-in-cash'
import type { Sale } from '../../shared/payment/sale'
import type { IconName } from '../icons/icon-name'

/** What a sale is called on the screen. */
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

/** A state's colour. Never the only sign: a word and an icon always stand beside it. */
export type Tone = 'waiting' | 'pending' | 'unknown' | 'paid' | 'bad' | 'expired'

const looks: Record<Face, { tone: Tone; icon: IconName }> = {
  waitingToSend: { tone: 'waiting', icon: 'queue' },
  askCustomer: { tone: 'unknown', icon: 'person' },
  sending: { tone: 'waiting', icon: 'up' },
  unknown: { tone: 'unknown', icon: 'question' },
  waitingForCustomer: { tone: 'pending', icon: 'clock' },
  paid: { tone: 'paid', icon: 'check' },
  failed: { tone: 'bad', icon: 'cross' },
  manager: { tone: 'unknown', icon: 'alert' },
  expired: { tone: 'expired', icon: 'hourglass' },
  refused: { tone: 'bad', icon: 'barred' },
  withdrawn: { tone: 'waiting', icon: 'undo' },
  stopped: { tone: 'expired', icon: 'square' },
}

/** Every face, in the order of a sale's life. */
export const faces = Object.keys(looks) as readonly Face[]

/** Colour and icon of a face. */
export function lookOf(face: Face): { tone: Tone; icon: IconName } {
  return looks[face]
}

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

/** What stands beside the word of a sale whose money came otherwise than it should (`live.<chip>`). */
export function chipOf(
  sale: Pick<
    Sale,
    'phase' | 'outcome' | 'mismatch' | 'late' | 'paidTwice' | 'cashTakenAt' | 'resolution'
  >,
): 'paidTwiceWord' | 'paidLateWord' | 'paidInCashWord' | null {
  if (faceOf(sale) !== 'paid') return isPaidInCash(sale) ? 'paidInCashWord' : null
  if (sale.paidTwice !== null) return 'paidTwiceWord'
  return sale.late ? 'paidLateWord' : null
}

function settledFace({ outcome, mismatch }: Pick<Sale, 'outcome' | 'mismatch'>): Face {
  if (mismatch !== null || outcome === null || outcome === 'unrecognised') return 'manager'
  return outcome
}
