/** An answer before it goes on the wire. The body is text: replays are byte-for-byte (§8). */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}

const json = { 'content-type': 'application/json' }

/** The success envelope of §1: `{status, code, data}`. */
export function succeed(data: object): Reply {
  return { status: 200, headers: json, body: successBody(data) }
}

/** The body of a success, as it is also kept for replays. */
export const successBody = (data: object): string =>
  JSON.stringify({ status: 'success', code: 200, data })

/** A success whose body was written earlier. */
export const repeat = (body: string): Reply => ({ status: 200, headers: json, body })

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

/** A reply for the wire. A status that has no body (204) takes null, not an empty text. */
export const toResponse = ({ status, headers, body }: Reply): Response =>
  new Response(body === '' ? null : body, { status, headers })
