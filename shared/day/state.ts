import { z } from 'zod'
import type { Payment } from '../payment/payment'
import { type PaymentStatus, statusOf } from '../payment/status'
import { isConfirmed, isUnknown, resolvedBlocks } from './blocks'

/** How a payment is named in a day's totals (`day.state.<name>`). */
export const dayStateSchema = z.enum([
  'paid',
  'cash',
  'seen',
  'notPaid',
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
  'undone',
  'givenBack',
])

export type DayState = z.infer<typeof dayStateSchema>

/** The name of a payment whose money is unknown; for the day, one that is held still waits to be sent. */
const unknownStates: Record<PaymentStatus, DayState> = {
  waitingToSend: 'waitingToSend',
  askCustomer: 'waitingToSend',
  sending: 'sending',
  unknown: 'unknown',
  waitingForCustomer: 'waitingForCustomer',
  // Only what is not paid is unknown.
  paid: 'paid',
  failed: 'contradicted',
  manager: 'unrecognised',
  expired: 'expired',
  refused: 'refused',
  withdrawn: 'withdrawn',
  stopped: 'stopped',
  cash: 'cash',
}

/** The state of a payment as the day counts it. Money given back does not change it: `givenBack` names its own line. */
export function dayStateOf(payment: Payment): DayState {
  if (isConfirmed(payment)) return 'paid'
  const status = statusOf(payment)
  if (isUnknown(payment)) return payment.mismatch === null ? unknownStates[status] : 'mismatched'
  if (payment.resolution !== null) return resolvedBlocks[payment.resolution.how]
  if (status === 'withdrawn' && payment.channel === 'cash') return 'undone'
  return status === 'refused' || status === 'withdrawn' || status === 'cash' ? status : 'failed'
}
