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

/** A 200 with the success envelope. */
export const succeed = (data: object): Reply => jsonReply(200, JSON.stringify(successBody(data)))

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
