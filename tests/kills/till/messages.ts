import type { Pushes, PushName } from '../../../shared/ipc/contract'
import type { Result } from '../../../shared/ipc/result'

/** What is asked of a till in a process of its own: a call of the contract, as a window makes it. */
export interface Question {
  number: number
  channel: string
  argument: unknown
}

/** What a till tells its windows unasked. */
export type Push = { [Name in PushName]: { push: Name; value: Pushes[Name] } }[PushName]

/** What such a till says. */
export type TillMessage = { number: number; answer: Result<unknown> } | Push
