import type { Payment } from './payment'

/** A payment's number as a person can say it aloud: the end of its id. */
export function paymentNumber({ id }: Pick<Payment, 'id'>): string {
  return id.replaceAll('-', '').slice(-8).toUpperCase()
}
