import type { MoneyTold } from '../../support/answer-grammar/answer-form'
import type { Meaning, Payment } from './payment'

/** What an answer truly says, by the books of who sent it. */
export type Saying =
  | PaymentSaying
  | RefusalSaying
  | { about: 'other-payment' }
  /** A fault of the service with this one payment alone. */
  | { about: 'trouble'; reference: string }
  /** Its own error body with HTTP 200: of the keys, that they work. */
  | { about: 'error-body' }
  | { about: 'nothing' }

/** An answer to a create, or a status read, that names the payment which was asked about. */
export interface PaymentSaying {
  about: 'payment'
  payment: Payment
  /** As they are written, the payment's main word first. */
  words: readonly string[]
  /** What the answer says; `unclear` is for a person to find out, whatever the words mean one by one. */
  meaning: Meaning | 'unclear'
  /** What the service had decided by then. */
  truth: Meaning
  /** Null where the answer does not name it. */
  reference: string | null
  money: MoneyTold
  /** A checkout page that is safe to show. */
  checkoutUrl: string | null
  /** What else speaks against its paid words; `unclear` for nothing else. */
  objects: readonly string[]
  /** Next to a paid word it says declined, or the reverse. */
  providerContradicts: boolean
}

export interface RefusalSaying {
  about: 'refusal'
  httpStatus: number
  /** It speaks of a request that came before with the same key, and was executed. */
  isOfRepeat: boolean
}

export const saysNothing: Saying = { about: 'nothing' }
