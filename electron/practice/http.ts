import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** How a request ended: `open` while it has not. */
export type Ending = 'open' | 'answered' | 'dropped' | 'reset' | 'hung' | 'cut'

/** A request that is not answered yet. */
export interface Exchange {
  /** The caller is known. */
  received(body: string): void
  /** The first ending counts. */
  ended(ending: Ending, status: number | null): void
}

/** What every handler of the service finds in its context. */
export interface PracticeEnv {
  Bindings: HttpBindings
  Variables: { exchange: Exchange }
}

export type PracticeContext = Context<PracticeEnv>

/** Whether a `Content-Type` header says JSON, with or without a charset. */
export const isJson = (contentType: string | undefined): boolean =>
  /^application\/json\s*(;|$)/i.test(contentType ?? '')

/** Far more than any request of §4 needs. The contract shows no bound. */
export const bodyLimit = 64 * 1024

/**
 * A request's body, or null when it is larger than `bodyLimit`. One that is too large is read to
 * its end all the same, and dropped: else the sender would see a reset, not the answer.
 */
export async function readBody({ env }: PracticeContext): Promise<Buffer | null> {
  const kept: Buffer[] = []
  let size = 0
  for await (const chunk of env.incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= bodyLimit) kept.push(chunk)
  }
  return size <= bodyLimit ? Buffer.concat(kept) : null
}

/** Whether a URL's host is this computer itself. A name that merely resolves to it does not count. */
export function isLoopback(url: URL): boolean {
  const { hostname } = url
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** An answer before it is sent. The body is text: a repeat is the same byte for byte (§8). */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

const json = { 'content-type': 'application/json' }

/** A reply whose body is this JSON text. */
export const jsonReply = (status: number, body: string): Reply => ({ status, headers: json, body })

/** The success envelope of §1; `code` is the HTTP status. */
export const successBody = (data: object, code = 200) => ({ status: 'success', code, data })

/** The error body of §7; `status` is the HTTP status and is repeated in `code`. */
export function refuse(
  status: number,
  errorCode: string,
  message: string,
  headers: Record<string, string> = {},
): Reply {
  const body = JSON.stringify({ status: 'error', code: status, error_code: errorCode, message })
  return { status, headers: { ...json, ...headers }, body }
}

/** §7: a missing field, an invalid amount or malformed JSON. */
export const invalid = (message: string): Reply => refuse(400, 'validation_error', message)

/**
 * §7: too many requests. The contract does not show this `error_code`; this one is the practice
 * service's own.
 */
export const tooMany = (message: string, retryAfterSeconds: number): Reply =>
  refuse(429, 'too_many_requests', message, { 'retry-after': String(retryAfterSeconds) })

/** A reply as an HTTP response. A status that has no body (204) takes null, not an empty text. */
export const toResponse = ({ status, headers, body }: Reply): Response =>
  new Response(body === '' ? null : body, { status, headers })
