import { readPhoneNumber } from '../../../shared/phone'
import type { ChargeFields } from '../../stores/charge-form'
import { readAmount } from '../../typing/amount-typing'

/** Where Enter leads: to a field, or on to sending. */
export type EnterStep = 'amount' | 'phone' | 'send'

/**
 * What Enter means in a field: amount first or number first, each leads to the other while that is
 * empty, and nothing that is merely not typed yet is called wrong. What is wrong keeps the focus.
 */
export function enterStep(focused: string, fields: ChargeFields, country: string): EnterStep {
  const noAmount = fields.amount.trim() === ''
  const noPhone = fields.phone.trim() === ''
  if (focused === 'amount' && noPhone)
    return noAmount || isAmount(fields.amount) ? 'phone' : 'amount'
  if (focused === 'phone' && noAmount && !noPhone)
    return readPhoneNumber(fields.phone, country) ? 'amount' : 'phone'
  return 'send'
}

function isAmount(text: string): boolean {
  return 'value' in readAmount(text)
}
