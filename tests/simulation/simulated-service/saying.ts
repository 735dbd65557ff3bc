import type { Meaning, Payment } from './payment'

/** What an answer truly says, by the books of who sent it. */
export type Saying =
  | PaymentSaying
  | RefusalSaying
  | { about: 'other-payment' }
  /** A fault of the service with this one payment alone. */
  | { about: 'trouble'; reference: string }
  | { about: 'nothing' }

/** An answer to a create, or a status read, that names the payment which was asked about. */
export interface PaymentSaying {
  about: 'payment'
  payment: Payment
  /** As it was written. */
  word: string
  meaning: Meaning
  /** Null is what the answer does not name, or names in a form that cannot be read. */
  reference: string | null
  value: number | null
  /** In capitals. */
  currency: string | null
  /** A checkout page that is safe to show. */
  checkoutUrl: string | null
  /** Next to a paid word it says declined, or the reverse. */
  providerContradicts: boolean
}

export interface RefusalSaying {
  about: 'refusal'
  httpStatus: number
}

export const saysNothing: Saying = { about: 'nothing' }
