import { z } from 'zod'
import { displayText } from './text'

const longestMessage = 500
const longestCode = 64

/**
 * A success's envelope (§4: `status`, `code` and `data` are required). Its `status` speaks of the
 * call and never of the payment (money rule 5); `error` is the word of the error body (§7).
 */
const envelopeSchema = z.object({
  status: z.string().refine(status => status !== 'error'),
  code: z.int(),
  data: z.looseObject({}),
})

/** §7. `error_code` may be missing: the contract does not show the one of a 429. */
const errorSchema = z.object({
  status: z.literal('error'),
  code: z.int(),
  error_code: z.string().nullish(),
  message: z.string(),
})

export interface ServiceError {
  errorCode: string | null
  message: string
}

/** A success envelope's `data`; null when this is no envelope. */
export function readEnvelope(json: unknown): object | null {
  return envelopeSchema.safeParse(json).data?.data ?? null
}

/** An error body (§7) whose `code` equals the HTTP status; null when the service is not the one speaking. */
export function readError(json: unknown, httpStatus: number): ServiceError | null {
  const { data } = errorSchema.safeParse(json)
  if (data?.code !== httpStatus) return null
  return {
    errorCode: displayText(data.error_code ?? '', longestCode) || null,
    message: displayText(data.message, longestMessage),
  }
}
