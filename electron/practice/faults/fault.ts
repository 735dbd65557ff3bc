import { z } from 'zod'
import type { Reply } from '../reply'

/*
 * A fault is what goes wrong with one request. It happens before the request is executed (nothing
 * is created) or after (the payment is created, and only the answer is lost or wrong). A till cannot
 * see the difference and must not guess it.
 */

const replacing = [
  /** The connection closes without an answer. */
  z.strictObject({ kind: z.literal('drop') }),
  /** The same with a TCP reset. */
  z.strictObject({ kind: z.literal('reset') }),
  /** No answer, and the connection stays open. */
  z.strictObject({ kind: z.literal('hang') }),
  /** An answer that is not the service's. */
  z.strictObject({
    kind: z.literal('answer'),
    status: z.int().min(200).max(599),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.string(),
  }),
] as const

const changing = [
  /** The service's answer, of which only this many bytes of the body arrive. */
  z.strictObject({ kind: z.literal('cut'), bytes: z.int().min(0) }),
  /** The service's answer, made this many bytes longer with blanks: correct, but too large. */
  z.strictObject({ kind: z.literal('pad'), bytes: z.int().min(1) }),
] as const

const delayMs = z.number().min(0).default(0)

const faultBeforeSchema = z.strictObject({
  when: z.literal('before'),
  delayMs,
  /** Absent: the request is executed once the delay is over. */
  effect: z.discriminatedUnion('kind', replacing).optional(),
})

const faultAfterSchema = z.strictObject({
  when: z.literal('after'),
  delayMs,
  /** Absent: the service's answer, only late. */
  effect: z.discriminatedUnion('kind', [...replacing, ...changing]).optional(),
})

export const faultSchema = z.discriminatedUnion('when', [faultBeforeSchema, faultAfterSchema])

export type FaultInput = z.input<typeof faultSchema>
export type Fault = z.output<typeof faultSchema>
export type FaultAfter = z.output<typeof faultAfterSchema>
export type Effect = NonNullable<FaultAfter['effect']>
export type ReplacingEffect = NonNullable<z.output<typeof faultBeforeSchema>['effect']>

/** The result of one request: the service's reply, maybe with a fault, or a fault instead of it. */
export type Outcome =
  | { executed: true; reply: Reply; fault: FaultAfter | null }
  | { executed: false; effect: ReplacingEffect }

/** The service answers, without a fault. */
export const answered = (reply: Reply): Outcome => ({ executed: true, reply, fault: null })
