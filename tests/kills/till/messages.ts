import type { Answer } from '../../../shared/ipc/answer'
import type { Pushes } from '../../../shared/ipc/contract'

/** What is asked of a till in a process of its own: a call of the contract, as a window makes it. */
export interface Question {
  number: number
  channel: string
  argument: unknown
}

/** What a till tells its windows unasked. */
export type Push =
  | { push: 'tillChanged'; value: Pushes['tillChanged'] }
  | { push: 'saleChanged'; value: Pushes['saleChanged'] }

/** What such a till says. */
export type Word = { number: number; answer: Answer<unknown> } | Push
