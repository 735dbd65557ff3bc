import { type Face, faceOf } from '../../shared/payment/face'
import { isPaidInCash } from '../../shared/payment/paid-in-cash'
import type { Sale } from '../../shared/payment/sale'
import type { IconName } from '../icons/icon-name'

export { type Face, faceOf }

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
