import { request } from 'undici'
import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import { type PracticeOptions, type PracticeService, startPracticeService } from '../practice/start'
import { cardRequest, failure, mobileRequest, paths, success } from './contract'

export const apiKey = 'conformance-key'
export const apiSecret = 'conformance-secret'

/** Starts a practice service for the running test and stops it with the test. */
export async function startService(options: PracticeOptions = {}): Promise<PracticeService> {
  const service = await startPracticeService({ apiKey, apiSecret, ...options })
  onTestFinished(() => service.stop())
  return service
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** What §4 and §5 ask of every call. */
const required = {
  'content-type': 'application/json',
  'x-api-key': apiKey,
  'x-api-secret': apiSecret,
}

interface RawCall {
  method?: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE'
  /** Added to the required headers or replacing them; null leaves one out. */
  headers?: Record<string, string | null>
  /** Sent as JSON, or as it is when it is a text. */
  body?: unknown
}

/** Sends one request with exactly these headers, and reads the answer to its end. */
export async function call(
  { address }: { address: string },
  path: string,
  { method = 'POST', headers = {}, body }: RawCall = {},
): Promise<RawAnswer> {
  const all = Object.entries({ ...required, ...headers })
  const response = await request(address + path, {
    method,
    headers: Object.fromEntries(
      all.filter((entry): entry is [string, string] => entry[1] !== null),
    ),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.body.text()
  return { status: response.statusCode, headers: response.headers, text }
}

const withKey = (key: string) => ({ 'x-idempotency-key': key })

/** A mobile create (§4.1), good unless changed. */
export const createMobile = (
  service: PracticeService,
  key: string,
  changes: object = {},
): Promise<RawAnswer> =>
  call(service, paths.mobileCreate, {
    headers: withKey(key),
    body: { ...mobileRequest, ...changes },
  })

/** A card create (§4.3), good unless changed. */
export const createCard = (
  service: PracticeService,
  key: string,
  changes: object = {},
): Promise<RawAnswer> =>
  call(service, paths.cardCreate, { headers: withKey(key), body: { ...cardRequest, ...changes } })

export const readMobile = (service: PracticeService, referenceId: unknown): Promise<RawAnswer> =>
  call(service, paths.mobileStatus, { body: { referenceId } })

export const readCard = (service: PracticeService, reference: unknown): Promise<RawAnswer> =>
  call(service, paths.cardStatus, { body: { reference } })

/** `data` of a 200 in the success envelope (§1), as `schema` has it; throws on anything else. */
export function dataOf<T>(answer: RawAnswer, schema: z.ZodType<T>): T {
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.text}`)
  return schema.parse(success.parse(JSON.parse(answer.text)).data)
}

/** The error body (§7); throws on anything else, and on a `code` that is not the HTTP status. */
export function errorOf(answer: RawAnswer): z.infer<typeof failure> {
  const error = failure.parse(JSON.parse(answer.text))
  if (error.code !== answer.status) throw new Error(`${answer.status} says it is ${error.code}`)
  return error
}

/** The reference that a create answered (§2.1). */
export function referenceOf(answer: RawAnswer): string {
  return String(success.parse(JSON.parse(answer.text)).data.reference)
}
