import { needsResolving } from '../../shared/payment/actions'
import { type Face as PlainFace, faceOf as plainFaceOf } from '../../shared/payment/face'
import { isPaidInCash } from '../../shared/payment/paid-in-cash'
import type { Sale } from '../../shared/payment/sale'
import type { IconName } from '../ui/icons/icon-name'
import type { Tone } from '../ui/tone'
import { isTriedAgain } from './waiting'

/** What a sale is called on a screen: where a person has a say in it, more than the ledger's word. */
export type Face = PlainFace | 'paidLate' | 'paidTwice' | 'paidInCash'

const looks: Record<Face, { tone: Tone; icon: IconName }> = {
  waitingToSend: { tone: 'waiting', icon: 'queue' },
  askCustomer: { tone: 'unknown', icon: 'person' },
  sending: { tone: 'waiting', icon: 'up' },
  unknown: { tone: 'unknown', icon: 'question' },
  waitingForCustomer: { tone: 'pending', icon: 'clock' },
  paid: { tone: 'paid', icon: 'check' },
  paidLate: { tone: 'unknown', icon: 'alert' },
  paidTwice: { tone: 'unknown', icon: 'alert' },
  paidInCash: { tone: 'expired', icon: 'person' },
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

/**
 * The face of a sale as it stands. What a person still has to settle has no plain Paid or Failed, and
 * what was paid in cash waits for nobody, though its request may still be open.
 */
export function faceOf(sale: Sale): Face {
  const face = plainFaceOf(sale)
  if (needsResolving(sale) && sale.phase === 'settled') return unsettled(sale, face)
  if (face !== 'paid' && isPaidInCash(sale) && !needsResolving(sale)) return 'paidInCash'
  // Its buttons and clocks stay where they are through every retry.
  if (isTriedAgain(sale)) return sale.maybeSent ? 'unknown' : 'waitingToSend'
  return face
}

function unsettled({ contradiction, paidTwice, late }: Sale, face: Face): Face {
  if (contradiction !== null || face !== 'paid') return 'manager'
  if (paidTwice !== null) return 'paidTwice'
  return late ? 'paidLate' : face
}

/** The same on the sale's own screen, which knows whether this till can still ask about it. */
export function faceAt(sale: Sale, { elsewhere }: { elsewhere: boolean }): Face {
  const face = faceOf(sale)
  return elsewhere && face === 'waitingForCustomer' ? 'manager' : face
}

/** What stands beside the word of a sale whose money came otherwise than it should (`live.<chip>`). */
export function chipOf(sale: Sale): 'paidTwiceWord' | 'paidLateWord' | null {
  if (faceOf(sale) !== 'paid') return null
  if (sale.paidTwice !== null) return 'paidTwiceWord'
  return sale.late ? 'paidLateWord' : null
}
