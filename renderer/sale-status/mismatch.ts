import type { Mismatch } from '../../shared/payment/event'

/** Did the service give this sale a reference that another one has already (money rules 11, 12)? */
export function isSharedReference({ field, asked }: Mismatch): boolean {
  return field === 'reference' && asked === ''
}
